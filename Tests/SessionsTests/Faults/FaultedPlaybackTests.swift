import HeadlessPlayback
import TestSupport
import Testing
import Transport
import VirtualTime

@Suite struct FaultedPlaybackTests {
    private func playback(
        _ rules: [FaultRule], of video: Video = SampleMedia.single.video(),
        _ configure: (inout PlaybackOptions) -> Void = { _ in }
    ) -> Playback {
        var options = PlaybackOptions()
        options.faults = rules
        configure(&options)
        let world = PlaybackWorld(options: options)
        world.requestLog = RequestLog()
        return Playback(in: world, provider: BasicSessionProvider()).play(video)
    }

    private func once(_ location: String, _ fault: ResourceFault) -> [FaultRule] {
        [FaultRule(RequestPattern(location), occurrences: 0..<1, fault: fault)]
    }

    /// Returns the startup time when the first request for a segment has a fault.
    private func startup(
        _ fault: ResourceFault, _ configure: (inout PlaybackOptions) -> Void = { _ in }
    ) -> Duration? {
        let playback = playback(once("segment-0.ts", fault), configure)
        #expect(playback.ledger?.isSound == true)
        return playback.ledger?.clock.time(in: .startup)
    }

    @Test func `a request that hangs costs the timeout of the player`() {
        #expect(startup(.hang) == .seconds(11))
        #expect(startup(.hang) { $0.recovery.requestTimeout = .seconds(3) } == .seconds(4))
        #expect(startup(.slowBody(bitsPerSecond: 0)) == .seconds(11))
        #expect(startup(.delay(.seconds(60))) == .seconds(11))
    }

    @Test func `a delayed response causes no retry`() {
        #expect(startup(.delay(.seconds(4))) == .seconds(4))
    }

    @Test func `a slow response body arrives at the bitrate of its fault`() throws {
        let size = try StandardLoader().load(
            ResourceRequest(url: SampleMedia.single.folder + "/segment-0.ts", kind: .segment)
        ).body.byteCount
        #expect(startup(.slowBody(bitsPerSecond: size * 2)) == .seconds(4))
    }

    @Test func `the slower of the network and a slow response body determines the transfer time`()
        throws
    {
        let size = try StandardLoader().load(
            ResourceRequest(url: SampleMedia.single.folder + "/segment-0.ts", kind: .segment)
        ).body.byteCount
        func arrival(_ fault: ResourceFault, onLink bitsPerSecond: Int64) throws -> Duration {
            let playback = playback(once("segment-0.ts", fault)) {
                $0.network = NetworkConditions(bitsPerSecond: bitsPerSecond)
            }
            let log = try #require(playback.controller.world.requestLog)
            let record = try #require(log.requests(RequestPattern("segment-0.ts")).first)
            return try record.start.duration(to: #require(record.end))
        }
        #expect(try arrival(.slowBody(bitsPerSecond: size * 2), onLink: size) == .seconds(8))
        #expect(try arrival(.slowBody(bitsPerSecond: size), onLink: size * 2) == .seconds(8))
        #expect(try arrival(.delay(.seconds(2)), onLink: size * 8) == .seconds(3))
        // Before the reset, half of the bytes pass through the network in one second.
        #expect(try arrival(.reset(afterBytes: size / 2), onLink: size * 4) == .seconds(1))
    }

    @Test func `a request that is refused temporarily is retried`() {
        let rules = [
            FaultRule(RequestPattern("segment-3.ts"), occurrences: 0..<3, fault: .status(503))
        ]
        let playback = playback(rules)
        #expect(playback.recorder.lifecycle.last == .end)
        #expect(playback.ledger?.requests.retried.requests == 3)
        #expect(playback.ledger?.isSound == true)
    }

    @Test(arguments: [ResourceFault.status(404), .zeroedBytes(nil), .truncation(toBytes: 0)])
    func `an unusable segment ends playback with an error`(fault: ResourceFault) {
        let playback = playback(once("segment-3.ts", fault))
        #expect(playback.recorder.lifecycle.last == .failedToPlayToEndTime)
        #expect(playback.recorder.errors.map(\.code) == [69402])
        #expect(playback.ledger?.imbalances == [])
    }

    @Test(arguments: SampleMedia.allCases)
    func `every request is in the log, in order, and in the ledger`(sample: SampleMedia) throws {
        let playback = playback([], of: sample.video())
        let records = try #require(playback.controller.world.requestLog).records
        #expect(records.count == playback.ledger?.requests.issued)
        #expect(records.map(\.number) == Array(records.indices))
        #expect(records.allSatisfy { $0.outcome == .received && $0.end != nil })
        let requests = try #require(playback.ledger?.requests)
        #expect(
            sample == .progressive
                || records.reduce(0) { $0 + $1.byteCount } == requests.used.bytes
                    + requests.wasted.bytes
        )
    }

