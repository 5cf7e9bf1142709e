import HeadlessPlayback
import Playlists
import SidecarSubtitles
import TestSupport
import Testing
import Transport

@Suite struct SidecarSubtitleProviderTests {
    private let source = "\(SampleMedia.transportStream.folder)/subtitles-en/segment-0.vtt"

    private func track(
        _ label: String = "Deutsch", language: String = "de", source: String? = nil,
        isDefault: Bool = true
    ) -> TextTrack {
        TextTrack(
            source: source ?? self.source, sourceType: .webVTT, language: language, label: label,
            duration: .seconds(20), isDefault: isDefault)
    }

    private func play(
        _ sample: SampleMedia, _ tracks: TextTrack...,
        loader: any ResourceLoader = StandardLoader(),
        options: SidecarSubtitleOptions = SidecarSubtitleOptions()
    ) -> Playback {
        var video = sample.video()
        video.textTracks += tracks.map(\.property)
        return Playback(loader: loader, provider: SidecarSubtitleProvider(options: options))
            .play(video)
    }

    private func names(_ playback: Playback) -> [String]? {
        playback.controller.currentSession?.legibleMediaSelectionGroup?.options.map(\.name)
    }

    @Test func `adds tracks to the existing group`() {
        let playback = play(.transportStream, track(), track("English", language: "en"))
        #expect(names(playback) == ["English", "Français", "Deutsch", "English 2"])
        #expect(
            playback.controller.currentSession?.selectedLegibleMediaOption?.name == "Deutsch")
        #expect(playback.times(in: .played)["subtitles"] == .seconds(20))
        #expect(playback.ledger?.isSound == true)
    }

    @Test(arguments: ["subtitled/../subtitled", "./subtitled", "single/./../subtitled/."])
    func `a path with dot segments leads to the same cues`(path: String) {
        // The file has no X-TIMESTAMP-MAP, and the clock of the media starts at 10 s.
        let direct = play(
            .transportStream, track(source: "\(SampleMedia.folder)/subtitled/de.vtt"))
        let playback = play(
            .transportStream, track(source: "\(SampleMedia.folder)/\(path)/de.vtt"))
        #expect(direct.recorder.trace.contains("didShowCue"))
        #expect(playback.recorder.trace == direct.recorder.trace)
    }

    @Test func `gives variants without subtitles a new group`() {
        let playback = play(.fragments, track())
        #expect(names(playback) == ["Deutsch"])
        #expect(playback.recorder.lifecycle.last == .end)
    }

    @Test func `a video without text tracks plays unchanged`() {
        let playback = play(.transportStream)
        #expect(
            playback.recorder.trace
                == Playback().play(SampleMedia.transportStream.video())
                .recorder.trace)
    }

    @Test func `fails for a track with an invalid description`() {
        var bad = track()
        bad.label = ""
        let playback = play(.transportStream, bad)
        #expect(playback.recorder.lifecycle == [.fail])
        #expect("\(playback.recorder.errors[0])".contains("text track 0: \"label\""))
        guard case .providerChain(let cause) = playback.recorder.errors[0].cause else {
            Issue.record("\(playback.recorder.errors[0].cause)")
            return
        }
        #expect((cause.error as? TextTrackError)?.key == "label")
    }

    @Test func `needs a multivariant playlist, as documented`() {
        let playback = play(.single, track())
        #expect(playback.recorder.lifecycle.last == .fail)
        #expect("\(playback.recorder.errors[0])".contains("multivariant"))
    }

    @Test func `wraps a media playlist when that is allowed`() {
        var options = SidecarSubtitleOptions()
        options.wrapsMediaPlaylists = true
        let playback = play(.single, track(), options: options)
        #expect(names(playback) == ["Deutsch"])
        #expect(playback.recorder.lifecycle.last == .end)
        #expect(playback.ledger?.isSound == true)
    }

    @Test func `fails for a missing file, as documented`() {
        let playback = play(.transportStream, track(source: "/nowhere/de.vtt"))
        #expect(
            playback.recorder.lifecycle.last == .failedToPlayToEndTime
                || playback.recorder.lifecycle.last == .fail)
    }

    @Test func `drops an unavailable track when that is allowed`() {
        var options = SidecarSubtitleOptions()
        options.onSubtitleFailure = .dropTrack
        let playback = play(
            .transportStream, track(source: "/nowhere/de.vtt"), options: options)
        #expect(playback.recorder.lifecycle.contains(.error))
        #expect(playback.recorder.lifecycle.last == .end)
        #expect(playback.controller.currentSession?.selectedLegibleMediaOption == nil)
    }

    @Test func `serves playlists that are valid HLS`() throws {
        let loader = SidecarLoader(
            behind: StandardLoader(), tracks: [track(), track("CC")], wrapsMediaPlaylists: false)
        let url = LocalPath.url(SampleMedia.fragments.path)
        let response = try loader.load(ResourceRequest(url: url, kind: .multivariantPlaylist))
        let playlist = try Playlist(parsing: response.body.bytes())
        #expect(playlist.problems.isEmpty)
        guard case .multivariant(let multivariant) = playlist else {
            Issue.record("no multivariant playlist")
            return
        }
        #expect(Set(multivariant.variants.map(\.subtitlesGroup)) == ["sidecar"])
        #expect(
            multivariant.renditions(.subtitles, groupID: "sidecar").map(\.isDefault) == [
                true, false,
            ])
        let uri = try #require(multivariant.renditions(.subtitles, groupID: "sidecar").first?.uri)
        let made = try loader.load(ResourceRequest(url: uri, kind: .mediaPlaylist))
        #expect(try Playlist(parsing: made.body.bytes()).problems.isEmpty)
    }
}
