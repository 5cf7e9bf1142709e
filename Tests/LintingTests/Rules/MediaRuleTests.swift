import Linting
import Testing
import VirtualTime

/// Each rule about media on measured values: correct ones, the nearest, and those that break it.
@Suite struct MediaRuleTests {
    private func words(_ breaches: [LintBreach]) -> String {
        breaches.map { "\($0.rule.code): \($0.problem)" }.joined(separator: "; ")
    }

    @Test func `media that is as its playlists claim breaks no rule`() throws {
        let found = try MeasuredFixture().breaches()
        #expect(found.isEmpty, "\(words(found))")
    }

    @Test(arguments: MediaRow.all)
    func `the nearest media keeps the rule, and the severe one breaks it`(row: MediaRow) throws {
        var near = try MeasuredFixture()
        row.near(&near)
        let kept = try near.breaches()
        #expect(!kept.contains { $0.rule.code == row.code }, "\(words(kept))")
        var severe = try MeasuredFixture()
        row.severe(&severe)
        let broken = try severe.breaches()
        #expect(broken.contains { $0.rule.code == row.code }, "\(words(broken))")
    }

    @Test func `the peak is that of runs of half to one and a half target durations`() {
        let second = MediaTime.seconds(1)
        // A short segment alone is no run, so its rate counts with its neighbours.
        let rate = PeakRate(
            [(.seconds(6), 60_000), (second, 100_000), (.seconds(6), 60_000)], target: .seconds(6))
        #expect(Int(rate.peak.rounded()) == 160_000 * 8 / 7)
        #expect(Int(rate.average.rounded()) == 220_000 * 8 / 13)
        #expect(PeakRate([(second, 1000)], target: .seconds(6)).peak == 8000)
        #expect(PeakRate([], target: .seconds(6)).peak == 0)
    }
}