    @Test func `the log has the reason, the fault and the attempts of each failed request`()
        throws
    {
        let playback = playback(
            once("segment-1.ts", .status(500)) + once("segment-3.ts", .status(404)))
        let log = try #require(playback.controller.world.requestLog)
        let first = log.requests(RequestPattern("segment-1.ts"))
        #expect(first.map(\.fault) == [.status(500), nil])
        #expect(first.map(\.attempt) == [1, 2])
        guard case .failed(let reason, isRetried: true) = first[0].outcome else {
            Issue.record("\(first[0].outcome)")
            return
        }
        #expect(reason.hasSuffix("segment-1.ts: the server answered with status 500"))
        guard
            case .failed(_, isRetried: false) = log.requests(RequestPattern("segment-3.ts")).first?
                .outcome
        else {
            Issue.record("not failed for good")
            return
        }
    }

    @Test func `a cancelled request is abandoned in the log`() throws {
        var options = PlaybackOptions()
        options.faults = once("segment-0.ts", .hang)
        let world = PlaybackWorld(options: options)
        world.requestLog = RequestLog()
        let playback = Playback(in: world, provider: BasicSessionProvider())
        playback.controller.setVideos([SampleMedia.single.video()])
        playback.run(until: 5)
        playback.controller.setVideos([])
        #expect(world.requestLog?.records.last?.outcome == .abandoned)
        #expect(playback.ledger?.imbalances == [])
    }

    @Test func `faults apply to the same requests on any number of threads`() {
        func trace(_ workers: Workers) -> String {
            var options = PlaybackOptions()
            options.faults = [
                FaultRule(RequestPattern(kinds: [.segment]), occurrences: 3..<5, fault: .reset()),
                FaultRule(RequestPattern("*.vtt"), occurrences: 1..<2, fault: .delay(.seconds(3))),
            ]
            let world = PlaybackWorld(options: options, workers: workers)
            let playback = Playback(in: world, provider: BasicSessionProvider())
            return playback.play(SampleMedia.transportStream.video()).recorder.trace
        }
        let expected = trace(Workers(count: 1))
        for count in [2, 5] { #expect(trace(Workers(count: count)) == expected) }
    }

    @Test func `faults apply to playlists, initialization sections and subtitles too`() {
        let video = SampleMedia.fragments.video()
        let slow = playback(once("media.mp4", .delay(.seconds(2))), of: video)
        #expect(slow.ledger?.clock.time(in: .startup) == .seconds(2))
        for pattern in ["index.m3u8", "video-360p/index.m3u8", "audio-en/index.m3u8"] {
            let playback = playback(once(pattern, .reset()), of: video)
            #expect(playback.ledger?.requests.retried.requests == 1, "\(pattern)")
            #expect(playback.ledger?.isSound == true)
        }
        var preferences = MediaPreferences()
        preferences.subtitles = .language("en")
        let texts = playback(
            once("subtitles-en/segment-0.vtt", .status(503)),
            of: SampleMedia.transportStream.video()
        ) { $0.mediaPreferences = preferences }
        #expect(texts.ledger?.requests.retried.requests == 1)
    }

    @Test func `playback with a stale playlist response reaches its end`() {
        let playback = playback([
            FaultRule(RequestPattern("index.m3u8"), occurrences: 1..<2, fault: .stale)
        ])
        playback.controller.resumeVideo(at: 2, autoPlay: true)
        playback.controller.run()
        #expect(playback.recorder.lifecycle.last == .end)
        #expect(playback.ledger?.imbalances == [])
    }
}
