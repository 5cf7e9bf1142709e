import RunResults
import ScenarioRunning
import Scenarios
import TestSupport
import Testing

/// A broadcast of packed audio, such as low-latency radio, can have partial segments.
@Suite struct PackedAudioPartTests: LiveScenarioSuite {
    private func run(_ fields: String, _ rest: String = "") throws -> ScenarioResult {
        let text = """
            playctl: 1
            assets:
              - live: {source: \(SampleMedia.packedAudio.path), id: radio, ran-for: 10m, \
            window: {length: 40s}, server-control: {block: true}\(fields)}
            steps: [{at: 60s, stop: }]
            \(rest)
            """
        return ScenarioRunner().run(
            try ScenarioFile.scenario(from: Array(text.utf8), path: "radio.play.yaml"))
    }

    @Test(arguments: ["", ", loop: continuous", ", loop: continuous, timestamps: {start: 1h}"])
    func `packed audio plays part by part`(fields: String) throws {
        let result = try run(", parts: {target: 1s}\(fields)")
        #expect(failures(result) == [])
    }

    @Test(arguments: ["status: 404", "truncate: 50%", "zeroed: all"])
    func `a partial segment that is lost or damaged fails the run`(effect: String) throws {
        let fault = "faults: [{match: {msn: 159, part: 1}, do: {\(effect)}}]"
        #expect(try failures(run(", parts: {target: 1s}", fault)) != [])
    }

    @Test func `parts are requested in order after media sequence numbers start again`() throws {
        let fault = "faults: [{at: 20s, restart: {sequence: reset}}]"
        #expect(try failures(run(", parts: {target: 1s}, \(fault)")) == [])
    }
}
