import HeadlessPlayback
import Sessions
import TestSupport
import Testing

@Suite struct SubtitleCueTests {
    private func playing(
        _ language: String = "en", until seconds: Double? = nil,
        _ configure: (inout PlaybackOptions) -> Void = { _ in }
    ) -> (Playback, PlaybackSession?) {
        let playback = Playback(provider: SidecarSubtitleProvider()) {
            $0.mediaPreferences.subtitles = .language(language)
            configure(&$0)
        }
        playback.controller.setVideos([SampleMedia.transportStream.video()])
        if let seconds { playback.run(until: seconds) } else { playback.controller.run() }
        return (playback, playback.controller.currentSession)
    }

    @Test func `each cue is shown and hidden once, at the times in its file`() {
        let (playback, _) = playing()
        let expected = [
            "0.500 +A test pattern begins.", "2.500 -A test pattern begins.",
            "3.000 +This cue crosses a segment boundary.",
            "5.500 -This cue crosses a segment boundary.",
            "8.000 +Ten seconds are near.", "11.000 -Ten seconds are near.",
            "14.250 +A sine tone, still.", "15.750 -A sine tone, still.",
            "17.000 +The end is in sight.", "19.500 -The end is in sight.",
        ]
        #expect(playback.cues == expected)
    }

    @Test func `the delegate and consumers receive each cue with its subtitle option`() {
        final class Listener: PlaybackControllerDelegate, PlaybackSessionConsumer {
            var told: [String] = []
            var consumed: [String] = []
            func playbackController(
                _ controller: PlaybackController, didReport event: PlaybackEvent
            ) {
                switch event.kind {
                case .didShowCue(let cue, let option): told.append("+\(cue.id) \(option.name)")
                case .didHideCue(let cue, let option): told.append("-\(cue.id) \(option.name)")
                default: break
                }
            }
            func consume(_ event: PlaybackEvent) {
                if case .didShowCue(let cue, _) = event.kind { consumed.append(cue.id) }
            }
        }
        let listener = Listener()
        let (playback, _) = playing("fr", until: 0)
        playback.controller.delegate = listener
        playback.controller.addSessionConsumer(listener)
        playback.run(until: 3)
        #expect(listener.told == ["+1 Français", "-1 Français", "+2 Français"])
        #expect(listener.consumed == ["1", "2"])
    }

    @Test func `the controller of the umbrella module reports cues by default`() {
        let controller = PlaybackController()
        controller.options.mediaPreferences.subtitles = .language("en")
        let recorder = PlaybackRecorder(controller)
        controller.autoPlay = true
        controller.setVideos([SampleMedia.transportStream.video()])
        controller.run()
        #expect(recorder.names.filter { $0 == "didShowCue" }.count == 5)
        #expect(recorder.names.filter { $0 == "didHideCue" }.count == 5)
    }

    @Test func `no cue is reported without a subtitle provider or without selected subtitles`() {
        let silent = Playback { $0.mediaPreferences.subtitles = .language("en") }
            .play(SampleMedia.transportStream.video())
        #expect(silent.cues == [])
        let off = Playback(provider: SidecarSubtitleProvider())
            .play(SampleMedia.transportStream.video())
        #expect(off.cues == [])
    }

    @Test func `at playback rate 2, cues are shown in half the time`() {
        let playback = Playback(provider: SidecarSubtitleProvider()) {
            $0.mediaPreferences.subtitles = .language("en")
        }
        playback.controller.playbackRate = 2
        playback.play(SampleMedia.transportStream.video())
        #expect(playback.cues.first == "0.250 +A test pattern begins.")
        #expect(playback.cues.last == "9.750 -The end is in sight.")
    }

    @Test func `a seek hides the cues at its start and shows the cues at its target`() {
        let (playback, session) = playing(until: 4)
        playback.controller.seek(to: 15, toleranceBefore: 0, toleranceAfter: 0)
        playback.run(until: 4)
        let text = "This cue crosses a segment boundary."
        #expect(playback.cues.suffix(2) == ["4.000 -\(text)", "4.000 +A sine tone, still."])
        playback.controller.seek(to: 5, toleranceBefore: 0, toleranceAfter: 0)
        playback.controller.pause()
        playback.controller.run()
        #expect(playback.cues.suffix(2) == ["4.000 -A sine tone, still.", "4.000 +\(text)"])
        #expect(session?.position == .seconds(5))
    }

    @Test func `a seek within a cue does not hide it`() {
        let (playback, _) = playing(until: 4)
        let before = playback.cues
        playback.controller.seek(to: 5, toleranceBefore: 0, toleranceAfter: 0)
        playback.run(until: 4.4)
        #expect(playback.cues == before)
        playback.run(until: 4.5)
        #expect(playback.cues.last == "4.500 -This cue crosses a segment boundary.")
    }

    @Test func `newly selected subtitles replace the shown cues, and deselection hides them`() {
        let (playback, session) = playing(until: 4)
        let options = session?.legibleMediaSelectionGroup?.options ?? []
        session?.selectedLegibleMediaOption = options.first { $0.speaks("fr") }
        playback.run(until: 4)
        let change = playback.recorder.names.suffix(3)
        #expect(change == ["didHideCue", "didChangeSelectedLegibleMediaOption", "didShowCue"])
        #expect(playback.cues.last == "4.000 +Ce texte franchit une limite de segment.")
        playback.run(until: 5)
        session?.selectedLegibleMediaOption = nil
        playback.controller.run()
        #expect(playback.cues.last == "5.000 -Ce texte franchit une limite de segment.")
    }

