import HeadlessPlaybackTesting
import TestSupport
import Testing

@Suite struct ScenarioStillTests {
    @Test func `a scenario runner takes pictures only on request, and the trace stays the same`() {
        let points = [0, 2].map { CuePoint(position: .time(.seconds($0)), type: "A") }
        var asset = ScenarioAsset(SampleMedia.single.path)
        asset.cuePoints = CuePointCollection(points)
        var runner = ScenarioRunner()
        let plain = runner.run(Scenario("plays", assets: [asset]))
        runner.takesStills = true
        let seen = runner.run(Scenario("plays", assets: [asset]))
        #expect(plain.histories.flatMap(\.stills).isEmpty)
        #expect(seen.histories.flatMap(\.stills).map(\.position) == [.zero, .seconds(2)])
        #expect(seen.trace == plain.trace)
    }
}
