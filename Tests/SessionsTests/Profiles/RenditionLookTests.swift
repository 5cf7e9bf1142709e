import HeadlessPlayback
import Presentation
import Sessions
import TestSupport
import Testing
import Transport
import VirtualTime

/// Chromium requests the start of each rendition before it plays separate audio.
@Suite struct RenditionLookTests {
    private func play(
        _ sample: SampleMedia, _ script: [(String, ScriptedLoader.Answer)] = [],
        bitsPerSecond: Int64? = 400_000, look: RequestRules.Look?
    ) -> (playback: Playback, records: [RequestRecord]) {
        let log = RequestLog()
        let playback = Playback(loader: ScriptedLoader(script)) {
            var profile = PlayerProfile.chromium
            profile.policy.requests.look = look
            $0.adopt(profile)
            if let bitsPerSecond {
                $0.network = NetworkConditions(
                    bitsPerSecond: bitsPerSecond, latency: .milliseconds(60))
            }
        }
        playback.controller.world.requestLog = log
        playback.play(sample.video())
        return (playback, log.records)
    }

    private let look = RequestRules.Look.cancelled(after: 32_768)

    private func name(_ record: RequestRecord) -> String {
        record.url.split(separator: "/").suffix(2).joined(separator: "/")
    }

    @Test func `the start of each rendition is requested before the playlist of the next one`()
        throws
    {
        let (playback, records) = play(.transportStream, look: look)
        #expect(playback.recorder.lifecycle.last == .end)
        #expect(
            records.prefix(7).map(name) == [
                "ts-multivariant/index.m3u8", "video-234p/index.m3u8", "video-234p/segment-0.ts",
                "audio-en/index.m3u8", "audio-en/segment-0.ts", "video-234p/segment-0.ts",
                "audio-en/segment-0.ts",
            ])
        // The request for video is abandoned after 32 KiB of 48,504 bytes. The next request follows
        // after the usual interval.
        #expect(records[2].outcome == .abandoned && records[2].byteCount == 32_768)
        let end = try #require(records[2].end)
        #expect(end.duration(to: records[3].start) == .milliseconds(10))
        let time = records[2].start.duration(to: end)
        // The time is the latency plus 32,768 bytes at 400 kb/s; responses have no header bytes on
        // this network.
        #expect(time == .milliseconds(60) + .microseconds(655_360))
        #expect(playback.ledger?.isSound == true)
        // Only the rest of the segment is fetched, since a local file counts as having a validator.
        #expect(records[5].byteCount == 15_736)
        #expect(playback.ledger?.requests.wasted.bytes == 0)
    }

    @Test
    func `no request is lost without separate audio or a probe; unlimited networks lose no media`()
    {
        let (single, plain) = play(.single, look: look)
        #expect(single.recorder.lifecycle.last == .end)
        #expect(plain.allSatisfy { $0.outcome == .received })
        let (other, none) = play(.transportStream, look: nil)
        #expect(other.recorder.lifecycle.last == .end)
        #expect(none.allSatisfy { $0.outcome == .received })
        let (instant, records) = play(.transportStream, bitsPerSecond: nil, look: look)
        #expect(instant.recorder.lifecycle.last == .end)
        #expect(instant.ledger?.isSound == true)
        #expect(records.count { $0.url.hasSuffix("/segment-0.ts") } == 4)
    }

    @Test(arguments: ["video-234p/segment-0.ts", "audio-en/segment-0.ts", "audio-en/index.m3u8"])
    func `a failed probe ends the load`(missing: String) {
        let (playback, records) = play(
            .transportStream, [(missing, .failure(.status(404), times: 1))], look: look)
        #expect(playback.recorder.lifecycle.last == .fail)
        #expect(records.count { name($0) == missing } == 1)
        #expect(records.last.map(name) == missing)
        #expect(playback.ledger?.isSound == true)
    }

    /// The player uses the probed bytes of a rendition, or chooses another variant stream.
    @Test(arguments: ["chromium", "gstreamer"], [0..<1, 1..<2])
    func `a fault in probed bytes fails the load, switches the variant or makes the ledger unsound`(
        name: String, occurrences: Range<Int>
    ) throws {
        let match = RequestPattern("video-180p/media.mp4")
        for fault in [ResourceFault.zeroedBytes(nil), .truncation(toMillionths: 500_000)] {
            let profile = try #require(PlayerProfile.named(name))
            let playback = Playback {
                $0.adopt(profile)
                $0.network = NetworkConditions(bitsPerSecond: 2_000_000, latency: .zero)
                $0.faults = [FaultRule(match, occurrences: occurrences, fault: fault)]
            }
            playback.play(SampleMedia.fragments.video())
            let hasFailed = playback.recorder.lifecycle.last == .fail
            let ledger = try #require(playback.ledger)
            let isReplaced = ledger.remarks.contains { $0.kind == .replacedVariant }
            #expect(hasFailed || isReplaced || !ledger.isSound, "\(fault)")
        }
    }

    /// The probe receives 32 KiB of the first video segment, and playback gets the rest.
    @Test func `damage to probed bytes is reported even if later responses are delayed or reset`() {
        let match = RequestPattern("video-234p/segment-0.ts")
        let zeros = FaultRule(match, occurrences: 0..<1, fault: .zeroedBytes(0..<20_000))
        let others = [
            FaultRule(RequestPattern("*"), fault: .delay(.milliseconds(100))),
            FaultRule(match, occurrences: 1..<2, fault: .reset(afterBytes: 5000)),
        ]
        for other in others {
            let playback = Playback {
                $0.adopt(.chromium)
                $0.network = NetworkConditions(bitsPerSecond: 2_000_000, latency: .zero)
                $0.faults = [zeros, other]
            }
            playback.play(SampleMedia.transportStream.video())
            let hasFailed = playback.recorder.lifecycle.last == .fail
            #expect(hasFailed || playback.ledger?.isSound == false, "\(other)")
        }
    }

    @Test func `a fault after the probed bytes does not affect the media`() {
        let zeros = FaultRule(
            RequestPattern("video-234p/segment-0.ts"), occurrences: 0..<1,
            fault: .zeroedBytes(40_000..<48_000))
        let playback = Playback {
            $0.adopt(.chromium)
            $0.network = NetworkConditions(bitsPerSecond: 2_000_000, latency: .zero)
            $0.faults = [zeros]
        }
        playback.play(SampleMedia.transportStream.video())
        #expect(playback.recorder.lifecycle.last == .end)
        #expect(playback.ledger?.isSound == true)
    }

    @Test func `another video during a probe cancels the requests of the probe`() {
        let log = RequestLog()
        let playback = Playback {
            $0.adopt(.chromium)
            $0.network = NetworkConditions(bitsPerSecond: 100_000, latency: .milliseconds(60))
        }
        playback.controller.world.requestLog = log
        playback.controller.setVideos([SampleMedia.transportStream.video()])
        playback.run(until: 0.6)
        playback.controller.setVideos([SampleMedia.single.video()])
        playback.controller.run()
        #expect(playback.recorder.lifecycle.last == .end)
        #expect(log.records.contains { $0.outcome == .abandoned })
        #expect(playback.controller.ledgers.allSatisfy { $0.ledger.imbalances == [] })
    }
}
