import HeadlessPlayback
import Sessions
import TestSupport
import Testing

/// Media in unusual forms that other players accept.
@Suite(.enabled(if: MadeFile.canBeMade, "needs ffmpeg"))
struct OddMediaTests {
    private let scratch = ScratchFolder()

    private func make(_ arguments: String) -> Bool {
        ShellCommand.succeeds(
            "cd '\(scratch.path)' && ffmpeg -v error -nostdin -y -bitexact \(arguments) 2>&1")
    }

    private func put(_ lines: String..., at name: String) {
        let text = ["#EXTM3U", "#EXT-X-VERSION:7", "#EXT-X-TARGETDURATION:8"] + lines
        scratch.put(Array((text + ["#EXT-X-ENDLIST"]).joined(separator: "\n").utf8), at: name)
    }

    private func play(
        _ name: String, _ configure: (inout PlaybackOptions) -> Void = { _ in }
    ) -> Playback {
        Playback(configure).play(Video(url: "\(scratch.path)/\(name)"))
    }

    private func expectWhole(_ playback: Playback, length: Double) {
        #expect(playback.recorder.lifecycle.last == .end, "\(playback.recorder.errors)")
        #expect(playback.ledger?.isSound == true, "\(playback.times(in: .missing))")
        let found = playback.ledger?.tracks.map(\.length.seconds) ?? []
        #expect(found.allSatisfy { abs($0 - length) < 0.2 } && !found.isEmpty, "\(found)")
    }

    // MARK: Durations that only fragments have

