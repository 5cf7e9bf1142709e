import HeadlessPlayback
import Presentation
import Sessions
import TestSupport
import Testing
import Transport
import VirtualTime

/// Players react to failures in different ways.
@Suite struct ProfileFailureTests {
    private let gone = SessionError.transport(TransportError(url: "s.ts", cause: .status(404)))

    private func playback(
        missing name: String, _ profile: PlayerProfile, _ log: RequestLog
    ) -> Playback {
        let playback = Playback(
            loader: ScriptedLoader([(name, .failure(.status(404), times: 1000))])
        ) {
            $0.adopt(profile)
            $0.network = NetworkConditions(bitsPerSecond: 400_000, latency: .milliseconds(60))
        }
        playback.controller.world.requestLog = log
        return playback.play(SampleMedia.transportStream.video())
    }

    @Test func `a missing segment leads to another variant, unless the player has no failover`() {
        var policy = PlaybackPolicy()
        var segment = RecoveryPolicy.FailedSegment()
        segment.hasOtherVariant = true
        #expect(policy.consequence(of: gone, for: .main, segment) == .switchVariant)
        policy.recovery.failover = .none
        #expect(policy.consequence(of: gone, for: .main, segment) == .endTrack)
        policy.recovery.failsAtOnce = true
        #expect(policy.consequence(of: gone, for: .main, segment) == .fail)
        #expect(policy.consequence(of: gone, for: .audio, segment) == .fail)
        policy.recovery.missingSegment = .skip
        #expect(policy.consequence(of: gone, for: .main, segment) == .skip)
    }

    @Test func `chromium fails with the first segment that is missing, before its media is played`()
        throws
    {
        let log = RequestLog()
        let playback = playback(missing: "segment-2.ts", .chromium, log)
        #expect(playback.recorder.lifecycle.contains(.failedToPlayToEndTime))
        #expect(!playback.recorder.lifecycle.contains(.end))
        let last = try #require(log.records.last)
        #expect(last.url.hasSuffix("segment-2.ts"))
        #expect(log.records.count { $0.url.hasSuffix("segment-2.ts") } == 1)
        #expect(playback.recorder.events.last?.instant == last.end)
        #expect(playback.ledger?.isSound == true)
    }

    @Test func `a missing variant playlist ends playback under chromium, but not by default`() {
        let samples: [(PlayerProfile, LifecycleEvent.EventType)] = [
            (.chromium, .fail), (.default, .end),
        ]
        for (profile, ending) in samples {
            let playback = playback(missing: "video-234p/index.m3u8", profile, RequestLog())
            #expect(playback.recorder.lifecycle.last == ending, "\(profile.name)")
        }
    }

    @Test func `gstreamer requests a missing segment four times, and fails at the last response`()
        throws
    {
        let log = RequestLog()
        let playback = Playback(
            loader: ScriptedLoader([("segment-3.ts", .failure(.status(404), times: 1000))])
        ) {
            $0.adopt(.gstreamer)
            $0.network = NetworkConditions(bitsPerSecond: 400_000, latency: .milliseconds(60))
        }
        playback.controller.world.requestLog = log
        playback.play(SampleMedia.single.video())
        #expect(!playback.recorder.lifecycle.contains(.end))
        let requests = log.records.filter { $0.url.hasSuffix("segment-3.ts") }
        try #require(requests.count == 4)
        for (request, next) in zip(requests, requests.dropFirst()) {
            let gap = (request.end ?? .start).duration(to: next.start)
            #expect(gap >= .milliseconds(12) && gap < .milliseconds(15))
        }
        #expect(playback.recorder.events.last?.instant == requests.last?.end)
        #expect(playback.ledger?.isSound == true)
    }

    // MARK: Silence

    @Test func `a response counts as silent once no byte has arrived for the time limit`() {
        func instant(_ milliseconds: Int64) -> Instant {
            Instant.start.advanced(by: .milliseconds(milliseconds))
        }
        var watch = SilenceWatch(.seconds(10), at: .start)
        func isSilent(_ count: Int64, after milliseconds: Int64) -> Bool {
            watch.isSilent(count, at: instant(milliseconds))
        }
        #expect(watch.step == .milliseconds(100))
        // Before the first byte, another limit applies.
        #expect(isSilent(0, after: 20_000) == false)
        #expect(isSilent(1, after: 20_100) == false)
        #expect(isSilent(1, after: 30_099) == false)
        #expect(isSilent(1, after: 30_100) == true)
        #expect(isSilent(2, after: 30_200) == false)
        #expect(isSilent(2, after: 40_199) == false)
    }

    private func outage(_ change: (inout PlaybackOptions) -> Void) -> (Playback, RequestLog) {
        let log = RequestLog()
        let playback = Playback {
            $0.network = NetworkConditions(
                steps: [
                    .init(start: .start, bitsPerSecond: 100_000),
                    .init(start: Instant(sinceStart: .seconds(3)), bitsPerSecond: 0),
                    .init(start: Instant(sinceStart: .seconds(15)), bitsPerSecond: 400_000),
                ], latency: .milliseconds(50))
            change(&$0)
        }
        playback.controller.world.requestLog = log
        return (playback.play(SampleMedia.single.video()), log)
    }

    @Test func `a response that falls silent is requested again when a silence limit is set`()
        throws
    {
        let (patient, plain) = outage { $0.recovery.silence = nil }
        #expect(patient.recorder.lifecycle.last == .end)
        #expect(plain.records.allSatisfy { $0.outcome == .received })
        let (playback, log) = outage { $0.recovery.silence = .seconds(10) }
        #expect(playback.recorder.lifecycle.last == .end)
        #expect(playback.ledger?.isSound == true)
        let silent = log.records.filter { $0.outcome != .received }
        try #require(silent.count == 1)
        // The last byte arrives at 3 s; silence is checked every 0.1 s.
        let end = try #require(silent[0].end)
        let limit = Instant(sinceStart: .seconds(13))
        #expect(limit <= end && end <= limit.advanced(by: .milliseconds(200)))
        guard case .failed(_, isRetried: true) = silent[0].outcome else {
            Issue.record("\(silent[0])")
            return
        }
        #expect(log.records.count == plain.records.count + 1)
        #expect(playback.ledger?.requests.retried.requests == 1)
    }
}
