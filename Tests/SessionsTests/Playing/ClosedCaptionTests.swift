import HeadlessPlayback
import TestSupport
import Testing

@Suite struct ClosedCaptionTests {
    private static let captions =
        "#EXT-X-MEDIA:TYPE=CLOSED-CAPTIONS,GROUP-ID=\"cc\",NAME=\"English\",LANGUAGE=\"en\","
        + "INSTREAM-ID=\"CC1\"\n"

    private func asset(
        _ attributes: String, _ segments: [TextRendition.Segment] = []
    ) -> TextRendition {
        TextRendition(.single, segments, renditions: Self.captions, attributes: attributes)
    }

    private func session(of asset: TextRendition) -> (Playback, PlaybackSession?) {
        let playback = Playback(loader: asset.loader, provider: SidecarSubtitleProvider())
        playback.controller.setVideos([asset.video])
        playback.run(until: 2)
        return (playback, playback.controller.currentSession)
    }

    @Test func `closed captions of a variant can be selected`() {
        let (playback, session) = session(of: asset(",CLOSED-CAPTIONS=\"cc\""))
        let group = session?.legibleMediaSelectionGroup
        #expect(group?.options.map(\.instreamID) == ["CC1"])
        #expect(group?.options.map(\.isClosedCaptions) == [true])
        #expect(session?.selectedLegibleMediaOption == nil)
        session?.selectedLegibleMediaOption = group?.options.first
        playback.controller.run()
        #expect(playback.recorder.names.contains("didChangeSelectedLegibleMediaOption"))
        #expect(session?.selectedLegibleMediaOption?.name == "English")
        #expect(playback.cues == [])
        #expect(playback.recorder.lifecycle.last == .end)
        #expect(playback.ledger?.isSound == true)
        #expect(
            playback.ledger?.remarks.map(\.text) == [
                "subtitles \"English\" are closed captions, whose text is not read"
            ])
    }

    @Test(arguments: [",CLOSED-CAPTIONS=NONE", "", ",CLOSED-CAPTIONS=\"other\""])
    func `closed captions that no variant refers to are not an option`(attributes: String) {
        let (_, session) = session(of: asset(attributes))
        #expect(session?.legibleMediaSelectionGroup?.options == [])
    }

    @Test
    func `closed captions load no subtitles, and a preferred language selects subtitles over them`()
    {
        let asset = asset(
            ",CLOSED-CAPTIONS=\"cc\"", [.init("00:00.000 --> 00:09.000\none", duration: 10)])
        let (playback, session) = session(of: asset)
        let options = session?.legibleMediaSelectionGroup?.options
        #expect(options?.map(\.isClosedCaptions) == [true, false])
        #expect(playback.cues == ["0.000 +one"])
        session?.selectedLegibleMediaOption = options?.first
        playback.controller.run()
        #expect(playback.cues == ["0.000 +one", "2.000 -one"])
        let chosen = Playback(loader: asset.loader, provider: SidecarSubtitleProvider()) {
            $0.mediaPreferences.subtitles = .language("en")
        }
        chosen.play(asset.video)
        #expect(chosen.cues == ["0.000 +one", "9.000 -one"])
    }
}
