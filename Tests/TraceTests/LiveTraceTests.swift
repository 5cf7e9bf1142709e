import Foundation
import HeadlessPlaybackTesting
import TestSupport
import Testing

/// The broadcasts in `Scenarios/Live` meet their expectations and match their recorded traces.
@Suite struct LiveTraceTests {
    private static let folder =
        URL(fileURLWithPath: #filePath).deletingLastPathComponent()
        .appendingPathComponent("Scenarios/Live").path
    private static let files: [String] = {
        let names = try? FileManager.default.contentsOfDirectory(atPath: folder)
        return (names ?? []).filter { $0.hasSuffix(ScenarioFile.nameEnding) }.sorted()
    }()

    @Test func `there are at least 8 broadcast scenarios`() {
        #expect(Self.files.count >= 8)
    }

    @Test(arguments: files)
    func `broadcast scenarios match their recorded traces`(file: String) throws {
        let path = "\(Self.folder)/\(file)"
        let scenario = try ScenarioFile.scenario(from: fileBytes(path), path: path)
        let result = ScenarioRunner().run(scenario)
        try result.check()
        let name = file.dropLast(ScenarioFile.nameEnding.count)
        let trace = result.trace.reduce(into: "") { $0 += $1 + "\n" }
        try RecordedTrace.expect(trace, is: "live-\(name)")
    }
}
