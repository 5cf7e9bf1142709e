import HeadlessPlayback
import OfflineDownloads
import TestSupport

#if canImport(Glibc)
    import Glibc
#else
    import Darwin
#endif

/// A folder in which a package is put together as its plan says, to be looked at with `ffmpeg`.
final class PackagedMedia {
    /// Whether the tools are installed.
    static let isOpen = run("ffmpeg -hide_banner -version") != nil

    private let scratch = ScratchFolder()
    var path: String { scratch.path }

    /// Fetches and writes all that a plan lists.
    func fill(by plan: PackagePlan, from loader: any ResourceLoader) throws {
        for resource in plan.resources {
            let response = try loader.load(plan.request(for: resource))
            scratch.put(try response.body.bytes(), at: resource.name)
        }
        for text in plan.texts { scratch.put(text.text.utf8, at: text.name) }
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
