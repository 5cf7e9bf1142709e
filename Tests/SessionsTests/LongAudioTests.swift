import HeadlessPlayback
import TestSupport
import Testing

/// Sound that continues after the last picture of the same segments.
@Suite(.enabled(if: MadeFile.canBeMade, "needs ffmpeg"))
struct LongAudioTests {
    private let scratch = ScratchFolder()

    private func make(_ audio: Double, _ output: String) throws -> String {
        let arguments =
            "\(MadeFile.video(4)) \(MadeFile.audio(audio)) \(MadeFile.h264) -c:a aac \(output)"
        try #require(
            ShellCommand.succeeds(
                "cd '\(scratch.path)' && ffmpeg -v error -nostdin -y -bitexact \(arguments) 2>&1"))
        return "\(scratch.path)/\(output.split(separator: " ").last ?? "")"
    }

    private func isNear(_ time: MediaTime?, _ seconds: Double) -> Bool {
        abs((time ?? .zero).seconds - seconds) < 0.2
    }

    private static let forms = [
        "-f hls -hls_time 1 -hls_playlist_type vod i.m3u8",
        "-f hls -hls_time 1 -hls_playlist_type vod -hls_segment_type fmp4 i.m3u8",
    ]

    @Test(arguments: forms)
    func `audio after the last picture is played, and video is missing there`(form: String) throws {
        let playback = Playback().play(Video(url: try make(5.3, form)))
        #expect(playback.recorder.lifecycle.last == .end, "\(playback.recorder.errors)")
        #expect(isNear(playback.times(in: .played)["audio"], 5.3))
        #expect(isNear(playback.times(in: .missing)["video"], 1.3))
        #expect(playback.ledger?.isSound == false)
        #expect(playback.ledger?.imbalances == [])
    }

    @Test(arguments: forms)
    func `audio that ends less than half a second after the video leaves nothing missing`(
        form: String
    ) throws {
        let playback = Playback().play(Video(url: try make(4.4, form)))
        #expect(playback.recorder.lifecycle.last == .end, "\(playback.recorder.errors)")
        #expect(playback.ledger?.isSound == true, "\(playback.times(in: .missing))")
        #expect(isNear(playback.ledger?.tracks.first?.length, 4))
    }

    @Test func `audio before a discontinuity is played to its end`() throws {
        _ = try make(5.3, "-f hls -hls_time 1 -hls_playlist_type vod a.m3u8")
        let lines = String(decoding: scratch.bytes("a.m3u8") ?? [], as: UTF8.self)
            .split(separator: "\n").filter { $0 != "#EXT-X-ENDLIST" }
        let media = lines.drop { !$0.hasPrefix("#EXTINF") }
        let joined = lines + ["#EXT-X-DISCONTINUITY"] + media + ["#EXT-X-ENDLIST"]
        scratch.put(Array(joined.joined(separator: "\n").utf8), at: "i.m3u8")
        let playback = Playback().play(Video(url: "\(scratch.path)/i.m3u8"))
        #expect(playback.recorder.lifecycle.last == .end, "\(playback.recorder.errors)")
        #expect(isNear(playback.times(in: .played)["audio"], 10.6))
        #expect(isNear(playback.times(in: .missing)["video"], 2.6))
    }

    @Test func `audio of a single file is played to its end`() throws {
        let playback = Playback().play(Video(url: try make(5.3, "a.mp4")))
        #expect(playback.recorder.lifecycle.last == .end, "\(playback.recorder.errors)")
        #expect(isNear(playback.times(in: .played)["audio"], 5.3))
        #expect(isNear(playback.times(in: .missing)["video"], 1.3))
    }

    @Test func `a video whose segments are all gaps is not sound`() {
        let text = "#EXTM3U\n#EXT-X-TARGETDURATION:4\n#EXT-X-GAP\n#EXTINF:4,\na.ts\n#EXT-X-ENDLIST"
        scratch.put(Array(text.utf8), at: "i.m3u8")
        let playback = Playback().play(Video(url: "\(scratch.path)/i.m3u8"))
        #expect(playback.times(in: .gap)["video"] == .seconds(4))
        #expect(playback.ledger?.isSound == false)
    }
}
