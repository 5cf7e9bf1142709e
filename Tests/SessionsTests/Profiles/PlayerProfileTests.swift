import HeadlessPlayback
import Presentation
import Sessions
import TestSupport
import Testing
import Transport
import VirtualTime

/// The profiles of players, and the sessions that follow them.
@Suite struct PlayerProfileTests {
    @Test func `every profile has a unique name and is found by it`() {
        let names = PlayerProfile.all.map(\.name)
        #expect(Set(names).count == names.count)
        for profile in PlayerProfile.all { #expect(PlayerProfile.named(profile.name) == profile) }
        #expect(PlayerProfile.named("safari") == nil)
    }

    @Test func `the default profile leaves all options and policies at their defaults`() {
        var options = PlaybackOptions()
        options.adopt(.default)
        let plain = PlaybackOptions()
        #expect(PlaybackPolicy(options) == PlaybackPolicy(plain))
        #expect(options.bufferOptimizer == plain.bufferOptimizer)
        #expect(options.recovery == plain.recovery)
        #expect(options.live == plain.live)
        #expect(PlaybackPolicy(plain) == PlaybackPolicy())
    }

    @Test(arguments: ["apple", "hls.js", "media3", "shaka", "vhs"])
    func `a profile includes the live profile of its name`(name: String) throws {
        #expect(try #require(PlayerProfile.named(name)).live.rawValue == name)
    }

    @Test(arguments: PlayerProfile.all.map(\.name))
    func `under every profile, sample assets play to their end without missing media`(name: String)
        throws
    {
        let profile = try #require(PlayerProfile.named(name))
        for kilobits: Int64 in [400, 3000] {
            let playback = Playback {
                $0.adopt(profile)
                $0.network = NetworkConditions(
                    bitsPerSecond: kilobits * 1000, latency: .milliseconds(60))
            }
            for sample in [SampleMedia.transportStream, .fragments, .single, .packedAudio] {
                playback.play(sample.video())
                #expect(playback.recorder.lifecycle.last == .end, "\(sample) \(kilobits)")
                #expect(playback.ledger?.isSound == true, "\(sample) \(kilobits)")
                #expect(playback.times(in: .missing) == [:], "\(sample) \(kilobits)")
            }
        }
    }

    @Test(arguments: PlayerProfile.all.map(\.name))
    func `under every profile, a missing segment prevents the end of playback`(name: String) throws
    {
        let profile = try #require(PlayerProfile.named(name))
        let loader = ScriptedLoader([("segment-3.ts", .failure(.status(404), times: 1000))])
        let playback = Playback(loader: loader) {
            $0.adopt(profile)
            $0.network = NetworkConditions(bitsPerSecond: 2_000_000)
        }
        playback.play(SampleMedia.single.video())
        #expect(playback.recorder.lifecycle.last != .end)
    }

    // MARK: Rules

    @Test func `a wait ends after enough segments, or at a sufficient lead`() {
        let rule = WaitRule(lead: .milliseconds(1), segments: 2, sufficientLead: .seconds(10))
        #expect(!rule.holds(ready: .seconds(4), arrived: 1, reachable: nil))
        #expect(rule.holds(ready: .seconds(8), arrived: 2, reachable: nil))
        #expect(rule.holds(ready: .seconds(10), arrived: 1, reachable: nil))
        #expect(!rule.holds(ready: .zero, arrived: 2, reachable: nil))
    }

    /// The lead is 150 percent of the mean segment duration, but at most ten seconds, minus 50 ms.
    @Test(arguments: zip([0, 2, 4, 6, 8, 12], [5950, 2950, 5950, 8950, 9950, 9950] as [Int64]))
    func `the required lead is a limited share of the mean segment duration`(
        seconds: Int64, milliseconds: Int64
    ) {
        let share = WaitRule.Share(percent: 150, most: .seconds(10), less: .milliseconds(50))
        let rule = WaitRule(lead: .milliseconds(5950), share: share)
        let average = MediaTime.seconds(seconds)
        let lead = MediaTime.milliseconds(milliseconds)
        #expect(rule.lead(average: average) == lead)
        #expect(rule.holds(ready: lead, arrived: 0, reachable: nil, average: average))
        let less = lead - .milliseconds(1)
        #expect(!rule.holds(ready: less, arrived: 0, reachable: nil, average: average))
    }

    /// Tests the position up to which a decoder reads.
    ///
    /// The decoder reads at most 330 ms beyond the playhead. It stops 30 ms before the segment that
    /// arrived last, but never before the playhead.
    @Test(
        arguments: [
            // The playhead, the start of the last segment, and the resulting position, in
            // milliseconds.
            (11_895, 12_000, 11_970), (5_000, 12_000, 5_330), (11_990, 12_000, 11_990),
            (13_000, 12_000, 13_000), (11_600, 12_000, 11_930),
        ] as [(Int64, Int64, Int64)])
    func `the read-ahead position stops before the segment that arrived last`(
        playhead: Int64, start: Int64, position: Int64
    ) {
        var rules = RefillRules()
        rules.readAheadStops = .milliseconds(30)
        let place = MediaTime.milliseconds(playhead)
        let ahead = place + .milliseconds(330)
        func counted(_ rules: RefillRules, _ start: MediaTime?) -> MediaTime {
            rules.restingPosition(playhead: place, ahead: ahead, lastStart: start)
        }
        #expect(counted(rules, .milliseconds(start)) == .milliseconds(position))
        #expect(counted(rules, nil) == ahead)
        #expect(counted(RefillRules(), .milliseconds(start)) == ahead)
    }

    /// Chromium counts only 9.76 s of a ten-second segment as buffered.
    ///
    /// It therefore requests another segment and waits for it.
    @Test func `one segment of ten seconds does not start chromium`() throws {
        var options = PlaybackOptions()
        options.adopt(.chromium)
        let rule = PlaybackPolicy(options).rules.start
        #expect(!rule.holds(ready: .milliseconds(9895), arrived: 1, reachable: nil))
        #expect(!rule.holds(ready: .milliseconds(9915), arrived: 1, reachable: nil))
        #expect(rule.holds(ready: .seconds(10), arrived: 1, reachable: nil))
        #expect(rule.holds(ready: .milliseconds(9895), arrived: 2, reachable: nil))
    }

    @Test
    func `paused requests resume once the lead is down to a bound, or when the pause is stopped`() {
        var rules = RefillRules()
        rules.askAgainAt = .seconds(5)
        var rest = RefillRest(rules)
        let now = Instant(sinceStart: .seconds(3))
        func rests(after milliseconds: Int64) -> Bool {
            rest.rests(at: now.advanced(by: .milliseconds(milliseconds)))
        }
        #expect(rests(after: 0) == false)
        rest.begin(with: .seconds(11), at: .normal, now)
        #expect(rest.end == now.advanced(by: .seconds(6)))
        #expect(rests(after: 5999) == true)
        #expect(rests(after: 6000) == false)
        rest.begin(with: .seconds(11), at: .normal, now)
        rest.stop()
        #expect(rests(after: 0) == false)
    }

    @Test func `requests are never paused if no lead is set at which they resume`() {
        var rest = RefillRest(RefillRules())
        rest.begin(with: .seconds(100), at: .normal, .start)
        #expect(rest.end == nil)
    }

    @Test func `requests are made one at a time, with an interval between them`() throws {
        let log = RequestLog()
        let playback = Playback {
            var profile = PlayerProfile("test", basis: .chosen)
            profile.policy.requests.limit = 1
            profile.policy.requests.interval = .milliseconds(40)
            $0.adopt(profile)
            $0.network = NetworkConditions(bitsPerSecond: 1_000_000, latency: .milliseconds(50))
        }
        playback.controller.world.requestLog = log
        playback.play(SampleMedia.transportStream.video())
        #expect(playback.recorder.lifecycle.last == .end)
        try #require(log.records.count > 5)
        for (record, next) in zip(log.records, log.records.dropFirst()) {
            let end = try #require(record.end)
            #expect(end.duration(to: next.start) >= .milliseconds(40))
        }
    }

    @Test func `cancelled requests do not block the requests that wait`() {
        let playback = Playback {
            $0.adopt(.chromium)
            $0.network = NetworkConditions(bitsPerSecond: 300_000, latency: .milliseconds(50))
        }
        playback.controller.setVideos([SampleMedia.transportStream.video()])
        playback.run(until: 4)
        playback.controller.seek(to: 8)
        playback.controller.run()
        #expect(playback.recorder.lifecycle.last == .end)
        #expect(playback.ledger?.isSound == true)
    }

    /// Tests that playback eventually starts and resumes under the rules of every profile.
    ///
    /// A player whose rules are never satisfied would wait without end, and the run would not fail.
    @Test(arguments: PlayerProfile.all.map(\.name))
    func `every profile plays to the end with a small buffer`(name: String) throws {
        let profile = try #require(PlayerProfile.named(name))
        let cases: [(SampleMedia, Int64)] = [
            (.transportStream, 1), (.fragments, 1), (.single, 3), (.transportStream, 7),
        ]
        for (sample, seconds) in cases {
            let playback = Playback {
                $0.adopt(profile)
                $0.bufferOptimizer = BufferOptimizer(
                    method: .none, minimumDuration: .seconds(seconds),
                    maximumDuration: .seconds(seconds))
                $0.network = NetworkConditions(
                    steps: [
                        .init(start: .start, bitsPerSecond: 400_000),
                        .init(start: Instant(sinceStart: .seconds(6)), bitsPerSecond: 100_000),
                        .init(start: Instant(sinceStart: .seconds(30)), bitsPerSecond: 2_000_000),
                    ], latency: .milliseconds(50))
            }
            playback.play(sample.video())
            #expect(playback.recorder.lifecycle.last == .end, "\(sample) \(seconds)")
        }
    }

    @Test func `a film that is played again reaches its end again`() {
        let playback = Playback {
            $0.adopt(.chromium)
            $0.network = NetworkConditions(bitsPerSecond: 600_000, latency: .milliseconds(50))
        }
        playback.controller.setVideos([SampleMedia.transportStream.video()])
        playback.run(until: 3)
        playback.controller.seek(to: 9)
        playback.controller.run()
        #expect(playback.recorder.lifecycle.last == .end)
        playback.controller.play()
        playback.controller.run()
        let ends = playback.recorder.lifecycle.filter { $0 == .end }
        #expect(ends.count == 2)
    }

    @Test
    func `a paused player makes no further requests, and plays to the end once it is resumed`() {
        let log = RequestLog()
        let playback = Playback {
            $0.adopt(.chromium)
            $0.network = NetworkConditions(bitsPerSecond: 8_000_000)
        }
        playback.controller.world.requestLog = log
        playback.controller.setVideos([SampleMedia.transportStream.video()])
        playback.run(until: 1)
        playback.controller.pause()
        playback.run(until: 20)
        let count = log.records.count
        playback.run(until: 2000)
        #expect(log.records.count == count)
        playback.controller.play()
        playback.controller.run()
        #expect(playback.recorder.lifecycle.last == .end)
    }
}
