import HeadlessPlayback
import TestSupport
import Testing
import Transport

@Suite struct VariantTests {
    /// The maximum number of events in a run; a run with more events is considered stuck.
    private static let patience = 10_000

    private func playing(
        _ bitsPerSecond: Int64? = nil, loader: any ResourceLoader = StandardLoader(),
        until second: Double
    ) -> Playback {
        let playback = Playback(loader: loader) {
            if let bitsPerSecond { $0.network = NetworkConditions(bitsPerSecond: bitsPerSecond) }
            $0.preferredPeakBitRate = 200_000
            // With limited bandwidth, playback switches to a higher variant only with ten seconds
            // of buffered media.
            let buffer = MediaTime.seconds(bitsPerSecond == nil ? 4 : 12)
            $0.bufferOptimizer = BufferOptimizer(minimumDuration: buffer, maximumDuration: buffer)
        }
        playback.controller.setVideos([SampleMedia.transportStream.video()])
        playback.run(until: second)
        return playback
    }

    private func ends(_ playback: Playback) -> Bool {
        for _ in 0..<Self.patience where !playback.controller.world.loop.runNext() {
            return playback.controller.currentSession?.hasEnded == true
        }
        return false
    }

    @Test func `changes the variant during playback without losing media`() {
        let playback = playing(until: 5)
        #expect(playback.controller.currentSession?.indicatedBitRate == 177_664)
        playback.controller.setPreferredPeakBitRate(0)
        #expect(ends(playback))
        #expect(playback.controller.currentSession?.indicatedBitRate == 351_376)
        #expect(playback.ledger?.isSound == true)
        #expect(playback.times(in: .overlapped) == [:])
    }

    @Test(arguments: [1, 2, 4, 8, 10, 11, 30] as [Int64])
    func `with a buffer of any size, the variant rises to what the network permits`(seconds: Int64)
    {
        let playback = Playback {
            $0.network = NetworkConditions(bitsPerSecond: 10_000_000)
            $0.bufferOptimizer = BufferOptimizer(
                minimumDuration: .seconds(seconds), maximumDuration: .seconds(seconds))
        }
        playback.controller.setVideos([SampleMedia.transportStream.video()])
        #expect(ends(playback))
        #expect(playback.controller.currentSession?.indicatedBitRate == 351_376)
        #expect(playback.ledger?.isSound == true)
    }

    @Test func `switches to a variant whose playlist loads during playback`() {
        let playback = playing(1_000_000, until: 2)
        playback.controller.setPreferredPeakBitRate(0)
        #expect(ends(playback))
        #expect(playback.controller.currentSession?.indicatedBitRate == 351_376)
        #expect(playback.ledger?.isSound == true)
    }

    @Test(arguments: 0..<40)
    func `a resumption while the playlist of a variant loads plays to the end`(step: Int) {
        let playback = playing(1_000_000, until: 2)
        playback.controller.setPreferredPeakBitRate(0)
        playback.run(until: 4.6 + Double(step) / 1000)
        playback.controller.resumeVideo(at: 1, autoPlay: true)
        #expect(ends(playback))
        #expect(playback.ledger?.isSound == true)
    }

    @Test(arguments: 0..<40)
    func `a seek while the playlist of a variant loads lands and plays to the end`(step: Int) {
        let playback = playing(1_000_000, until: 2)
        playback.controller.setPreferredPeakBitRate(0)
        playback.run(until: 4.6 + Double(step) / 1000)
        var outcomes: [Bool] = []
        playback.controller.seek(to: step.isMultiple(of: 2) ? 18 : 1) { outcomes.append($0) }
        #expect(ends(playback))
        #expect(outcomes == [true])
        #expect(playback.ledger?.isSound == true)
    }

