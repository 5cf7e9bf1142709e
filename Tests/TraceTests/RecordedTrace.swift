import Foundation
import ScenarioRunning
import Testing

/// A trace in the repository that was reviewed once and must not change.
///
/// With `RECORD_TRACES=1` in the environment the files are written and every comparison fails,
/// so that a recording is never mistaken for a passed test.
enum RecordedTrace {
    private static let folder =
        URL(fileURLWithPath: #filePath).deletingLastPathComponent()
        .appendingPathComponent("Traces")

    /// Compares a trace with the stored trace that has the given name.
    static func expect(
        _ trace: String, is name: String, at location: SourceLocation = #_sourceLocation
    ) throws {
        let file = folder.appendingPathComponent("\(name).txt")
        if ProcessInfo.processInfo.environment["RECORD_TRACES"] == "1" {
            try Data(trace.utf8).write(to: file)
            Issue.record("recorded \(name)", sourceLocation: location)
            return
        }
        let kept = Array(try Data(contentsOf: file))
        guard kept != Array(trace.utf8) else { return }
        let difference = GoldenDifference(from: lines(kept), to: lines(Array(trace.utf8)))
        let text = ["\(name).txt: \(difference.summary)"] + difference.lines
        Issue.record("\(text.joined(separator: "\n"))", sourceLocation: location)
    }

    private static func lines(_ bytes: [UInt8]) -> [String] {
        bytes.split(separator: 0x0A, omittingEmptySubsequences: false).map {
            String(decoding: $0, as: UTF8.self)
        }
    }
}
