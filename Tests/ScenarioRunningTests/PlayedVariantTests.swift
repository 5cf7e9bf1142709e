import Scenarios
import RunResults
import ScenarioRunning
import TestSupport
import Testing

/// The curve of the bitrate on a report page, compared with the metrics.
@Suite struct PlayedVariantTests {
    @Test(arguments: ["", "steps: [{at: 9s, seek: 2s}]", "player: {rate: 2}"])
    func `the bitrate curve has as many changes as the metrics have switches`(more: String) throws {
        let text = """
            playctl: 1
            assets: [\(SampleMedia.transportStream.path)]
            network: {rate: 3Mbps, steps: [{at: 5s, rate: 400kbps}]}
            player: {buffer: {method: none, minimum: 12s, maximum: 12s}}
            \(more)

            """.replacing("maximum: 12s}}\nplayer: {rate: 2}", with: "maximum: 12s}, rate: 2}")
        let scenario = try ScenarioFile.scenario(from: Array(text.utf8), path: "a.play.yaml")
        let result = ScenarioRunner().run(scenario)
        let samples = try #require(result.histories.first?.samples)
        let changes = zip(samples, samples.dropFirst()).count { $0.bitrate != $1.bitrate }
        #expect(Double(changes) == result.metrics[.switches])
        #expect(changes > 0, "the network changes")
    }
}
