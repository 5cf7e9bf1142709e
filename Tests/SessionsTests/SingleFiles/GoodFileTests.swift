import HeadlessPlayback
import TestSupport
import Testing

/// Files from several muxers with many settings have the media that their headers declare.
@Suite struct GoodFileTests {
    private typealias File = MadeFile

    private static let pair = "\(MadeFile.video()) \(MadeFile.audio())"
    private static let plain = "\(pair) \(MadeFile.h264) -c:a aac"
    private static let reordered = "\(pair) \(MadeFile.reordered) -c:a aac"
    private static let fragments = "\(reordered) -movflags +frag_keyframe"

    static let layouts: [MadeFile] = [
        MadeFile("plain.mp4", plain),
        MadeFile("reordered.mp4", reordered),
        MadeFile("index-first.mp4", "\(reordered) -movflags +faststart"),
        MadeFile("no-edit-list.mp4", "\(reordered) -use_editlist 0"),
        MadeFile("negative-offsets.mp4", "\(reordered) -movflags +negative_cts_offsets"),
        MadeFile("reordered.mov", reordered),
        MadeFile("brand.m4v", "\(reordered) -f ipod"),
        MadeFile(
            "psp.mp4",
            "\(File.video(rate: "30000/1001")) \(File.audio()) \(File.h264) -c:a aac -f psp"),
        MadeFile("hint.mp4", "\(reordered) -movflags +rtphint"),
        MadeFile("scales.mp4", "\(reordered) -video_track_timescale 1000 -movie_timescale 600"),
        MadeFile("timecode.mp4", "\(reordered) -timecode 10:00:00:00"),
        MadeFile("timecode.mov", "\(reordered) -timecode 01:00:00:00"),
        MadeFile("chapters.mp4", "\(pair) -i chapters.txt -map_metadata 2 \(File.h264) -c:a aac"),
        MadeFile("offset.mp4", "\(reordered) -output_ts_offset 5"),
        MadeFile(
            "late-audio.mp4",
            "\(File.video()) -itsoffset 0.3 \(File.audio(3.7)) \(File.h264) -c:a aac"),
        MadeFile(
            "early-end.mp4", "\(File.video()) \(File.audio(3.7)) \(File.h264) -c:a aac"),
        MadeFile("video.mp4", "\(File.video()) \(File.reordered)"),
        MadeFile("audio.m4a", "\(File.audio()) -c:a aac"),
        MadeFile(
            "cover.m4a",
            "\(File.audio()) -f lavfi -i testsrc2=s=64x64:d=0.04 -map 0 -map 1 -c:a aac"
                + " -c:v mjpeg -frames:v 1 -disposition:v:0 attached_pic"),
        MadeFile(
            "cover.mp4",
            "\(pair) -f lavfi -i testsrc2=s=64x64:d=0.04 -map 0 -map 1 -map 2 -c:a aac"
                + " -c:v:0 libx264 -c:v:1 mjpeg -frames:v:1 1 -disposition:v:1 attached_pic"),
        MadeFile(
            "two-languages.mp4",
            "\(pair) \(File.audio()) -map 0 -map 1 -map 2 \(File.h264) -c:a aac"),
        MadeFile(
            "second-by-default.mp4",
            "\(pair) \(File.audio()) -map 0 -map 1 -map 2 \(File.h264) -c:a aac"
                + " -disposition:a:0 0 -disposition:a:1 default"),
        MadeFile(
            "subtitles.mp4",
            "\(pair) -i cues.srt -map 0 -map 1 -map 2 \(File.h264) -c:a aac -c:s mov_text"),
        MadeFile(
            "two-subtitles.mp4",
            "\(pair) -i cues.srt -i cues.srt -map 0 -map 1 -map 2 -map 3 \(File.h264)"
                + " -c:a aac -c:s mov_text"),
        MadeFile(
            "variable-rate.mp4",
            "\(pair) -vf select='not(between(mod(n\\,50)\\,10\\,28))' -vsync vfr"
                + " \(File.reordered) -c:a aac"),
        MadeFile(
            "variable-rate-plain.mp4",
            "\(pair) -vf select='not(between(mod(n\\,50)\\,10\\,28))' -vsync vfr"
                + " \(File.h264) -c:a aac"),
        MadeFile(
            "slides.mp4", "\(File.video(rate: "1/2")) \(File.audio()) \(File.h264) -c:a aac"),
        MadeFile(
            "one-a-second.mp4",
            "\(File.video(rate: "1")) \(File.audio()) \(File.reordered) -c:a aac"),
        MadeFile(
            "film.mp4", "\(File.video(rate: "24000/1001")) \(File.audio()) \(File.h264) -c:a aac"),
        MadeFile(
            "44100.mp4", "\(File.video()) \(File.audio(rate: 44_100)) \(File.h264) -c:a aac"),
        MadeFile("8000.mp4", "\(File.video()) \(File.audio(rate: 8000)) \(File.h264) -c:a aac"),
    ]

