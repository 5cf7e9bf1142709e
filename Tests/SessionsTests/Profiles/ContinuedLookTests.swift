import HeadlessPlayback
import Sessions
import TestSupport
import Testing
import Transport
import VirtualTime

/// GStreamer requests separate audio while the first segment of video arrives.
@Suite struct ContinuedLookTests {
    private let bitsPerSecond: Int64 = 400_000

    private func play(
        _ sample: SampleMedia, _ faults: [FaultRule] = []
    ) -> (playback: Playback, log: RequestLog) {
        let log = RequestLog()
        let playback = Playback {
            $0.adopt(.gstreamer)
            $0.faults = faults
            $0.network = NetworkConditions(
                bitsPerSecond: bitsPerSecond, latency: .milliseconds(60))
        }
        playback.controller.world.requestLog = log
        playback.controller.setVideos([sample.video()])
        return (playback, log)
    }

    private func received(_ log: RequestLog) -> [RequestRecord] {
        log.records.filter { !$0.isStored }
    }

    private func name(_ record: RequestRecord) -> String {
        record.url.split(separator: "/").suffix(2).joined(separator: "/")
    }

    @Test func `the audio playlist is requested after the first 32 KiB of video`() throws {
        let (playback, log) = play(.transportStream)
        playback.controller.run()
        #expect(playback.recorder.lifecycle.last == .end)
        let records = received(log)
        #expect(
            records.prefix(5).map(name) == [
                "ts-multivariant/index.m3u8", "video-234p/index.m3u8", "video-234p/segment-0.ts",
                "audio-en/index.m3u8", "audio-en/segment-0.ts",
            ])
        // The time is the latency plus the transfer of 32,768 bytes; responses have no heads on
        // this network.
        let time = records[2].start.duration(to: records[3].start)
        #expect(time == .milliseconds(60) + .microseconds(655_360))
        #expect(records[2].outcome == .received && records[2].byteCount == 48_504)
        #expect(records.count { name($0) == "video-234p/segment-0.ts" } == 1)
        #expect(playback.ledger?.isSound == true)
        #expect(playback.ledger?.imbalances == [])
        #expect(playback.ledger?.requests.wasted.bytes == 0)
    }

    @Test func `segments that the initial probe received are requested once`() throws {
        let (playback, log) = play(.fragments)
        playback.controller.run()
        #expect(playback.recorder.lifecycle.last == .end)
        let requests = received(log).filter { $0.kind == .segment }
            .map { "\(name($0)) \(String(describing: $0.byteRange))" }
        #expect(Set(requests).count == requests.count, "\(requests.joined(separator: "\n"))")
        #expect(playback.ledger?.isSound == true)
        #expect(playback.ledger?.imbalances == [])
    }

    @Test func `the last audio segment is requested before the last video segment`() throws {
        let (playback, log) = play(.transportStream)
        playback.controller.run()
        let records = received(log)
        let lastAudio = try #require(records.last { name($0) == "audio-en/segment-4.ts" })
        let lastVideo = try #require(records.last { name($0) == "video-234p/segment-4.ts" })
        #expect(lastAudio.start < lastVideo.start)
        #expect(playback.ledger?.isSound == true)
    }

    @Test func `the first segment of video is requested again once its connection broke`() throws {
        let reset = FaultRule(
            RequestPattern("*video-234p/segment-0.ts"), occurrences: 0..<1,
            fault: .reset(afterBytes: 40_000))
        let (playback, log) = play(.transportStream, [reset])
        playback.controller.run()
        #expect(playback.recorder.lifecycle.last == .end)
        #expect(received(log).count { name($0) == "video-234p/segment-0.ts" } == 2)
        #expect(playback.ledger?.isSound == true)
        #expect(playback.ledger?.imbalances == [])
    }

    @Test func `audio whose playlist fails permanently ends the load`() throws {
        let refusal = FaultRule(RequestPattern("audio-en/index.m3u8"), fault: .status(404))
        let (playback, log) = play(.transportStream, [refusal])
        playback.controller.run()
        #expect(playback.recorder.lifecycle.last == .fail)
        #expect(received(log).last.map(name) == "audio-en/index.m3u8")
        #expect(playback.ledger?.imbalances == [])
    }

    @Test func `another variant is probed and played once a probe has failed permanently`() throws {
        let refusal = FaultRule(RequestPattern("video-234p/segment-0.ts"), fault: .status(404))
        let (playback, log) = play(.transportStream, [refusal])
        playback.controller.run()
        #expect(playback.recorder.lifecycle.last == .end)
        let names = received(log).map(name)
        #expect(names.count { $0 == "video-234p/segment-0.ts" } == 4)
        #expect(names.count { $0 == "video-360p/segment-0.ts" } == 1)
        #expect(playback.ledger?.isSound == true)
        #expect(playback.ledger?.imbalances == [])
    }

    @Test(arguments: [0.9, 1.1, 1.5])
    func `another video during a probe cancels the requests of the probe`(instant: Double) {
        let (playback, log) = play(.transportStream)
        playback.run(until: instant)
        playback.controller.setVideos([SampleMedia.single.video()])
        playback.controller.run()
        #expect(playback.recorder.lifecycle.last == .end)
        #expect(log.records.contains { $0.outcome == .abandoned })
        #expect(playback.controller.ledgers.allSatisfy { $0.ledger.imbalances == [] })
    }

    @Test func `without a simulated network, the first video segment is requested only once`() {
        let log = RequestLog()
        let playback = Playback { $0.adopt(.gstreamer) }
        playback.controller.world.requestLog = log
        playback.play(SampleMedia.transportStream.video())
        #expect(playback.recorder.lifecycle.last == .end)
        let names = received(log).map(name)
        #expect(names.count { $0.hasPrefix("video-") && $0.hasSuffix("segment-0.ts") } == 1)
        #expect(playback.ledger?.requests.wasted.bytes == 0)
        #expect(playback.ledger?.isSound == true)
    }

    @Test func `a seek while the first segment arrives is followed by playback to the end`() throws
    {
        let (playback, _) = play(.transportStream)
        playback.run(until: 1.5)
        playback.controller.seek(to: 12, toleranceBefore: 0, toleranceAfter: 0)
        playback.controller.run()
        #expect(playback.recorder.lifecycle.last == .end)
        #expect(playback.ledger?.isSound == true)
        #expect(playback.ledger?.imbalances == [])
    }

    @Test func `probed bytes that are never played are wasted`() throws {
        // The probe has received the first video segment. The playlist of audio is delayed, so that
        // the segment is not played.
        let delay = FaultRule(RequestPattern("audio-en/index.m3u8"), fault: .delay(.seconds(5)))
        let (playback, log) = play(.transportStream, [delay])
        playback.run(until: 3)
        let look = try #require(log.records.last { name($0) == "video-234p/segment-0.ts" })
        #expect(look.outcome == .received && look.byteCount == 48_504)
        playback.controller.setVideos([SampleMedia.single.video()])
        playback.controller.run()
        let ledger = try #require(playback.controller.ledgers.first?.ledger)
        #expect(ledger.imbalances == [])
        #expect(ledger.requests.wasted.bytes == 48_504)
    }

    @Test func `a resumption at another position does not probe the first segment`() throws {
        let (playback, log) = play(.transportStream)
        playback.run(until: 6)
        playback.controller.resumeVideo(at: 12, autoPlay: true)
        playback.controller.run()
        #expect(playback.recorder.lifecycle.last == .end)
        #expect(received(log).count { name($0) == "video-234p/segment-0.ts" } == 1)
        #expect(playback.ledger?.isSound == true)
        #expect(playback.ledger?.imbalances == [])
    }

    @Test func `probing a kept segment again after a resumption leaves the ledger balanced`() throws
    {
        var profile = PlayerProfile.gstreamer
        profile.policy.requests.reuse = .segments
        let playback = Playback {
            $0.adopt(profile)
            $0.network = NetworkConditions(bitsPerSecond: bitsPerSecond)
        }
        playback.controller.setVideos([SampleMedia.transportStream.video()])
        playback.run(until: 6)
        playback.controller.resumeVideo(at: 0, autoPlay: true)
        playback.controller.run()
        #expect(playback.recorder.lifecycle.last == .end)
        #expect(playback.ledger?.isSound == true)
        #expect(playback.ledger?.imbalances == [])
    }
}
