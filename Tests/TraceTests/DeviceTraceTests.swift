import Foundation
import HeadlessPlaybackTesting
import TestSupport
import Testing

/// The scenarios in `Scenarios/Device`: each meets its expectations and reproduces its trace.
@Suite struct DeviceTraceTests {
    private static let folder =
        URL(fileURLWithPath: #filePath).deletingLastPathComponent()
        .appendingPathComponent("Scenarios/Device").path
    private static let files: [String] = {
        let names = try? FileManager.default.contentsOfDirectory(atPath: folder)
        return (names ?? []).filter { $0.hasSuffix(ScenarioFile.nameEnding) }.sorted()
    }()

    private func result(of file: String) throws -> ScenarioResult {
        let path = "\(Self.folder)/\(file)"
        return ScenarioRunner().run(
            try ScenarioFile.scenario(from: fileBytes(path), path: path))
    }

    @Test func `all 23 device scenarios exist`() {
        #expect(Self.files.count == 23)
    }

    @Test(arguments: files)
    func `device scenarios match their recorded traces`(file: String) throws {
        let result = try result(of: file)
        let name = file.dropLast(ScenarioFile.nameEnding.count)
        let trace = result.trace.reduce(into: "") { $0 += $1 + "\n" }
        try RecordedTrace.expect(trace, is: "device-\(name)")
        try result.check()
    }

    @Test func `a scenario made from the commands in a live run's trace gives the same trace`()
        throws
    {
        // Commands in a live run act after all other events of their instant.
        let path = "\(Self.folder)/outside-commands.play.yaml"
        var live = try ScenarioFile.scenario(from: fileBytes(path), path: path)
        live.steps = live.steps.map { step in
            guard case .time(let time) = step.trigger else { return step }
            return ScenarioStep(step.action, at: .behind(time))
        }
        let original = ScenarioRunner().run(live).trace
        var repetition = Scenario("repetition") {
            ScenarioPart { $0.player.autoPlay = false }
        }
        repetition.assets = [
            ScenarioAsset(SampleMedia.transportStream.path, name: "Film")
        ]
        repetition.steps = ScenarioStep.outsideCommands(
            inTrace: original.joined(separator: "\n"))
        #expect(repetition.steps.count == 29)
        #expect(ScenarioRunner().run(repetition).trace == original)
    }
}