    @Test func `a cue that outlasts the video is hidden at its end, and shown when it plays again`()
    {
        let text = TextRendition(
            .single, [.init("00:00.000 --> 99:00:00.000\nall along", duration: 10)])
        let playback = text.play()
        #expect(playback.cues == ["0.000 +all along", "10.000 -all along"])
        #expect(playback.recorder.lifecycle.last == .end)
        playback.controller.play()
        playback.controller.run()
        #expect(playback.cues.suffix(2) == ["10.000 +all along", "20.000 -all along"])
    }

    @Test func `a cue at the start is reported after Ready`() {
        let playback = TextRendition(
            .single, [.init("00:00.000 --> 00:01.000\nfirst", duration: 10)]
        ).play()
        let names = playback.recorder.events.map { event in
            if case .didReceiveLifecycleEvent(let lifecycle) = event.kind {
                return lifecycle.type.rawValue
            }
            return event.name
        }
        let ready = names.firstIndex(of: "Ready")
        let shown = names.firstIndex(of: "didShowCue")
        #expect(ready.flatMap { ready in shown.map { ready < $0 } } == true)
    }

    @Test func `cues may be late over a slow network, and every shown cue is hidden`() {
        let (playback, _) = playing { $0.network = NetworkConditions(bitsPerSecond: 200_000) }
        #expect(playback.recorder.lifecycle.last == .end)
        let texts = playback.cues.map { $0.drop { $0 != "+" && $0 != "-" } }
        #expect(texts.count % 2 == 0 && !texts.isEmpty)
        for pair in stride(from: 0, to: texts.count, by: 2) {
            #expect(texts[pair].dropFirst() == texts[pair + 1].dropFirst())
            #expect(texts[pair].first == "+")
        }
    }

    // MARK: Clocks

    @Test(arguments: [false, true])
    func `cues after a discontinuity are shifted by as much as the media`(
        readsSubtitlesAlone: Bool
    ) {
        let tag = "#EXT-X-DISCONTINUITY\n"
        let cue = "00:01.000 --> 00:02.000\n"
        let text = TextRendition(
            .discontinuity,
            [
                .init(cue + "film", duration: 8),
                .init(cue + "ad", map: 45_000, duration: 6.006, tags: tag),
                .init(cue + "film again", duration: 8, tags: tag),
            ]
        )
        let playback = text.play {
            guard readsSubtitlesAlone else { return }
            $0.streams = StreamChoice(variant: 0)
            $0.streams?.readsSubtitlesAlone = true
        }
        let media = text.loader.asked.filter { $0.hasSuffix(".ts") }
        let first = ["ad-0.ts", "content-1-0.ts", "content-2-0.ts"]
        #expect(readsSubtitlesAlone ? media == first : media.count == 6, "\(media)")
        let expected = [
            "1.000 +film", "2.000 -film", "9.000 +ad", "10.000 -ad", "15.006 +film again",
            "16.006 -film again",
        ]
        #expect(playback.cues == expected)
    }

    @Test func `a single subtitle file is aligned with media that has discontinuities`() {
        let text = "00:01.000 --> 00:02.000\nfilm\n\n00:15.000 --> 00:16.000\nfilm again"
        let playback = TextRendition(.discontinuity, [.init(text, duration: 22)]).play()
        #expect(playback.cues.suffix(2) == ["15.000 +film again", "16.000 -film again"])
    }

    @Test func `cues stay aligned when the clock of the transport stream wraps`() {
        let playback = TextRendition(
            .wrap,
            [
                .init(
                    "00:01.000 --> 00:02.000\none\n\n00:05.000 --> 00:07.000\nacross",
                    map: 8_589_394_593, duration: 4),
                .init("00:01.000 --> 00:02.000\ntwo", map: 1, duration: 8),
            ]
        ).play()
        let expected = [
            "1.000 +one", "2.000 -one", "5.000 +across", "7.000 -across", "7.000 +two",
            "8.000 -two",
        ]
        #expect(playback.cues == expected)
    }

    // MARK: Fragments

    @Test func `cues in fragmented MP4 are shown and hidden once, across samples and segments`() {
        let playback = TextRendition(
            .fragments,
            [
                .init(
                    WebVTTFragments.segment(
                        at: 0,
                        [
                            .empty(1000), .cues(1000, .init("one")),
                            .cues(4000, .init("one"), .init("two")),
                        ]), name: "m4s", duration: 6),
                .init(
                    WebVTTFragments.segment(
                        at: 6000, [.cues(1500, .init("two")), .empty(4500)]),
                    name: "m4s", duration: 6),
            ], media: "video-180p/index.m3u8", initialization: WebVTTFragments.initialization()
        ).play()
        #expect(playback.recorder.errors == [])
        #expect(
            playback.cues.map { $0.split(separator: " ")[1] } == ["+one", "+two", "-one", "-two"])
        #expect(playback.ledger?.isSound == true)
    }
}
