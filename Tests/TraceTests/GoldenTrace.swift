import Foundation
import Testing

/// A trace that was reviewed once and must not change.
///
/// With `RECORD_TRACES=1` in the environment the files are written and every comparison fails,
/// so that a recording is never mistaken for a passed test.
enum GoldenTrace {
    private static let folder =
        URL(fileURLWithPath: #filePath).deletingLastPathComponent()
        .appendingPathComponent("Traces")

    /// Compares a trace with the stored one of a name.
    static func expect(
        _ trace: String, is name: String, at location: SourceLocation = #_sourceLocation
    ) throws {
        let file = folder.appendingPathComponent("\(name).txt")
        if ProcessInfo.processInfo.environment["RECORD_TRACES"] == "1" {
            try Data(trace.utf8).write(to: file)
            Issue.record("recorded \(name)", sourceLocation: location)
            return
        }
        let kept = String(decoding: try Data(contentsOf: file), as: UTF8.self)
        #expect(trace == kept, sourceLocation: location)
    }
}
