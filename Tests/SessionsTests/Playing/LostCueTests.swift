import HeadlessPlayback
import Sessions
import TestSupport
import Testing
import Transport

/// Cues that are never displayed: cues that were read, and cues that should have been read.
@Suite struct LostCueTests {
    private static let cue = "00:01.000 --> 00:02.000\none"

    private func remarks(_ playback: Playback) -> [String] {
        (playback.ledger?.remarks ?? []).map { remark in
            // The folder of the sample is removed from the text.
            let words = remark.text.split(separator: " ").map { word in
                word.contains("/") ? String(word.split(separator: "/").last ?? "") : String(word)
            }
            return "\(remark.kind.rawValue): \(words.joined(separator: " "))"
        }
    }

    @Test func `a cue whose arrow is broken makes the ledger unsound`() {
        let playback = TextRendition(
            .single,
            [
                .init("\(Self.cue)\n\n00:03.000 -> 00:04.000\ntwo", duration: 5),
                .init("00:06.000 --> 00:07.000\nthree", duration: 5),
            ]
        ).play()
        #expect(playback.recorder.lifecycle.last == .end)
        #expect(playback.cues.count == 4)
        #expect(playback.ledger?.isSound == false)
        #expect(
            remarks(playback) == [
                "lostCues: 1 cue is lost: line 7: \"00:03.000 -> 00:04.000\" is not a pair of times:"
                    + " text-0.vtt"
            ])
    }

    @Test func `a malformed timestamp map makes the ledger unsound`() {
        let header = "WEBVTT\nX-TIMESTAMP-MAP=MPEGTS:9OOOOO,LOCAL:00:00:00.000\n\n"
        let playback = TextRendition(
            .single, [.init(Array((header + Self.cue).utf8), duration: 10)]
        ).play()
        #expect(playback.ledger?.isSound == false)
        #expect(
            remarks(playback).first
                == "lostCues: the times of 1 cue are unknown: line 2:"
                + " \"X-TIMESTAMP-MAP=MPEGTS:9OOOOO,LOCAL:00:00:00.000\" is not a timestamp map:"
                + " text-0.vtt")
    }

    @Test func `the location of a segment remains in the remark after a long line`() {
        let line = "00:01.000 -> 00:02.000" + String(repeating: " x", count: 10_000)
        let playback = TextRendition(.single, [.init("\(line)\na", duration: 10)]).play()
        #expect(playback.ledger?.remarks.first?.text.hasSuffix("/text-0.vtt") == true)
    }

    @Test func `lost cues of subtitles that are not selected do not matter`() {
        let playback = TextRendition(.single, [.init("1\nlost", duration: 10)]).play {
            $0.mediaPreferences.subtitles = .off
        }
        #expect(playback.ledger?.isSound == true)
    }

    /// Plays a video of ten seconds with a text track that consists of one file.
    private func play(textTrack text: String) -> Playback {
        let track = TextTrack(
            source: "https://a.example/t.vtt", sourceType: .webVTT, language: "en",
            label: "English",
            duration: .seconds(10), isDefault: true)
        let loader = ScriptedLoader([("/t.vtt", .bytes(Array("WEBVTT\n\n\(text)\n".utf8)))])
        var video = Video(url: "\(SampleMedia.folder)/subtitled/index.m3u8")
        video.textTracks = [track.property]
        return Playback(loader: loader, provider: SidecarSubtitleProvider()).play(video)
    }

    @Test func `lost cues of a text track make the ledger unsound`() {
        let playback = play(textTrack: "\(Self.cue)\n\n00:05.000 --> 00:04.000\nback")
        #expect(playback.cues == ["1.000 +one", "2.000 -one"])
        #expect(
            remarks(playback) == [
                "lostCues: 1 cue is lost: line 6: the cue ends at 4.000 s, which is not after its"
                    + " start at 5.000 s: t.vtt"
            ])
    }

    // MARK: Places

    @Test func `the cues of a text track are lost if all of them are after the end`() {
        let late = "01:00:01.000 --> 01:00:02.000\na\n\n01:00:05.000 --> 01:00:06.000\nb"
        let remark = remarks(play(textTrack: late)).first ?? ""
        #expect(
            remark.hasPrefix(
                "lostCues: 2 cues are lost: the time of the first, from 3601.000 to 3602.000 s, is"
                    + " outside of the presentation, which ends at 10.0"), "\(remark)")
        #expect(remark.hasSuffix("use the text of this video, or none: t.vtt"), "\(remark)")
        #expect(remarks(play(textTrack: "\(Self.cue)\n\n\(late)")) == [])
    }

    @Test func `cues that a wrong timestamp map places before the start are lost`() {
        let playback = TextRendition(.single, [.init(Self.cue, map: 0, duration: 10)]).play()
        #expect(playback.cues == [])
        #expect(
            remarks(playback) == [
                "lostCues: 1 cue is lost: its time, from -9.000 to -8.000 s, is outside of the"
                    + " presentation: text-0.vtt"
            ])
    }

    @Test func `cues that a wrong timestamp map places after the end are lost`() {
        let playback = TextRendition(
            .single,
            [.init("\(Self.cue)\n\n00:03.000 --> 00:04.000\ntwo", map: 9_000_000, duration: 10)]
        ).play()
        #expect(playback.cues == [])
        #expect(
            remarks(playback) == [
                "lostCues: 2 cues are lost: the time of the first, from 91.000 to 92.000 s, is outside"
                    + " of the presentation: text-0.vtt"
            ])
        #expect(playback.ledger?.isSound == false)
    }

    @Test func `a cue whose time has passed when its segment arrives is lost`() {
        let playback = TextRendition(
            .single,
            [
                .init(Self.cue, duration: 5),
                .init("00:00.200 --> 00:00.800\nlate", duration: 5),
            ]
        ).play {
            $0.bufferOptimizer = .init(minimumDuration: .seconds(1), maximumDuration: .seconds(1))
        }
        #expect(playback.cues == ["1.000 +one", "2.000 -one"])
        #expect(
            remarks(playback) == [
                "lostCues: 1 cue is lost: its time, from 0.200 to 0.800 s, had passed when the segment"
                    + " arrived: text-1.vtt"
            ])
    }

    @Test func `the cues of two swapped segments are misplaced`() {
        let playback = TextRendition(
            .single,
            [
                .init("00:06.000 --> 00:07.000\ntwo", duration: 5),
                .init(Self.cue, duration: 5),
            ]
        ).play()
        #expect(playback.ledger?.isSound == false)
        #expect(
            remarks(playback) == [
                "lostCues: 1 cue is misplaced: its time, from 6.000 to 7.000 s, is after the cues"
                    + " of a later segment: text-0.vtt",
                "lostCues: 1 cue is misplaced: its time, from 1.000 to 2.000 s, is before the cues"
                    + " of an earlier segment: text-1.vtt",
            ])
    }

    @Test func `the cues of a segment with another timestamp map are misplaced`() {
        let segments = (0..<5).map { index in
            TextRendition.Segment(
                "00:0\(index * 2).500 --> 00:0\(index * 2 + 1).000\n\(index)",
                map: index == 2 ? 990_000 : 900_000, duration: 2)
        }
        #expect(
            remarks(TextRendition(.single, segments).play()) == [
                "lostCues: 1 cue is misplaced: its time, from 5.500 to 6.000 s, is 1.000 s later than"
                    + " with the X-TIMESTAMP-MAP of the other segments: text-2.vtt"
            ])
    }

    @Test(arguments: [(6, true), (5, false)])
    func `subtitles that are more than a target duration too short may lack segments`(
        target: Int, isSound: Bool
    ) {
        let text =
            "#EXTM3U\n#EXT-X-TARGETDURATION:\(target)\n#EXTINF:4.5,\ntext-0.vtt\n#EXT-X-ENDLIST\n"
        let playback = TextRendition(
            .single, [.init(Self.cue, duration: 4.5)],
            answers: [("/text.m3u8", .bytes(Array(text.utf8)))]
        ).play()
        #expect(playback.recorder.lifecycle.last == .end)
        #expect(playback.ledger?.isSound == isSound)
        let remark =
            "shortSubtitles: the playlist of the subtitles has 4.500 s, and the presentation has"
            + " 10.000 s: text.m3u8"
        #expect(remarks(playback) == (isSound ? [] : [remark]))
    }

    @Test(arguments: [
        (["00:04.000 --> 00:06.000\na"], true),
        (["00:01.000 --> 00:06.000\na", "00:01.000 --> 00:06.000\na"], true),
        // One file contains all cues.
        (["00:04.000 --> 00:06.000\na\n\n00:07.000 --> 00:08.000\nb"], false),
        // Cues are not repeated in the segments that they span.
        (["00:01.000 --> 00:03.500\na", "00:04.000 --> 00:06.000\nb"], false),
    ])
    func `subtitles whose playlist ends within a cue lack segments if cues are repeated`(
        cues: [String], areRepeated: Bool
    ) {
        var text = "#EXTM3U\n#EXT-X-TARGETDURATION:5\n"
        let duration = 4.5 / Double(cues.count)
        for index in cues.indices { text += "#EXTINF:\(duration),\ntext-\(index).vtt\n" }
        let playback = TextRendition(
            .single, cues.map { .init($0, duration: duration) },
            answers: [("/text.m3u8", .bytes(Array("\(text)#EXT-X-ENDLIST\n".utf8)))]
        ).play()
        let short =
            "shortSubtitles: the playlist of the subtitles has 4.500 s, and the presentation has"
            + " 10.000 s: text.m3u8"
        let lost =
            "lostCues: cues are lost: the playlist of the subtitles ends at 4.500 s, within a cue"
            + " that ends at 6.000 s: text.m3u8"
        #expect(remarks(playback) == [short] + (areRepeated ? [lost] : []))
    }

    @Test(arguments: [false, true])
    func `cues in a gap that is the only media of its clock are lost`(deselects: Bool) {
        let tag = "#EXT-X-DISCONTINUITY\n"
        let text = TextRendition(
            .discontinuity,
            [
                .init(Self.cue, duration: 8),
                .init("00:01.000 --> 00:02.000\nad", map: 45_000, duration: 6.006, tags: tag),
                .init(Self.cue, duration: 8, tags: tag),
            ],
            answers: [
                (
                    "/index.m3u8",
                    .changed {
                        let list = String(decoding: $0, as: UTF8.self)
                        return Array(
                            list.replacing("#EXTINF:3", with: "#EXT-X-GAP\n#EXTINF:3").utf8)
                    }
                )
            ])
        let playback = Playback(loader: text.loader, provider: SidecarSubtitleProvider())
        playback.controller.setVideos([text.video])
        playback.run(until: 18)
        if deselects { playback.controller.currentSession?.selectedLegibleMediaOption = nil }
        playback.controller.run()
        #expect(playback.recorder.lifecycle.last == .end)
        #expect(
            remarks(playback) == [
                "lostCues: 1 cue is lost: no media with the clock of the segment was played:"
                    + " text-1.vtt"
            ])
        #expect(playback.ledger?.isSound == false)
    }

    @Test(arguments: [false, true])
    func `cues are lost if no media of the variant stream can be read`(readsSubtitlesAlone: Bool) {
        let playback = TextRendition(
            .single, [.init(Self.cue, duration: 10)],
            answers: [(".ts", .failure(.status(404), times: 99))]
        ).play {
            $0.recovery.skipsEveryLoss = true
            $0.streams = StreamChoice(variant: 0)
            $0.streams?.readsSubtitlesAlone = readsSubtitlesAlone
        }
        #expect(
            remarks(playback).contains(
                "lostCues: 1 cue is lost: no media with the clock of the segment was played:"
                    + " text-0.vtt"))
    }

    @Test func `subtitles that outlast the video lose nothing`() {
        let text = "\(Self.cue)\n\n00:09.000 --> 00:30.000\nlong\n\n00:40.000 --> 00:41.000\ngone"
        #expect(TextRendition(.single, [.init(text, duration: 60)]).play().ledger?.isSound == true)
    }

    @Test func `segments that repeat all cues of a film lose nothing`() {
        let text = "\(Self.cue)\n\n00:04.000 --> 00:06.000\ntwo\n\n00:08.000 --> 00:09.000\nthree"
        let segments = (0..<5).map { _ in TextRendition.Segment(text, duration: 2) }
        let playback = TextRendition(.single, segments).play {
            $0.bufferOptimizer = .init(minimumDuration: .seconds(1), maximumDuration: .seconds(1))
        }
        #expect(playback.cues.count == 6)
        #expect(remarks(playback) == [])
        #expect(playback.ledger?.isSound == true)
    }

    @Test func `a segment with the cues of another one loses its own`() {
        let text = "\(Self.cue)\n\n00:03.000 --> 00:04.000\ntwo"
        let playback = TextRendition(
            .single, [.init(text, duration: 5), .init(text, duration: 5)]
        ).play()
        #expect(playback.cues.count == 4)
        #expect(
            remarks(playback) == [
                "lostCues: 2 cues are lost: the time of the first, from 1.000 to 2.000 s, belongs"
                    + " to another segment with the same cues: text-1.vtt"
            ])
        #expect(playback.ledger?.isSound == false)
    }

    @Test func `a seek past cues, and back to them, loses nothing`() {
        let text = TextRendition(
            .single,
            [
                .init("\(Self.cue)\n\n00:03.000 --> 00:04.000\ntwo", duration: 5),
                .init("\(Self.cue)\n\n00:06.000 --> 00:07.000\nthree", duration: 5),
            ])
        let playback = Playback(loader: text.loader, provider: SidecarSubtitleProvider())
        playback.controller.setVideos([text.video])
        playback.run(until: 0.5)
        playback.controller.seek(to: 8)
        playback.run(until: 1)
        playback.controller.seek(to: 2.5)
        playback.controller.run()
        #expect(playback.recorder.lifecycle.last == .end)
        #expect(remarks(playback) == [])
    }

    // MARK: Fragments

    private func fragments(_ change: ([UInt8]) -> [UInt8]) -> Playback {
        let bytes = WebVTTFragments.segment(
            at: 0, [.empty(1000), .cues(1000, .init("one")), .cues(10_000, .init("two"))])
        return TextRendition(
            .fragments, [.init(change(bytes), name: "m4s", duration: 12)],
            media: "video-180p/index.m3u8", initialization: WebVTTFragments.initialization()
        ).play()
    }

    @Test func `a damaged sample of cues makes the ledger unsound`() {
        #expect(fragments { $0 }.ledger?.isSound == true)
        let playback = fragments { bytes in
            var bytes = bytes
            let place = bytes.indices.last { bytes[$0...].starts(with: Array("vttc".utf8)) } ?? 0
            bytes.replaceSubrange(place - 4..<place + 4, with: Array(repeating: 0, count: 8))
            return bytes
        }
        #expect(
            remarks(playback) == [
                "lostCues: a sample of cues at 2.000 s is damaged: text-0.m4s"
            ])
    }

    @Test(
        arguments: [
            ([1000, 3000, 2000], nil), ([1000, 2000], "before"),
            ([1000, 3000, 3000, 2000], "after"),
        ] as [([Int], String?)])
    func `cues are lost if the samples of a segment do not end at the start of the next one`(
        durations: [Int], place: String?
    ) {
        let samples = durations.map { WebVTTFragments.Sample.cues($0, .init("\($0)")) }
        let playback = TextRendition(
            .fragments,
            [
                .init(WebVTTFragments.segment(at: 0, samples), name: "m4s", duration: 6),
                .init(
                    WebVTTFragments.segment(at: 6000, [.empty(6000)]), name: "m4s", duration: 6),
            ], media: "video-180p/index.m3u8", initialization: WebVTTFragments.initialization()
        ).play()
        #expect(playback.recorder.lifecycle.last == .end)
        #expect(playback.ledger?.isSound == (place == nil))
        let words = "lostCues: cues are lost: the samples before it end 3.000 s"
        #expect(
            remarks(playback) == (place.map { ["\(words) \($0) its start: text-1.m4s"] } ?? []))
    }

    @Test(arguments: [[2000], [1000, 1000], [8000], [3000, 9000]])
    func `cues are complete if segments lack samples for pauses, or their last sample is too long`(
        durations: [Int]
    ) {
        let samples = durations.map { WebVTTFragments.Sample.cues($0, .init("\($0)")) }
        let playback = TextRendition(
            .fragments,
            [0, 6000].map {
                .init(WebVTTFragments.segment(at: $0, samples), name: "m4s", duration: 6)
            }, media: "video-180p/index.m3u8", initialization: WebVTTFragments.initialization()
        ).play()
        #expect(playback.recorder.lifecycle.last == .end)
        #expect(remarks(playback) == [])
    }

    @Test func `cues are lost if the first listed segment is the second one of the film`() {
        let samples: [WebVTTFragments.Sample] = [
            .empty(1000), .cues(4000, .init("a")), .empty(1000),
        ]
        let playback = TextRendition(
            .fragments,
            [6000, 12_000].map {
                .init(WebVTTFragments.segment(at: $0, samples), name: "m4s", duration: 6)
            }, media: "video-180p/index.m3u8", initialization: WebVTTFragments.initialization()
        ).play()
        #expect(playback.ledger?.isSound == false)
        let remarks = remarks(playback)
        #expect(remarks.contains { $0.hasSuffix("s after the segment: text-0.m4s") }, "\(remarks)")
    }

    @Test func `subtitles that are switched off and on again lose nothing`() {
        let samples: [WebVTTFragments.Sample] = [
            .empty(1000), .cues(4000, .init("a")), .empty(1000),
        ]
        let text = TextRendition(
            .fragments,
            [0, 6000].map {
                .init(WebVTTFragments.segment(at: $0, samples), name: "m4s", duration: 6)
            }, media: "video-180p/index.m3u8", initialization: WebVTTFragments.initialization())
        let playback = Playback(loader: text.loader, provider: SidecarSubtitleProvider())
        playback.controller.setVideos([text.video])
        playback.run(until: 7)
        let session = playback.controller.currentSession
        let option = session?.selectedLegibleMediaOption
        #expect(option != nil)
        session?.selectedLegibleMediaOption = nil
        playback.run(until: 8)
        session?.selectedLegibleMediaOption = option
        playback.controller.run()
        #expect(playback.recorder.lifecycle.last == .end)
        #expect(remarks(playback) == [])
    }

    @Test func `a cut segment of cues is damaged`() {
        let playback = fragments { Array($0.dropLast(20)) }
        #expect(playback.recorder.lifecycle.last != .end)
        #expect("\(playback.recorder.errors)".contains("text-0.m4s: damaged: "))
    }

    // MARK: Other formats

    @Test(arguments: [
        ("1\n00:00:01,000 --> 00:00:02,000\nhi\n", "not WebVTT but SRT text"),
        ("\u{FEFF}\r\n1\r\n00:00:01,000 --> 00:00:02,000\r\n", "not WebVTT but SRT text"),
        ("00:01.000 --> 00:02.000\nhi\n", "not WebVTT: the first line does not start with WEBVTT"),
        ("WEBVTTX\n", "not WebVTT: the first line does not start with WEBVTT"),
        ("<html></html>", "not WebVTT but HTML"), ("\u{0}\u{1}", "not WebVTT"),
    ])
    func `a segment that is not WebVTT is named as such`(text: String, words: String) {
        let playback = TextRendition(.single, [.init(Array(text.utf8), duration: 10)]).play()
        #expect(playback.recorder.lifecycle.last != .end)
        #expect("\(playback.recorder.errors)".contains("/text-0.vtt: subtitles: \(words)"))
    }

    @Test func `media in place of subtitles is an error`() throws {
        let request = ResourceRequest(
            url: "\(SampleMedia.folder)/single/segment-0.ts", kind: .segment)
        let media = try StandardLoader().load(request).body.bytes()
        let playback = TextRendition(.single, [.init(media, name: "ts", duration: 10)]).play()
        #expect(playback.recorder.lifecycle.last != .end)
        #expect("\(playback.recorder.errors)".contains("not WebVTT but MPEG-TS"))
    }

    /// Plays a rendition of TTML in fragmented MP4 that consists of one sample.
    private func play(ttml document: String) -> Playback {
        let initialization = WebVTTFragments.initialization().replacing(
            Array("wvtt".utf8), with: Array("stpp".utf8))
        let sample = WebVTTFragments.Sample(duration: 12_000, bytes: Array(document.utf8))
        let segment = WebVTTFragments.segment(at: 0, [sample])
        return TextRendition(
            .fragments, [.init(segment, name: "m4s", duration: 12)],
            media: "video-180p/index.m3u8", initialization: initialization
        ).play()
    }

    @Test func `TTML that is not well-formed XML is damaged`() {
        let playback = play(ttml: "<tt><body>")
        #expect(playback.recorder.lifecycle.last != .end)
        #expect("\(playback.recorder.errors)".contains("samples are damaged"))
    }

    @Test func `subtitles in a format that is not read are named in a remark`() {
        let playback = play(ttml: "<tt/>")
        #expect(playback.recorder.lifecycle.last == .end)
        #expect(
            remarks(playback) == [
                "unreadText: the subtitles are not WebVTT, and their cues are not read: text.m3u8"
            ])
        #expect(playback.ledger?.isSound == true)
    }
}