    static let fragmented: [MadeFile] = [
        MadeFile("empty-moov.mp4", "\(fragments)+empty_moov+default_base_moof"),
        MadeFile("no-base.mp4", "\(fragments)+empty_moov"),
        MadeFile("first-in-moov.mp4", fragments),
        MadeFile("delayed.mp4", "\(fragments)+delay_moov"),
        MadeFile("dash.mp4", "\(reordered) -movflags +dash"),
        MadeFile("cmaf.mp4", "\(fragments)+cmaf"),
        MadeFile("global-index.mp4", "\(fragments)+dash+global_sidx"),
        MadeFile("separate.mp4", "\(fragments)+separate_moof+empty_moov"),
        MadeFile("each-frame.mp4", "\(reordered) -movflags +frag_every_frame+empty_moov"),
        MadeFile("no-trailer.mp4", "\(fragments)+empty_moov+skip_trailer"),
        MadeFile("fragments.mov", "\(fragments)+empty_moov"),
        MadeFile(
            "fragments.m4a",
            "\(File.audio()) -c:a aac -movflags +empty_moov -frag_duration 900000"),
        MadeFile("clock.mp4", "\(fragments)+empty_moov -write_prft wallclock"),
        MadeFile(
            "text.mp4",
            "\(pair) -i cues.srt -map 0 -map 1 -map 2 \(File.h264) -c:a aac -c:s mov_text"
                + " -movflags +frag_keyframe+empty_moov"),
    ]

    static let codecs: [MadeFile] =
        [
            "libmp3lame", "mp2", "ac3", "eac3", "libopus", "alac", "flac", "dca", "libvorbis",
            "truehd",
        ].flatMap { codec in
            let start = "\(pair) \(File.h264) -c:a \(codec) -strict -2"
            return [
                MadeFile("\(codec).mp4", start),
                MadeFile("\(codec)-fragments.mp4", "\(start) -movflags +frag_keyframe+delay_moov"),
            ]
        }
        + ["pcm_s16le", "pcm_s24le", "pcm_s16be"].map {
            MadeFile("\($0).mov", "\(pair) \(File.h264) -c:a \($0)")
        }
        + [
            "mpeg4 -bf 2", "mpeg2video -bf 2", "mjpeg",
            "libvpx-vp9 -deadline realtime -cpu-used 8",
        ].map { codec in
            MadeFile("\(codec.prefix { $0 != " " }).mp4", "\(pair) -c:v \(codec) -c:a aac")
        } + [
            MadeFile("prores.mov", "\(pair) -c:v prores_ks -c:a aac"),
            MadeFile(
                "large-blocks.mp4",
                "\(pair) \(File.h264) -c:a flac -frame_size 65535 -strict -2"
                    + " -movflags +frag_keyframe+empty_moov"),
        ]

    @Test(
        .enabled(if: MadeFile.canBeMade, "needs ffmpeg"),
        arguments: layouts + fragmented + codecs)
    func `a generated file plays completely`(file: MadeFile) throws {
        let scratch = ScratchFolder()
        let path = try #require(file.make(in: scratch), "ffmpeg makes no \(file.name)")
        let playback = Playback().play(Video(url: path))
        expectWhole(playback, length: file.length)
    }

    @Test(arguments: [
        ("gst-mp4.mp4", 2), ("gst-qt.mov", 2), ("gst-fragments.mp4", 2), ("vlc.mp4", 1.92),
        ("vlc-fragments.mp4", 0.6),
    ])
    func `files of other muxers play completely`(name: String, length: Double) {
        expectWhole(Playback().play(Video(url: "\(Self.fixtures)/\(name)")), length: length)
    }

    @Test(.enabled(if: MadeFile.canBeMade, "needs ffmpeg"), arguments: layouts.prefix(8))
    func `a generated file has the same duration when only its index is read`(file: MadeFile) throws
    {
        let scratch = ScratchFolder()
        let path = try #require(file.make(in: scratch))
        expectWhole(
            Playback { $0.verification = .playlist }.play(Video(url: path)), length: file.length)
    }

    private func expectWhole(_ playback: Playback, length: Double) {
        #expect(playback.recorder.lifecycle.last == .end, "\(playback.recorder.errors)")
        #expect(playback.ledger?.isSound == true, "\(playback.times(in: .missing))")
        let found = playback.ledger?.tracks.map(\.length.seconds) ?? []
        #expect(found.allSatisfy { abs($0 - length) < 0.2 } && !found.isEmpty, "\(found)")
    }

    private static let fixtures =
        #filePath.split(separator: "/", omittingEmptySubsequences: false).dropLast(3)
        .joined(separator: "/") + "/Fixtures/SingleFiles"
}
