import HeadlessPlayback
import TestSupport
import Testing

/// Playlists with a start position from `EXT-X-START`.
@Suite struct StartPointTests {
    private let cuePoints: CuePointCollection = [
        .before(), .at(.seconds(2)), .at(.seconds(6)), .at(.milliseconds(6500)), .at(.seconds(8)),
        .after(),
    ]

    private func playback(offset: Int) -> Playback {
        let loader = ScriptedLoader([
            (
                "index.m3u8",
                .changed { bytes in
                    let text = String(decoding: bytes, as: UTF8.self)
                    let start = "#EXT-X-START:TIME-OFFSET=\(offset)\n#EXTINF"
                    return Array(
                        text.replacing("#EXTINF", with: start, maxReplacements: 1).utf8)
                }
            )
        ])
        return Playback(loader: loader)
    }

    /// Returns the reported passages: their starts, their ends, and their numbers of cue points.
    private func passages(_ playback: Playback) -> [[Double]] {
        playback.recorder.passages.map {
            [$0.previous.timeInterval, $0.current.timeInterval, Double($0.cuePoints.count)]
        }
    }

    @Test(arguments: [6, -4])
    func `reports the cue points before the start point in one event`(offset: Int) {
        let playback = playback(offset: offset)
        playback.play(SampleMedia.single.video(cuePoints: cuePoints))
        #expect(
            passages(playback) == [
                [-.infinity, 0, 1], [0, 6, 2], [6, 7, 1], [7, 8, 1], [10, .infinity, 1],
            ])
        let names = playback.recorder.names
        let told = names.drop { $0 != "didPassCuePoints" }.dropFirst()
            .filter { ["didPassCuePoints", "didProgressTo"].contains($0) }
        #expect(told.first == "didProgressTo")
        #expect(playback.ledger?.isSound == true)
    }

    @Test func `reports no cue points before the start point until playback`() {
        let playback = playback(offset: 6)
        playback.controller.autoPlay = false
        playback.play(SampleMedia.single.video(cuePoints: cuePoints))
        playback.controller.setVideos([])
        #expect(passages(playback) == [])
    }

    @Test func `reports the cue points before the start point at a seek before the first play`() {
        let playback = playback(offset: 6)
        playback.controller.autoPlay = false
        playback.play(SampleMedia.single.video(cuePoints: cuePoints))
        playback.controller.seek(to: 8, toleranceBefore: 0, toleranceAfter: 0)
        playback.controller.run()
        #expect(passages(playback) == [[0, 6, 2], [6, 8, 2]])
    }

    @Test func `a resumption does not report the cue points before the start point again`() {
        let playback = playback(offset: 6)
        playback.controller.setVideos([SampleMedia.single.video(cuePoints: cuePoints)])
        playback.run(until: 0.1)
        playback.controller.resumeVideo(at: 3, autoPlay: true)
        playback.controller.run()
        #expect(playback.recorder.cuePoints.filter { $0.position.timeInterval == 2 }.count == 1)
    }

    @Test func `the start point of a multivariant playlist applies, not one of a media playlist`() {
        let loader = ScriptedLoader([
            (
                "index.m3u8",
                .changed { bytes in
                    let text = String(decoding: bytes, as: UTF8.self)
                    let offset = text.contains("#EXT-X-STREAM-INF") ? 4 : 8
                    let start = "#EXTM3U\n#EXT-X-START:TIME-OFFSET=\(offset)"
                    return Array(text.replacing("#EXTM3U", with: start).utf8)
                }
            )
        ])
        let playback = Playback(loader: loader)
        playback.play(SampleMedia.transportStream.video(cuePoints: cuePoints))
        #expect(passages(playback).contains([0, 4, 1]), "\(passages(playback))")
    }
}
