import Foundation
import Testing

/// A trace that was looked at once and has to stay as it is.
///
/// With `RECORD_TRACES=1` in the environment the files are written anew and every comparison fails,
/// so that nobody takes a recording for a passed test.
enum GoldenTrace {
    private static let folder =
        URL(fileURLWithPath: #filePath).deletingLastPathComponent()
        .appendingPathComponent("Traces")

    /// Holds a trace against the one that is kept under a name.
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
