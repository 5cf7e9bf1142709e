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
    static let isOpen = ShellCommand.succeeds("ffmpeg -hide_banner -version")

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
        ShellCommand.text(
            of: "ffmpeg -nostdin -v error \(options) -i '\(input)' -map 0 -c copy -f framemd5 -")
    }

    /// What `ffmpeg` could not or would not open of an input; `nil` when it fails.
    static func unopened(of input: String) -> [Substring]? {
        ShellCommand.text(
            of: "ffmpeg -nostdin -v warning -i '\(input)' -map 0 -c copy -f null - 2>&1")?
            .split(separator: "\n").filter { line in
                ["open", "blocked", "extension", "No such file"].contains { line.contains($0) }
            }
    }
}
