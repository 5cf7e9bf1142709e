import HeadlessPlayback
import TestSupport
import Testing

/// Audio and video whose timestamps agree or disagree after a discontinuity.
@Suite(.enabled(if: MadeFile.canBeMade, "needs ffmpeg"))
struct LostSynchronyTests {
    private let scratch = ScratchFolder()

    /// Writes a playlist with a discontinuity after 16 s, at which the timestamps may restart.
    private func put(_ name: String, restarts: Bool) {
        func list(_ numbers: Range<Int>) -> [String] {
            numbers.map { "#EXTINF:2,\n\(name)\($0).ts" }
        }
        let text =
            ["#EXTM3U", "#EXT-X-TARGETDURATION:3"] + list(0..<8) + ["#EXT-X-DISCONTINUITY"]
            + list(restarts ? 0..<8 : 8..<16) + ["#EXT-X-ENDLIST"]
        scratch.put(Array(text.joined(separator: "\n").utf8), at: "\(name).m3u8")
    }

    private func play(videoRestarts: Bool, audioRestarts: Bool) throws -> Playback {
        for (name, media) in [
            ("v", "\(MadeFile.video(32)) \(MadeFile.h264) -g 50"),
            ("a", "\(MadeFile.audio(32)) -c:a aac"),
        ] {
            try #require(
                ShellCommand.succeeds(
                    "cd '\(scratch.path)' && ffmpeg -v error -nostdin -y -bitexact \(media)"
                        + " -f hls -hls_time 2 -hls_playlist_type vod"
                        + " -hls_segment_filename '\(name)%d.ts' made.m3u8 2>&1"))
        }
        put("v", restarts: videoRestarts)
        put("a", restarts: audioRestarts)
        let text = """
            #EXTM3U
            #EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID="a",NAME="en",DEFAULT=YES,URI="a.m3u8"
            #EXT-X-STREAM-INF:BANDWIDTH=400000,CODECS="avc1.4D401F,mp4a.40.2",AUDIO="a"
            v.m3u8
            """
        scratch.put(Array(text.utf8), at: "i.m3u8")
        return Playback().play(Video(url: "\(scratch.path)/i.m3u8"))
    }

    @Test(arguments: [(true, "before"), (false, "after")])
    func `audio is missing where only one track's timestamps restart at a discontinuity`(
        audioRestarts: Bool, order: String
    ) throws {
        let playback = try play(videoRestarts: !audioRestarts, audioRestarts: audioRestarts)
        #expect(playback.recorder.lifecycle.last == .end, "\(playback.recorder.errors)")
        #expect(playback.ledger?.isSound == false)
        #expect(playback.ledger?.notes == [])
        #expect(playback.times(in: .missing)["video"] == nil)
        let missing = playback.times(in: .missing)["audio"]?.seconds ?? 0
        #expect(abs(missing - 16) < 0.2, "\(missing)")
        let finding = playback.ledger?.tracks.first { $0.name == "audio" }?.findings.first
        #expect(finding?.cause.contains("s \(order) those of the variant stream") == true)
    }

    @Test(arguments: [true, false])
    func `nothing is missing where the timestamps of both tracks agree after a discontinuity`(
        restart: Bool
    ) throws {
        let playback = try play(videoRestarts: restart, audioRestarts: restart)
        #expect(playback.recorder.lifecycle.last == .end, "\(playback.recorder.errors)")
        #expect(playback.ledger?.isSound == true, "\(playback.times(in: .missing))")
        #expect(playback.ledger?.notes == [])
    }
}
