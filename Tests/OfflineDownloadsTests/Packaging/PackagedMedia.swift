import HeadlessPlayback
import OfflineDownloads
import TestSupport
import Transport

#if canImport(Glibc)
    import Glibc
#else
    import Darwin
#endif

/// A folder with the files of a package plan, for inspection with `ffmpeg`.
final class PackagedMedia {
    /// Whether the tools are installed.
    static let isOpen = ShellCommand.succeeds("ffmpeg -hide_banner -version")

    private let scratch = ScratchFolder()
    var path: String { scratch.path }

    /// Fetches and writes every file of a plan.
    func fill(by plan: PackagePlan, from loader: any ResourceLoader) throws {
        for resource in plan.resources {
            let response = try loader.load(plan.request(for: resource))
            scratch.put(try response.body.bytes(), at: resource.name)
        }
        for text in plan.texts { scratch.put(text.text.utf8, at: text.name) }
    }

    /// Returns the packets that `ffmpeg` reads, with times and checksums; `nil` when it fails.
    static func packets(of input: String, options: String = "") -> String? {
        ShellCommand.text(
            of: "ffmpeg -nostdin -v error \(options) -i '\(input)' -map 0 -c copy -f framemd5 -")
    }

    /// Returns the warnings of `ffmpeg` about files that it did not open; `nil` when it fails.
    static func unopened(of input: String) -> [Substring]? {
        ShellCommand.text(
            of: "ffmpeg -nostdin -v warning -i '\(input)' -map 0 -c copy -f null - 2>&1")?
            .split(separator: "\n").filter { line in
                ["open", "blocked", "extension", "No such file"].contains { line.contains($0) }
            }
    }
}
