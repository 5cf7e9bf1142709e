import HeadlessPlayback
import OfflineDownloads

#if canImport(Glibc)
    import Glibc
#else
    import Darwin
#endif

/// A folder in which a package is put together as its plan says, to be looked at with `ffmpeg`.
final class PackagedMedia {
    /// Whether the tools are installed.
    static let isOpen = run("ffmpeg -hide_banner -version") != nil

    let path: String

    init() {
        var template = Array("/tmp/package-tests-XXXXXX".utf8CString)
        unsafe mkdtemp(&template)
        path = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }

    deinit {
        _ = Self.run("rm -rf '\(path)'")
    }

    /// Fetches and writes all that a plan lists.
    func fill(by plan: PackagePlan, from loader: any ResourceLoader) throws {
        for track in plan.tracks {
            _ = unsafe mkdir("\(path)/\(track.playlistName.prefix { $0 != "/" })", 0o700)
        }
        for resource in plan.resources {
            let response = try loader.load(plan.request(for: resource))
            try put(try response.body.bytes(), as: resource.name)
        }
        for text in plan.texts { try put(Array(text.text.utf8), as: text.name) }
    }

    private func put(_ bytes: [UInt8], as name: String) throws {
        guard let file = unsafe fopen("\(path)/\(name)", "w") else { throw Failure(name: name) }
        let count = unsafe fwrite(bytes, 1, bytes.count, file)
        guard unsafe fclose(file) == 0, count == bytes.count else { throw Failure(name: name) }
    }

    private struct Failure: Error {
        var name: String
    }

    /// Every packet of an input with time and checksum, as `ffmpeg` reads it; `nil` when it fails.
    static func packets(of input: String, options: String = "") -> String? {
        run("ffmpeg -nostdin -v error \(options) -i '\(input)' -map 0 -c copy -f framemd5 -")
    }

    /// What `ffmpeg` could not or would not open of an input; `nil` when it fails.
    static func unopened(of input: String) -> [Substring]? {
        run("ffmpeg -nostdin -v warning -i '\(input)' -map 0 -c copy -f null - 2>&1")?
            .split(separator: "\n").filter { line in
                ["open", "blocked", "extension", "No such file"].contains { line.contains($0) }
            }
    }

    private static func run(_ command: String) -> String? {
        guard let pipe = unsafe popen("{ \(command); } 2>/dev/null", "r") else { return nil }
        var bytes: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 1 << 16)
        while true {
            let count = unsafe fread(&buffer, 1, buffer.count, pipe)
            if count == 0 { break }
            bytes += buffer.prefix(count)
        }
        return unsafe pclose(pipe) == 0 ? String(decoding: bytes, as: UTF8.self) : nil
    }
}