    @Test
    func `a variant whose playlist lists no segments is not selected`() {
        let empty = Array("#EXTM3U\n#EXT-X-TARGETDURATION:4\n#EXT-X-ENDLIST\n".utf8)
        let loader = ScriptedLoader([("video-540p/index.m3u8", .bytes(empty))])
        let playback = playing(loader: loader, until: 5)
        playback.controller.setPreferredPeakBitRate(0)
        #expect(ends(playback))
        #expect(playback.controller.currentSession?.indicatedBitRate == 247_224)
        #expect(playback.ledger?.isSound == true)
    }

    private func bytes(_ names: String...) throws -> [UInt8] {
        try names.flatMap { name in
            let url = "\(SampleMedia.transportStream.folder)/video-540p/\(name)"
            return try StandardLoader().load(ResourceRequest(url: url, kind: .segment)).body.bytes()
        }
    }

    @Test(arguments: [4, 5, 8, 9, 12])
    func `a switch to a variant with other segment boundaries loses no media`(second: Double) throws
    {
        let list = """
            #EXTM3U
            #EXT-X-TARGETDURATION:8
            #EXTINF:8,
            long-0.ts
            #EXTINF:8,
            long-1.ts
            #EXTINF:4,
            segment-4.ts
            #EXT-X-ENDLIST
            """
        let loader = ScriptedLoader([
            ("video-540p/index.m3u8", .bytes(Array(list.utf8))),
            ("long-0.ts", .bytes(try bytes("segment-0.ts", "segment-1.ts"))),
            ("long-1.ts", .bytes(try bytes("segment-2.ts", "segment-3.ts"))),
        ])
        let playback = playing(loader: loader, until: second)
        playback.controller.setPreferredPeakBitRate(0)
        #expect(ends(playback))
        #expect(playback.controller.currentSession?.indicatedBitRate == 351_376)
        #expect(playback.ledger?.isSound == true)
    }

    @Test(arguments: ["3", "3.6", "4.4"], [5, 9])
    func `a switch to a variant that states other durations loses at most half a second`(
        duration: String, second: Double
    ) {
        let loader = ScriptedLoader([
            (
                "video-540p/index.m3u8",
                .changed { bytes in
                    let text = String(decoding: bytes, as: UTF8.self)
                    return Array(text.replacing("EXTINF:4.000000", with: "EXTINF:\(duration)").utf8)
                }
            )
        ])
        let playback = Playback(loader: loader) {
            $0.preferredPeakBitRate = 200_000
            $0.recovery.damagedSegment = .skip
            $0.bufferOptimizer = BufferOptimizer(
                minimumDuration: .seconds(4), maximumDuration: .seconds(4))
        }
        playback.controller.setVideos([SampleMedia.transportStream.video()])
        playback.run(until: second)
        playback.controller.setPreferredPeakBitRate(0)
        #expect(ends(playback))
        #expect(playback.times(in: .missing)["video"] ?? .zero <= .milliseconds(500))
        #expect(playback.ledger?.imbalances == [])
    }

    @Test func `changes the audio rendition when the variant changes its audio group`() {
        let loader = ScriptedLoader([
            ("audio-en/segment-4.ts", .failure(.notFound, times: 9)),
            (
                "ts-multivariant/index.m3u8",
                .changed { bytes in
                    let lines = String(decoding: bytes, as: UTF8.self).split(separator: "\n").map {
                        line -> String in
                        if line.contains("audio-fr") {
                            return line.replacing("GROUP-ID=\"audio\"", with: "GROUP-ID=\"other\"")
                                .description
                        }
                        if line.contains("960x540") {
                            return line.replacing("AUDIO=\"audio\"", with: "AUDIO=\"other\"")
                                .description
                        }
                        return String(line)
                    }
                    return Array(lines.joined(separator: "\n").utf8)
                }
            ),
        ])
        let playback = playing(loader: loader, until: 5)
        playback.controller.setPreferredPeakBitRate(0)
        #expect(ends(playback))
        #expect(playback.controller.currentSession?.indicatedBitRate == 351_376)
        #expect(playback.ledger?.isSound == true)
        #expect(playback.times(in: .overlapped) == [:])
    }
}
