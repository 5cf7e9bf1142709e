import HeadlessPlayback
import Playlists
import TestSupport
import Testing

@Suite struct MediaOptionTests {
    private let loader = ScriptedLoader()

    private func playing(
        _ configure: (inout PlaybackOptions) -> Void = { _ in }
    ) -> (Playback, PlaybackSession?) {
        let playback = Playback(loader: loader, configure)
        playback.controller.setVideos([SampleMedia.transportStream.video()])
        playback.run(until: 6)
        return (playback, playback.controller.currentSession)
    }

    private func audible(_ session: PlaybackSession?, _ language: String) -> MediaOption? {
        session?.audibleMediaSelectionGroup?.options.first { $0.speaks(language) }
    }

    private func legible(_ session: PlaybackSession?, _ language: String) -> MediaOption? {
        session?.legibleMediaSelectionGroup?.options.first { $0.speaks(language) }
    }

    @Test func `offers the options of the playlist`() {
        let (_, session) = playing()
        #expect(session?.audibleMediaSelectionGroup?.options.map(\.languageTag) == ["en", "fr"])
        #expect(session?.audibleMediaSelectionGroup?.allowsEmptySelection == false)
        #expect(session?.legibleMediaSelectionGroup?.options.map(\.languageTag) == ["en", "fr"])
        #expect(session?.legibleMediaSelectionGroup?.allowsEmptySelection == true)
        #expect(session?.selectedAudibleMediaOption?.languageTag == "en")
        #expect(session?.selectedLegibleMediaOption == nil)
    }

    @Test func `continues to play while newly selected audio is fetched from the playhead`() {
        let (playback, session) = playing()
        session?.selectedAudibleMediaOption = audible(session, "fr")
        playback.controller.run()
        #expect(playback.recorder.names.contains("didChangeSelectedAudibleMediaOption"))
        #expect(!playback.recorder.lifecycle.contains(.playbackStalled))
        #expect(playback.recorder.lifecycle.last == .end)
        #expect(playback.ledger?.isSound == true)
        #expect(playback.ledger?.imbalances == [])
        #expect(playback.ledger?.tracks.map(\.name) == ["video", "audio"])
    }

    @Test func `newly selected audio is fetched over a slow network without a stall`() {
        let (playback, session) = playing {
            $0.network = NetworkConditions(bitsPerSecond: 1_500_000)
        }
        session?.selectedAudibleMediaOption = audible(session, "fr")
        playback.controller.run()
        #expect(!playback.recorder.lifecycle.contains(.playbackStalled))
        #expect(playback.ledger?.isSound == true)
        #expect(playback.ledger?.imbalances == [])
    }

    @Test func `playback fails when newly selected audio is unavailable`() {
        let loader = ScriptedLoader([("audio-fr/segment-1.ts", .failure(.notFound, times: 99))])
        let playback = Playback(loader: loader)
        playback.controller.setVideos([SampleMedia.transportStream.video()])
        playback.run(until: 6)
        let session = playback.controller.currentSession
        session?.selectedAudibleMediaOption = audible(session, "fr")
        playback.controller.run()
        #expect(playback.recorder.lifecycle.last == .failedToPlayToEndTime)
        #expect(playback.ledger?.imbalances == [])
    }

    @Test func `ignores options that are not in the group`() {
        let (playback, session) = playing()
        session?.selectedAudibleMediaOption = nil
        session?.selectedAudibleMediaOption = MediaOption(
            Rendition(.audio, groupID: "audio", name: "Klingon"))
        session?.selectedLegibleMediaOption = MediaOption(
            Rendition(.subtitles, groupID: "subtitles", name: "Klingon"))
        #expect(session?.selectedAudibleMediaOption?.languageTag == "en")
        #expect(session?.selectedLegibleMediaOption == nil)
        #expect(!playback.recorder.names.contains { $0.hasPrefix("didChangeSelected") })
    }

    @Test func `shows subtitles while they are selected`() {
        let (playback, session) = playing()
        session?.selectedLegibleMediaOption = legible(session, "en")
        playback.run(until: 14)
        session?.selectedLegibleMediaOption = nil
        playback.controller.run()
        #expect(playback.recorder.lifecycle.last == .end)
        #expect(playback.times(in: .played)["subtitles"] == .seconds(8))
        #expect(playback.times(in: .skipped)["subtitles"] == .seconds(12))
        #expect(playback.ledger?.isSound == true)
    }

    /// Plays with scripted responses to some requests, and selects French audio after six seconds.
    private func changingAudio(
        _ answers: [(String, ScriptedLoader.Answer)], then seek: Double? = nil
    ) -> Playback {
        let playback = Playback(loader: ScriptedLoader(answers)) {
            $0.recovery.missingSegment = .skip
        }
        playback.controller.setVideos([SampleMedia.transportStream.video()])
        playback.run(until: 6)
        let session = playback.controller.currentSession
        session?.selectedAudibleMediaOption = audible(session, "fr")
        if let seek {
            playback.run(until: 7)
            playback.controller.seek(to: seek)
        }
        playback.controller.run()
        #expect(playback.recorder.lifecycle.last == .end)
        #expect(playback.ledger?.imbalances == [])
        return playback
    }

    @Test func `audio that is missing before a switch of audio stays missing`() {
        let playback = changingAudio([
            (
                "audio-en/segment-1.ts",
                .changed { bytes in
                    let packets = EditedPackets(bytes)
                    let some = packets.units(of: 0x100)[30..<40]
                    return packets.without(some.flatMap(\.self)).renumbered.bytes
                }
            )
        ])
        #expect(playback.times(in: .missing)["audio"] ?? .zero > .milliseconds(200))
    }

    @Test func `earlier ready audio hides no missing part of newly selected audio`() {
        let playback = changingAudio([
            ("audio-fr/segment-2.ts", .failure(.status(404), times: 9))
        ])
        let missing = playback.times(in: .missing)["audio"] ?? .zero
        #expect(abs(missing.seconds - 4) < 0.1, "\(missing)")
    }

    @Test func `unavailable audio of a rendition that is not played does not count as missing`() {
        let playback = changingAudio([
            ("audio-en/segment-3.ts", .failure(.status(404), times: 9))
        ])
        #expect(playback.ledger?.isSound == true)
    }

    @Test(arguments: [nil, 1, 5.5, 6.5, 13, 19] as [Double?])
    func `a switch of audio leaves no hole, with or without a seek after it`(seek: Double?) {
        #expect(changingAudio([], then: seek).ledger?.isSound == true)
    }

    @Test func `automatic selection on request selects the preferred audio again`() {
        let (playback, session) = playing { $0.mediaPreferences.audioLanguages = ["fr"] }
        #expect(session?.selectedAudibleMediaOption?.languageTag == "fr")
        session?.selectedAudibleMediaOption = audible(session, "en")
        session?.selectAudibleMediaOptionAutomatically()
        playback.controller.run()
        #expect(session?.selectedAudibleMediaOption?.languageTag == "fr")
        #expect(playback.ledger?.isSound == true)
    }
}
