import HeadlessPlayback
import Sessions
import TestSupport
import Testing

/// Audio that is held back until the main track has fixed the origin of the timestamps.
@Suite struct HeldAudioTests {
    private static let video = "ts-multivariant/video-540p/alone.m3u8"
    private static let english = "ts-multivariant/audio-en/alone.m3u8"
    private static let french = "ts-multivariant/audio-fr/alone.m3u8"

    private final class Placements: SegmentObserver {
        private(set) var names: [String] = []
        private(set) var lost: [MediaLoss] = []

        func session(_ number: Int, didPlace segment: PlacedSegment) {
            let parts = segment.url.split(separator: "/").suffix(2)
            names.append(parts.joined(separator: "/"))
        }

        func session(_ number: Int, didLose loss: MediaLoss) { lost.append(loss) }
    }

    private func playlist(seconds: Int) -> ScriptedLoader.Answer {
        let segments = (0..<2).map { "#EXTINF:\(seconds),\nsegment-\($0).ts\n" }.joined()
        let text = "#EXTM3U\n#EXT-X-TARGETDURATION:\(seconds)\n\(segments)#EXT-X-ENDLIST\n"
        return .bytes(Array(text.utf8))
    }

    /// Returns a playback whose video arrives only after two failed requests.
    ///
    /// The English playlist declares `englishSeconds` per segment, even if the media is shorter.
    private func playback(englishSeconds: Int, _ placements: Placements) throws -> Playback {
        let text = """
            #EXTM3U
            #EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID="a",NAME="English",LANGUAGE="en",DEFAULT=YES,\
            URI="\(Self.english)"
            #EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID="a",NAME="French",LANGUAGE="fr",URI="\(Self.french)"
            #EXT-X-STREAM-INF:BANDWIDTH=400000,CODECS="avc1.4D401F,mp4a.40.2",AUDIO="a"
            \(Self.video)
            """
        let loader = ScriptedLoader([
            ("mixed.m3u8", .bytes(Array(text.utf8))), (Self.video, playlist(seconds: 4)),
            (Self.english, playlist(seconds: englishSeconds)),
            (Self.french, playlist(seconds: 4)),
            ("video-540p/segment-0.ts", .failure(.status(503), times: 2)),
        ])
        let playback = Playback(loader: loader)
        playback.controller.world.segmentObserver = placements
        playback.controller.setVideos([Video(url: "\(SampleMedia.folder)/mixed.m3u8")])
        playback.run(until: 0.5)
        let session = try #require(playback.controller.currentSession)
        let options = try #require(session.audibleMediaSelectionGroup?.options)
        let french = try #require(options.last)
        session.selectedAudibleMediaOption = french
        playback.run(until: 0.75)
        #expect(loader.asked.count { $0 == "segment-0.ts" } == 3)
        #expect(placements.names == [])
        playback.controller.run()
        return playback
    }

    @Test func `audio of two renditions is placed on the timeline after the video`() throws {
        let placements = Placements()
        let playback = try playback(englishSeconds: 4, placements)
        #expect(
            Set(placements.names.prefix(3)) == [
                "video-540p/segment-0.ts", "audio-en/segment-0.ts", "audio-fr/segment-0.ts",
            ])
        #expect(placements.names.first == "video-540p/segment-0.ts")
        #expect(playback.recorder.lifecycle.last == .end)
        #expect(playback.ledger?.imbalances == [])
    }

    @Test func `a session that fails while audio waits for the video places no audio`() throws {
        let placements = Placements()
        let playback = try playback(englishSeconds: 9, placements)
        #expect(placements.names == ["video-540p/segment-0.ts"])
        #expect(placements.lost.count == 1)
        #expect(playback.recorder.lifecycle == [.playbackBufferEmpty, .fail])
        #expect(playback.recorder.errors.count == 1)
        #expect(playback.ledger?.imbalances == [])
    }
}
