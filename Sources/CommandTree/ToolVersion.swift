import Containers
import HeadlessPlayback

/// The version of the tool, as `playctl --version` prints it.
package struct ToolVersion: Sendable {
    /// The release number; before a release, its number with the suffix `-dev`.
    package static let number = "0.1.0-dev"

    /// The date of the last change to the commands, as the manual page shows it.
    package static let date = "2026-11-28"

    private let commit: String

    /// Creates the version of a build.
    ///
    /// - Parameter commit: The commit of the sources; empty when unknown.
    package init(commit: String) {
        self.commit = commit
    }

    /// The versions of the tool and of FFmpeg, one per line.
    package var text: String {
        let source = commit.isEmpty ? "commit unknown" : "commit \(commit)"
        return "playctl \(Self.number) (\(source))\n\(FFmpegVersion.text)\n"
    }

    /// The version on one line, as `--verbose` writes it.
    package var facts: String {
        "playctl: version: \(text.dropLast().split(separator: "\n").joined(separator: ", "))\n"
    }
}
