import Foundation
import HeadlessPlaybackTesting
import TestSupport
import Testing

/// Videos of a playback service, see `Scenarios/Service`: each has its expectations and its trace.
@Suite struct ServiceTraceTests {
    private static let folder =
        URL(fileURLWithPath: #filePath).deletingLastPathComponent()
        .appendingPathComponent("Scenarios/Service").path
    private static let files: [String] = {
        let names = try? FileManager.default.contentsOfDirectory(atPath: folder)
        return (names ?? []).filter { $0.hasSuffix(ScenarioFile.nameEnding) }.sorted()
    }()

    @Test func `there is a scenario for each behaviour of the service`() {
        #expect(Self.files.count == 8)
    }

    @Test(arguments: files)
    func `videos of a service are played as expected, event by event`(file: String) throws {
        let path = "\(Self.folder)/\(file)"
        let scenario = try ScenarioFile.scenario(from: fileBytes(path), path: path)
        let result = ScenarioRunner().run(scenario)
        try result.check()
        let name = file.dropLast(ScenarioFile.nameEnding.count)
        let trace = result.trace.reduce(into: "") { $0 += $1 + "\n" }
        try RecordedTrace.expect(trace, is: "service-\(name)")
    }
}
