import HeadlessPlayback
import LiveOrigin
import Presentation
import RunResults
import Scenarios
import TestSupport
import Testing

@Suite struct LiveFileTests {
    private func read(_ text: String) throws(ScenarioFileError) -> Scenario {
        try ScenarioFile.scenario(from: Array(text.utf8), path: "suite/a.play.yaml")
    }

    private func live(_ fields: String, _ rest: String = "") throws -> Scenario {
        try read("playctl: 1\nassets: [{live: {id: a, source: b.m3u8\(fields)}}]\n\(rest)")
    }

    @Test func `every key of a broadcast is read`() throws {
        let scenario = try read(ScenarioText.everyLiveKey)
        let asset = scenario.assets[0]
        #expect(asset.url == "live://news-24/index.m3u8" && asset.name == "news")
        let live = try #require(asset.live)
        #expect(live.line == 5)
        #expect(live.sources == ["suite/film/index.m3u8", "suite/other/index.m3u8"])
        #expect(live.onAir?.text == "2026-05-01T12:00:00Z")
        #expect(live.ranFor == .seconds(7200))
        #expect(live.ending == Ending(after: .seconds(2400), as: .removed))
        #expect(live.packager.window == .count(6))
        #expect(live.packager.targetDuration == .seconds(6))
        #expect(live.packager.serverControl?.holdBack == .seconds(18))
        #expect(live.packager.dates == .discontinuities)
        #expect(live.encoder.clock.skew == .milliseconds(-500))
        #expect(live.encoder.clock.drift == -20)
        #expect(live.encoder.clock.steps == [.init(at: .seconds(600), by: .seconds(-2))])
        #expect(live.encoder.delay == .milliseconds(200))
        #expect(live.encoder.jitter == .milliseconds(100))
        #expect(live.encoder.seed == 7 && live.encoder.firstSequence == 2_147_483_647)
        #expect(live.renditions.map(\.pattern) == ["*audio*", "*video*", "*"])
        #expect(
            live.renditions.map(\.listing.discontinuitySequence)
                == [.absent, .off(by: -1), .exact])
        #expect(live.renditions[0].listing.sequenceOffset == 3)
        #expect(live.renditions[0].listing.lag == .milliseconds(1500))
        #expect(live.renditions.map(\.listing.targetDuration) == [nil, .seconds(9), nil])
        #expect(live.renditions.map(\.listing.reportOffset) == [0, -2, 0])
        #expect(live.breaks.map(\.markers) == [[.dateRange, .cueOut], []])
        #expect(live.breaks[0].interval == .seconds(600))
        #expect(
            live.encoder.faults == [
                .late(at: .seconds(180), by: .seconds(4)), .gap(.sequences(40..<45)),
                .missing(.sequences(50..<51)), .missingPart(.sequences(51..<52), index: 2),
                .silence(.seconds(480)..<MediaTime.seconds(540)),
                .gap(.times(.seconds(540)..<MediaTime.seconds(600))),
                .restart(
                    at: .seconds(720), resetsSequence: true, isTagged: false,
                    hasNewInitialization: true),
                .targetDuration(at: .seconds(900), .seconds(9)), .locations(at: .seconds(960)),
                .missingMarks(.seconds(1200)..<MediaTime.seconds(1260)),
                .lateDateRanges(
                    .seconds(1500)..<MediaTime.seconds(1560), by: .seconds(20)),
                .timestampJump(at: .seconds(1200), by: .seconds(-3600), isTagged: false),
            ])
        #expect(live.loop == .continuous && live.decodeTimeBits == 64)
        #expect(live.timestampStart == .seconds(95_340))
        #expect(live.breaks.map(\.isDiscontinuous) == [true, false])
        #expect(live.packager.serverControl?.canBlockReload == true)
        #expect(live.packager.serverControl?.canSkipUntil == .seconds(36))
        #expect(live.packager.serverControl?.canSkipDateRanges == true)
        #expect(live.packager.serverControl?.partHoldBack == .seconds(3))
        #expect(
            live.packager.parts
                == PartListing(target: .seconds(1), independence: .all, hasHints: false))
        #expect(live.packager.hasReports && live.packager.blocking == .ignoresPart)
        #expect(live.edges.pick == .alternate && live.edges.seed == 3)
        #expect(live.edges.list[1].outages.map(\.status) == [404, 503])
        #expect(live.edges.list[1].segmentLag == .seconds(3))
        #expect(scenario.assets[1].live?.packager.window == .length(.seconds(60)))
        #expect(scenario.assets[2].live?.packager.window == .event)
    }

    @Test func `the player's options for broadcasts are read`() throws {
        let options = try read(ScenarioText.everyLiveKey).player.options
        #expect(options.live.profile == .hlsJS)
        #expect(options.live.cuePointSources == [.dateRange, .cueOut, .scte35])
        #expect(options.seekableWindow == .seconds(120))
        #expect(options.live.tuning.behind == .windowStart(offset: .zero))
        #expect(options.live.tuning.reloadsWhilePaused)
        #expect(!options.live.tuning.usesLowLatency)
        #expect(options.live.tuning.staleHalves == 7 && options.live.tuning.failsWhenStale)
    }

    @Test func `a pause with a duration becomes a pause step and a play step`() throws {
        let scenario = try read(ScenarioText.everyLiveKey)
        let steps = scenario.steps.map { $0.action.text(in: []).verb }
        #expect(steps.prefix(3) == ["pause", "play", "seek-to-live"])
        #expect(scenario.steps[1].trigger == .afterPrevious(.seconds(600)))
        #expect(scenario.lines.steps[0] == scenario.lines.steps[1])
    }

    @Test(arguments: [
        ", window: {length: 0s}", ", ran-for: 4000d", ", window: {type: event, length: 60s}",
        ", window: {type: unlimited, segments: 4}",
        ", faults: [{late-segment: 4s}]", ", faults: [{at: 1m, gap: }]",
        ", faults: [{from: 2m, to: 1m, outage: silence}]", ", faults: [{segments: 4..3, gap: }]",
        ", faults: [{segments: 4, outage: silence}]",
        ", faults: [{at: 1m, uri-change: , tagged: false}]",
        ", edges: {list: [{outage: [{from: 2s, to: 2s}]}]}",
    ])
    func `values that contradict each other are refused with their line`(fields: String) throws {
        let error = try #require(throws: ScenarioFileError.self) { try live(fields) }
        #expect(error.line == 2)
        #expect(error.path.hasPrefix("assets[1].live."))
    }

    @Test(arguments: [
        ("", "", false), ("", "time-limit: 1m\n", true),
        ("", "steps: [{at: 10s, pause: }]\n", true), ("", "steps: [stop]\n", true),
        ("", "steps: [{at: {position: 5s}, pause: }]\n", false),
        ("", "steps: [{at: {event: Ready}, stop: }]\n", true),
        ("", "steps: [play, {after: 10s, pause: }]\n", true),
        (", ends: {after: 1m}", "", true), (", ends: {after: 1m, as: silence}", "", false),
    ])
    func `a scenario with an endless broadcast needs an end of its own`(
        fields: String, rest: String, isValid: Bool
    ) throws {
        let failures = try live(fields, rest).invalidParts
        #expect(failures.isEmpty == isValid)
        if let failure = failures.first { #expect(failure.line == 2) }
    }

    @Test func `repeated ids of broadcasts and locations of unknown broadcasts are refused`() throws
    {
        let twice = try read(
            "playctl: 1\nassets:\n  - live: {id: a, source: b}\n  - live: {id: a, source: c}\n"
                + "steps: [{at: 1s, stop: }]\n")
        #expect(twice.invalidParts.map(\.line) == [4])
        let stray = try read(
            "playctl: 1\nassets:\n  - live: {id: a, source: b}\n  - live://b/index.m3u8\n"
                + "steps: [{at: 1s, stop: }]\n")
        #expect(stray.invalidParts.map(\.found) == ["live://b/index.m3u8"])
    }
}
