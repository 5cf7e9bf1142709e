import Foundation
import HeadlessPlaybackTesting
import TestSupport
import Testing

/// The scenarios in `Scenarios/Service` meet their expectations and match their recorded traces.
@Suite struct ServiceTraceTests {
    private static let folder =
        URL(fileURLWithPath: #filePath).deletingLastPathComponent()
        .appendingPathComponent("Scenarios/Service").path
    private static let files: [String] = {
        let names = try? FileManager.default.contentsOfDirectory(atPath: folder)
        return (names ?? []).filter { $0.hasSuffix(ScenarioFile.nameEnding) }.sorted()
    }()

    @Test func `all 8 service scenarios exist`() {
        #expect(Self.files.count == 8)
    }

    @Test(arguments: files)
    func `service scenarios match their recorded traces`(file: String) throws {
        let path = "\(Self.folder)/\(file)"
        let scenario = try ScenarioFile.scenario(from: fileBytes(path), path: path)
        let result = ScenarioRunner().run(scenario)
        try result.check()
        let name = file.dropLast(ScenarioFile.nameEnding.count)
        let trace = result.trace.reduce(into: "") { $0 += $1 + "\n" }
        try RecordedTrace.expect(trace, is: "service-\(name)")
    }
}
