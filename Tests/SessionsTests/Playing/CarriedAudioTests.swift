import HeadlessPlayback
import TestSupport
import Testing

/// Variants with their own audio, mixed with variants whose audio is a separate rendition.
///
/// The two samples have the same length and the same first timestamp, so that they serve as
/// variants of one film.
@Suite struct CarriedAudioTests {
    private static let carried = "single/carried.m3u8"
    private static let video = "ts-multivariant/video-540p/alone.m3u8"
    private static let audio = "ts-multivariant/audio-en/alone.m3u8"
    private static let carriedRate: Int64 = 200_000
    private static let groupRate: Int64 = 400_000

    /// Returns a media playlist that repeats eight seconds of a sample.
    private func playlist(_ duration: String, _ count: Int, times: Int) -> ScriptedLoader.Answer {
        let segments = (0..<count).map { "#EXTINF:\(duration),\nsegment-\($0).ts\n" }.joined()
        let text = [String](repeating: segments, count: times)
            .joined(separator: "#EXT-X-DISCONTINUITY\n")
        return .bytes(
            Array("#EXTM3U\n#EXT-X-TARGETDURATION:5\n\(text)#EXT-X-ENDLIST\n".utf8))
    }

    private func loader(
        times: Int = 3, codecs: String = "avc1.4D400D,mp4a.40.2",
        _ script: [(String, ScriptedLoader.Answer)] = []
    ) -> ScriptedLoader {
        let text = """
            #EXTM3U
            #EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID="a",NAME="English",DEFAULT=YES,URI="\(Self.audio)"
            #EXT-X-STREAM-INF:BANDWIDTH=\(Self.carriedRate),CODECS="\(codecs)"
            \(Self.carried)
            #EXT-X-STREAM-INF:BANDWIDTH=\(Self.groupRate),CODECS="avc1.4D401F,mp4a.40.2",AUDIO="a"
            \(Self.video)
            """
        return ScriptedLoader(
            script + [
                ("mixed.m3u8", .bytes(Array(text.utf8))),
                (Self.carried, playlist("2", 4, times: times)),
                (Self.video, playlist("4", 2, times: times)),
                (Self.audio, playlist("4", 2, times: times)),
            ])
    }

    private func playback(
        _ loader: ScriptedLoader, peak: Int64, buffer: Int64 = 4,
        _ configure: (inout PlaybackOptions) -> Void = { _ in }
    ) -> Playback {
        let playback = Playback(loader: loader) {
            $0.preferredPeakBitRate = peak
            $0.bufferOptimizer = BufferOptimizer(
                minimumDuration: .seconds(buffer), maximumDuration: .seconds(buffer))
            configure(&$0)
        }
        playback.controller.setVideos([Video(url: "\(SampleMedia.folder)/mixed.m3u8")])
        return playback
    }

    private func expectWhole(
        _ playback: Playback, endsAt rate: Int64? = nil,
        _ location: SourceLocation = #_sourceLocation
    ) {
        var steps = 0
        while steps < 10_000, playback.controller.world.loop.runNext() { steps += 1 }
        let session = playback.controller.currentSession
        #expect(session?.hasEnded == true, sourceLocation: location)
        #expect(playback.ledger?.imbalances == [], sourceLocation: location)
        #expect(playback.times(in: .missing) == [:], sourceLocation: location)
        #expect(playback.ledger?.isSound == true, sourceLocation: location)
        #expect(
            playback.ledger?.tracks.map(\.name) == ["video", "audio"], sourceLocation: location)
        if let rate { #expect(session?.indicatedBitRate == rate, sourceLocation: location) }
    }

    @Test(
        arguments: stride(from: 0.0, through: 20, by: 1.25).map { $0 },
        [MediaTime.zero, .seconds(1)])
    func `audio of an audio group takes over from muxed audio`(second: Double, latency: MediaTime) {
        let playback = playback(loader(), peak: Self.carriedRate) {
            guard latency > .zero else { return }
            $0.network = NetworkConditions(bitsPerSecond: 5_000_000, latency: .seconds(1))
        }
        playback.run(until: second)
        #expect(playback.controller.currentSession?.indicatedBitRate != Self.groupRate)
        playback.controller.setPreferredPeakBitRate(0)
        expectWhole(playback)
    }

    @Test(arguments: stride(from: 0.0, through: 20, by: 1.25).map { $0 })
    func `muxed audio takes over from audio of an audio group`(second: Double) {
        let playback = playback(loader(), peak: 0)
        playback.run(until: second)
        playback.controller.setPreferredPeakBitRate(Self.carriedRate)
        expectWhole(playback, endsAt: second < 16 ? Self.carriedRate : nil)
    }

    @Test(arguments: [1, 3, 7], [1, 2, 5])
    func `the variant may change back and forth between muxed and separate audio`(
        first: Double, pause: Double
    ) {
        let loader = loader()
        let playback = playback(loader, peak: Self.carriedRate)
        for turn in 0..<4 {
            playback.run(until: first + Double(turn) * pause)
            playback.controller.setPreferredPeakBitRate(
                turn.isMultiple(of: 2) ? 0 : Self.carriedRate)
        }
        expectWhole(playback)
        #expect(!playback.recorder.lifecycle.contains(.playbackStalled))
    }

    @Test func `a changing network switches between muxed and separate audio in both directions`() {
        let playback = playback(loader(times: 8), peak: 0, buffer: 14) {
            $0.network = NetworkConditions(
                steps: [(0, 2_000_000), (12, 330_000), (30, 2_000_000)].map {
                    NetworkConditions.Step(
                        start: Instant(sinceStart: .seconds($0.0)), bitsPerSecond: $0.1)
                })
        }
        var rates: [Int64] = []
        for second in 1...60 {
            playback.run(until: Double(second))
            let rate = playback.controller.currentSession?.indicatedBitRate ?? 0
            if rates.last != rate { rates.append(rate) }
        }
        #expect(
            rates == [Self.carriedRate, Self.groupRate, Self.carriedRate, Self.groupRate])
        expectWhole(playback)
    }

    @Test(arguments: [false, true], stride(from: 0.5, through: 20, by: 3).map { $0 })
    func `a seek across a change between muxed and separate audio finds its audio`(
        rises: Bool, target: Double
    ) {
        let playback = playback(loader(), peak: rises ? Self.carriedRate : 0)
        playback.run(until: 6)
        playback.controller.setPreferredPeakBitRate(rises ? 0 : Self.carriedRate)
        playback.run(until: 7)
        playback.controller.seek(to: target)
        playback.run(until: 9)
        playback.controller.seek(to: 1)
        expectWhole(playback)
    }

    @Test func `at the playlist verification level, a change from muxed audio loses no media`() {
        let playback = playback(loader(), peak: Self.carriedRate) { $0.verification = .playlist }
        playback.run(until: 6)
        playback.controller.setPreferredPeakBitRate(0)
        expectWhole(playback, endsAt: Self.groupRate)
    }

    @Test func `a variant whose audio group is unavailable is not selected`() {
        let playback = playback(
            loader([(Self.audio, .failure(.notFound, times: 9))]), peak: Self.carriedRate)
        playback.run(until: 6)
        playback.controller.setPreferredPeakBitRate(0)
        expectWhole(playback, endsAt: Self.carriedRate)
    }

    @Test func `the audio rendition continues when the other variant declares no audio`() {
        let playback = playback(loader(codecs: "avc1.4D400D"), peak: 0)
        playback.run(until: 6)
        playback.controller.setPreferredPeakBitRate(Self.carriedRate)
        expectWhole(playback, endsAt: Self.carriedRate)
    }
}
