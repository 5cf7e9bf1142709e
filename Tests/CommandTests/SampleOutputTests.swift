import Foundation
import TestSupport
import Testing

/// The outputs of commands that the pages of the samples show.
@Suite struct SampleOutputTests {
    private static let root = SampleMedia.folder + "/../.."

    @Test(arguments: ["CI", "Linting"])
    func `the page of a sample shows the output of its commands`(sample: String) throws {
        let path = "\(Self.root)/Samples/\(sample)/README.md"
        let text = try String(contentsOfFile: path, encoding: .utf8)
        let blocks = text.split(separator: "```").filter { $0.hasPrefix("\n$ playctl ") }
        #expect(!blocks.isEmpty)
        for block in blocks {
            var lines = block.split(separator: "\n").map(String.init)
            let words = lines.removeFirst().split(separator: " ").dropFirst(2).map(String.init)
            var shown = try Playctl(
                command: ["/usr/bin/env", "-u", "GITHUB_ACTIONS", "-u", "GITHUB_STEP_SUMMARY"]
                    + [Playctl.path] + words, in: Self.root
            ).wait().lines
            // A page may show only the beginning of an output.
            if lines.last == "…" {
                lines.removeLast()
                shown = Array(shown.prefix(lines.count))
            }
            #expect(shown == lines, "\(words)")
        }
    }
}
