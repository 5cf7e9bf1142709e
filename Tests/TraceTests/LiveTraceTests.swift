import Foundation
import HeadlessPlaybackTesting
import TestSupport
import Testing

/// Broadcasts in virtual time, see `Scenarios/Live`: each has its expectations and its trace.
@Suite struct LiveTraceTests {
    private static let folder =
        URL(fileURLWithPath: #filePath).deletingLastPathComponent()
        .appendingPathComponent("Scenarios/Live").path
    private static let files: [String] = {
        let names = try? FileManager.default.contentsOfDirectory(atPath: folder)
        return (names ?? []).filter { $0.hasSuffix(ScenarioFile.nameEnding) }.sorted()
    }()

    @Test func `there is a scenario for each kind of broadcast`() {
        #expect(Self.files.count >= 8)
    }

    @Test(arguments: files)
    func `a broadcast is played as expected, event by event`(file: String) throws {
        let path = "\(Self.folder)/\(file)"
        let scenario = try ScenarioFile.scenario(from: fileBytes(path), path: path)
        let result = ScenarioRunner().run(scenario)
        try result.check()
        let name = file.dropLast(ScenarioFile.nameEnding.count)
        let trace = result.trace.reduce(into: "") { $0 += $1 + "\n" }
        try RecordedTrace.expect(trace, is: "live-\(name)")
    }
}