    @Test(arguments: [
        "\(MadeFile.audio(rate: 44_100)) -c:a flac -strict -2",
        "\(MadeFile.audio()) -c:a flac -frame_size 16384 -strict -2",
        "\(MadeFile.audio()) -c:a alac", "\(MadeFile.audio()) -c:a libopus",
        "\(MadeFile.audio()) -c:a ac3", "\(MadeFile.audio()) -c:a eac3",
        "\(MadeFile.audio()) -c:a libmp3lame", "\(MadeFile.audio()) -c:a truehd -strict -2",
        "\(MadeFile.video(rate: "1/2")) \(MadeFile.reordered) -g 1",
    ])
    func `fragments last as long as their samples`(arguments: String) throws {
        try #require(
            make(
                "\(arguments) -f hls -hls_time 1 -hls_playlist_type vod -hls_segment_type fmp4"
                    + " i.m3u8"))
        let playback = play("i.m3u8")
        #expect(playback.recorder.lifecycle.last == .end, "\(playback.recorder.errors)")
        #expect(playback.ledger?.isSound == true, "\(playback.times(in: .missing))")
        let length = playback.ledger?.tracks.first?.length.seconds ?? 0
        #expect(abs(length - 4) < 0.4, "\(length)")
    }

    // MARK: Names and containers

    @Test(arguments: ["ts", "mp4", "mp3", "aac"])
    func `plays packed audio under any file extension, and notes a wrong one`(ending: String) throws
    {
        try #require(
            make(
                "\(MadeFile.audio()) -c:a aac -f segment -segment_time 2 -segment_format adts"
                    + " 'part%d.\(ending)'"))
        put("#EXTINF:2,\npart0.\(ending)\n#EXTINF:2,\npart1.\(ending)", at: "i.m3u8")
        let playback = play("i.m3u8")
        expectWhole(playback, length: 4)
        let isNoted = playback.ledger?.notes.contains(.misnamedMedia) ?? false
        #expect(isNoted == ["ts", "mp4", "mp3"].contains(ending))
    }

    @Test(arguments: ["ts", "mp4", "txt"])
    func `plays WebVTT under any name`(ending: String) throws {
        try #require(make("\(MadeFile.video()) \(MadeFile.h264) v.ts"))
        let text = "WEBVTT\n\n00:01.000 --> 00:02.000\nhello\n"
        scratch.put(Array(text.utf8), at: "text.\(ending)")
        put("#EXTINF:4,\nv.ts", at: "v.m3u8")
        put("#EXTINF:4,\ntext.\(ending)", at: "s.m3u8")
        scratch.put(
            Array(
                """
                #EXTM3U
                #EXT-X-MEDIA:TYPE=SUBTITLES,GROUP-ID="s",NAME="en",LANGUAGE="en",URI="s.m3u8"
                #EXT-X-STREAM-INF:BANDWIDTH=1000000,SUBTITLES="s"
                v.m3u8
                """.utf8), at: "i.m3u8")
        let playback = play("i.m3u8") { $0.mediaPreferences.subtitles = .language("en") }
        expectWhole(playback, length: 4)
        #expect(playback.ledger?.tracks.map(\.name).contains("subtitles") == true)
    }

    @Test func `media that resembles audio only in its first bytes is not audio`() {
        scratch.put(
            [0xFF, 0xF1, 0x4C, 0x80, 0x2A, 0x1F, 0xFC] + [UInt8](repeating: 7, count: 900),
            at: "a.ts")
        put("#EXTINF:2,\na.ts", at: "i.m3u8")
        #expect(play("i.m3u8").recorder.lifecycle.last == .fail)
    }

    // MARK: Playlists of one kind

    @Test func `shows each picture of an I-frame playlist until the next`() throws {
        try #require(
            make(
                "\(MadeFile.video()) \(MadeFile.reordered) -f hls -hls_time 1"
                    + " -hls_playlist_type vod -hls_flags single_file+iframes_only i.m3u8"))
        let playback = play("i.m3u8")
        expectWhole(playback, length: 4)
        #expect(playback.ledger?.tracks.map(\.name) == ["video"])
    }

    @Test func `shows each picture of a fragmented I-frame playlist until the next`() throws {
        let folder = "\(SampleMedia.folder)/cmaf-byteranges/video-180p"
        let bytes = fileBytes("\(folder)/media.mp4")
        let list = ShellCommand.text(
            of: "ffprobe -v error -show_entries packet=pos,size -of csv=p=0 '\(folder)/media.mp4'")
        let samples = (list ?? "").split(separator: "\n").compactMap { line in
            let fields = line.split(separator: ",").compactMap { Int($0) }
            return fields.count == 2 ? fields[1]..<fields[1] + fields[0] : nil
        }
        try #require(samples.count > 100)
        let fragments = bytes.indices.filter { bytes[$0...].starts(with: Array("moof".utf8)) }
            .map { $0 - 4 }
        try #require(fragments.count == 4)
        scratch.put(bytes, at: "media.mp4")
        var text = "#EXTM3U\n#EXT-X-VERSION:7\n#EXT-X-TARGETDURATION:3\n#EXT-X-I-FRAMES-ONLY\n"
        let section = bytes.indices.first { bytes[$0...].starts(with: Array("moov".utf8)) } ?? 0
        let size = bytes[section - 4..<section].reduce(0) { $0 << 8 | Int($1) }
        text += "#EXT-X-MAP:URI=\"media.mp4\",BYTERANGE=\"\(section - 4 + size)@0\"\n"
        for start in fragments {
            // The range ends with the first picture, in the middle of its fragment's data.
            let picture = try #require(samples.first { $0.lowerBound > start })
            let count = picture.upperBound - start
            text += "#EXTINF:3,\n#EXT-X-BYTERANGE:\(count)@\(start)\nmedia.mp4\n"
        }
        scratch.put(Array((text + "#EXT-X-ENDLIST\n").utf8), at: "i.m3u8")
        let playback = play("i.m3u8")
        expectWhole(playback, length: 12)
        #expect(playback.ledger?.tracks.map(\.name) == ["video"])
    }

    @Test func `refuses an I-frame playlist with a segment that does not start with an I-frame`()
        throws
    {
        try #require(make("\(MadeFile.video()) -c:v libx264 -g 100 v.ts"))
        let count = (scratch.bytes("v.ts")?.count ?? 0) / 188 / 2 * 188
        put(
            "#EXT-X-I-FRAMES-ONLY\n#EXTINF:2,\n#EXT-X-BYTERANGE:\(count)@0\nv.ts",
            "#EXTINF:2,\n#EXT-X-BYTERANGE:\(count)@\(count)\nv.ts", at: "i.m3u8")
        #expect(play("i.m3u8").recorder.lifecycle.last != .end)
    }

    @Test func `refuses a media playlist that has only text, and the error states this`() {
        scratch.put(Array("WEBVTT\n\n00:01.000 --> 00:02.000\nhello\n".utf8), at: "t.vtt")
        put("#EXTINF:4,\nt.vtt", at: "i.m3u8")
        let playback = play("i.m3u8")
        #expect(playback.recorder.lifecycle.last == .fail)
        #expect("\(playback.recorder.errors)".contains("only text"))
    }

    // MARK: Timestamps that start again

    @Test func `treats restarting timestamps as an undeclared discontinuity`() throws {
        for (part, source, seconds) in [("a", "testsrc2", 4.0), ("b", "testsrc", 2.0)] {
            let media =
                "-f lavfi -i \(source)=s=64x36:r=25:d=\(seconds) \(MadeFile.audio(seconds))"
            try #require(
                make(
                    "\(media) \(MadeFile.h264) -c:a aac -f hls -hls_time 1 -hls_playlist_type vod"
                        + " -hls_segment_filename '\(part)%d.ts' \(part).m3u8"))
        }
        let names = ["a0", "a1", "a2", "a3", "b0", "b1"]
        put(names.map { "#EXTINF:1,\n\($0).ts" }.joined(separator: "\n"), at: "i.m3u8")
        let playback = play("i.m3u8")
        expectWhole(playback, length: 6)
        #expect(playback.ledger?.notes == [.undeclaredDiscontinuity])
    }

    @Test(
        arguments: [("", 2), ("#EXT-X-DISCONTINUITY\n", 0)],
        [("aac", "ac3", "aac to ac3"), ("libmp3lame", "mp2", "mp4a.40.34 to mp4a.40.33")])
    func `a codec that changes without a discontinuity is named in a remark`(
        tag: (text: String, count: Int), codecs: (String, String, change: String)
    ) throws {
        for (part, codec) in [("a", codecs.0), ("b", codecs.1)] {
            try #require(
                make(
                    "\(MadeFile.video()) \(MadeFile.audio()) \(MadeFile.h264) -g 25 -c:a \(codec)"
                        + " -f hls -hls_time 1 -hls_segment_filename '\(part)%d.ts' \(part).m3u8"))
        }
        let names = ["a0", "b1", "a2", "a3"]
        let lines = names.map { name in
            (["b1", "a2"].contains(name) ? tag.text : "") + "#EXTINF:1,\n\(name).ts"
        }
        put(lines.joined(separator: "\n"), at: "i.m3u8")
        let remarks = play("i.m3u8").ledger?.remarks ?? []
        #expect(remarks.map(\.kind) == Array(repeating: .changedFormat, count: tag.count))
        let words = "the audio changes from \(codecs.change) without EXT-X-DISCONTINUITY: "
        #expect(remarks.first?.text.hasPrefix(words) ?? true)
    }

    @Test(arguments: ["mpegts", "fmp4"])
    func `a segment with the media of another time counts as missing`(type: String) throws {
        let end = type == "fmp4" ? "m4s" : "ts"
        let media = "\(MadeFile.video(30)) \(MadeFile.audio(30))"
        try #require(
            make(
                "\(media) \(MadeFile.h264) -g 25 -c:a aac -f hls -hls_time 1"
                    + " -hls_playlist_type vod -hls_segment_type \(type)"
                    + " -hls_segment_filename 's%d.\(end)' made.m3u8"))
        let map = type == "fmp4" ? "#EXT-X-MAP:URI=\"init.mp4\"\n" : ""
        let names = [0, 1, 2, 23, 4, 5]
        put(
            map + names.map { "#EXTINF:1,\ns\($0).\(end)" }.joined(separator: "\n"), at: "i.m3u8")
        let playback = play("i.m3u8")
        #expect(playback.recorder.lifecycle.last == .end, "\(playback.recorder.errors)")
        let missing = playback.ledger?.tracks.first?.findings.first
        #expect(playback.ledger?.isSound == false)
        #expect(abs((missing?.interval.lowerBound.seconds ?? 0) - 3) < 0.1)
        #expect(abs((missing?.interval.upperBound.seconds ?? 0) - 4) < 0.1)
        let cause = "s23.\(end): the media is of another time, or EXT-X-DISCONTINUITY is absent"
        #expect(missing?.cause.contains(cause) == true)
    }

    // MARK: Repeated fragments

    @Test(arguments: [
        ("video", "\(MadeFile.video()) \(MadeFile.reordered)"),
        ("audio", "\(MadeFile.audio()) -c:a aac"),
    ])
    func `a fragment that appears twice in a segment counts as overlapped`(
        track: String, arguments: String
    ) throws {
        try #require(
            make(
                "\(arguments) -f hls -hls_time 1 -hls_playlist_type vod -hls_segment_type fmp4"
                    + " i.m3u8"))
        #expect(play("i.m3u8").ledger?.isSound == true)
        let fragment = try #require(scratch.bytes("i1.m4s"))
        scratch.put(fragment + fragment, at: "i1.m4s")
        let playback = play("i.m3u8")
        #expect(playback.recorder.lifecycle.last == .end, "\(playback.recorder.errors)")
        #expect(playback.ledger?.isSound == false)
        let overlapped = playback.times(in: .overlapped)[track]?.seconds ?? 0
        #expect(abs(overlapped - 1) < 0.1, "\(overlapped)")
    }

    @Test func `a track at the end of the range of times is missing, without a crash`() throws {
        try #require(
            make(
                "\(MadeFile.video()) \(MadeFile.audio()) \(MadeFile.h264) -g 25 -c:a aac -f hls"
                    + " -hls_time 1 -hls_playlist_type vod -hls_segment_type fmp4 i.m3u8"))
        var bytes = try #require(scratch.bytes("i0.m4s"))
        let box = try #require(
            bytes.indices.last { bytes[$0...].starts(with: Array("tfdt".utf8)) })
        bytes[box + 10] = 0xFF
        scratch.put(bytes, at: "i0.m4s")
        #expect(play("i.m3u8").ledger?.isSound != true)
    }

    // MARK: The length of a segment

    @Test func `video time is missing where the video of a segment ends before its audio`() throws {
        try #require(
            make(
                "\(MadeFile.video(3)) \(MadeFile.audio(4)) \(MadeFile.h264) -c:a aac -f mpegts v.ts"
            ))
        put("#EXTINF:4,\nv.ts", at: "i.m3u8")
        let playback = play("i.m3u8")
        #expect(playback.recorder.lifecycle.last == .end, "\(playback.recorder.errors)")
        let missing = playback.times(in: .missing)
        #expect(missing["audio"] == nil)
        #expect(abs((missing["video"]?.seconds ?? 0) - 1) < 0.2)
    }

    @Test(
        arguments: [
            ([(0.0, 6.0), (0.0, 6.0)], nil), ([(0.0, 3.0), (0.0, 6.0)], nil),
            ([(0.0, 5.5), (0.1, 5.4)], nil), ([(0.0, 5.4), (0.1, 5.4)], 5.4),
            ([(0.0, 3.0), (3.0, 6.0)], nil), ([(1.0, 4.0)], 3.0), ([], 0.0),
        ] as [([(Double, Double)], Double?)])
    func `the duration of a segment is the span that all of its tracks cover together`(
        spans: [(Double, Double)], shortfall: Double?
    ) {
        let found = SegmentPromise(.seconds(6)).shortfall(
            of: spans.map {
                MediaTime.milliseconds(
                    Int64($0.0 * 1000))..<MediaTime.milliseconds(
                        Int64($0.1 * 1000))
            })
        #expect(found?.seconds == shortfall)
    }
}
