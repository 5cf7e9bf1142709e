import HeadlessPlayback
import TestSupport
import Testing

@Suite struct SubtitleFailureTests {
    private var segments: [TextRendition.Segment] {
        [
            .init("00:01.000 --> 00:06.000\none", duration: 5),
            .init("00:07.000 --> 00:08.000\ntwo", duration: 5),
        ]
    }

    private var dropping: SidecarSubtitleOptions {
        var options = SidecarSubtitleOptions()
        options.onSubtitleFailure = .dropTrack
        return options
    }

    @Test func `a missing subtitle segment ends playback, as documented`() {
        let playback = TextRendition(
            .single, segments, answers: [("text-1.vtt", .failure(.notFound, times: 99))]
        ).play()
        #expect(playback.recorder.errors.count == 1)
        #expect("\(playback.recorder.errors[0])".contains("text-1.vtt"))
        #expect(playback.recorder.lifecycle.last != .end)
        #expect(playback.cues.count % 2 == 0)
        #expect(playback.ledger?.imbalances == [])
    }

    @Test func `a missing subtitle segment drops the track when that is allowed`() {
        let playback = TextRendition(
            .single, segments, answers: [("text-1.vtt", .failure(.notFound, times: 99))]
        ).play(options: dropping) {
            $0.bufferOptimizer = .init(minimumDuration: .seconds(2), maximumDuration: .seconds(2))
        }
        #expect(playback.recorder.lifecycle.contains(.error))
        #expect(playback.recorder.lifecycle.last == .end)
        #expect(playback.controller.currentSession?.selectedLegibleMediaOption == nil)
        #expect(playback.cues.count % 2 == 0)
    }

    @Test(arguments: ["<html></html>", "", "WEBVTTX\n\n", "\u{0}\u{1}"])
    func `an invalid WebVTT file ends playback`(text: String) {
        let playback = TextRendition(.single, [.init(Array(text.utf8), duration: 10)]).play()
        #expect(playback.recorder.errors.count == 1)
        #expect(playback.recorder.lifecycle.last != .end)
    }

    @Test func `invalid cues are left out`() {
        let text = """
            00:03.000 --> 00:02.000
            backwards

            00:04.000 --> 00:04.000
            no time

            99999999:00:00.000 --> 99999999:00:01.000
            next age

            no times at all

            00:05.000 --> 00:06.000
            sense
            """
        let playback = TextRendition(.single, [.init(text, duration: 10)]).play()
        #expect(playback.cues == ["5.000 +sense", "6.000 -sense"])
        #expect(playback.recorder.lifecycle.last == .end)
    }

    @Test func `subtitles in Latin-1 are shown with replacement characters`() {
        let header = "WEBVTT\nX-TIMESTAMP-MAP=MPEGTS:900000,LOCAL:00:00:00.000\n\n"
        let bytes = Array((header + "00:01.000 --> 00:02.000\nna").utf8) + [0xEF] + Array("ve".utf8)
        let playback = TextRendition(.single, [.init(bytes, duration: 10)]).play()
        #expect(playback.cues == ["1.000 +na\u{FFFD}ve", "2.000 -na\u{FFFD}ve"])
    }

    @Test func `twenty thousand cues at once are all shown and all hidden`() {
        let cue = "00:01.000 --> 00:02.000\n"
        let text = (0..<20_000).map { "\(cue)\($0)" }.joined(separator: "\n\n")
        let playback = TextRendition(.single, [.init(text, duration: 10)]).play()
        #expect(playback.cues.count == 40_000)
        #expect(playback.cues.last == "2.000 -19999")
        #expect(playback.recorder.lifecycle.last == .end)
    }

    @Test func `control sequences for terminals do not reach the trace`() {
        let playback = TextRendition(
            .single, [.init("00:01.000 --> 00:02.000\n\u{1B}[2Jone\u{202E}\ntwo", duration: 10)]
        ).play()
        let line = playback.recorder.trace.split(separator: "\n").first {
            $0.contains("didShowCue")
        }
        #expect(line?.hasSuffix("en  \u{FFFD}[2Jone\u{FFFD} / two") == true)
    }
}
