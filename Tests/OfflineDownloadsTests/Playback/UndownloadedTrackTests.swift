import HeadlessPlayback
import OfflineDownloads
import TestSupport
import Testing

@Suite struct UndownloadedTrackTests {
    private func languages(_ player: Playback) -> [String?]? {
        player.controller.currentSession?.legibleMediaSelectionGroup?.options.map(\.languageTag)
    }

    @Test func `tracks that were not downloaded are offered with a network`() throws {
        let screening = try Screening.finished()
        let player = screening.player()
        let requests = try screening.requests { player.play(try screening.video()) }
        #expect(requests == [])
        #expect(languages(player) == ["en", "fr"])
        let audible = player.controller.currentSession?.audibleMediaSelectionGroup
        #expect(audible?.options.map(\.languageTag) == ["en", "fr"])
        #expect(audible?.options.map(\.isAutoselect) == [true, false])
        screening.device.connection = .none
        player.play(try screening.video())
        #expect(languages(player) == [])
    }

    @Test func `a selected track that was not downloaded is loaded over the network`() throws {
        let screening = try Screening.finished()
        let player = screening.player()
        player.controller.setVideos([try screening.video()])
        player.run(until: 3)
        let session = try #require(player.controller.currentSession)
        let requests = screening.requests {
            session.selectedLegibleMediaOption = session.legibleMediaSelectionGroup?.options.last
            player.controller.run()
        }
        #expect(requests.first == "index.m3u8")
        #expect(requests.dropFirst().allSatisfy { $0.hasSuffix(".vtt") }, "\(requests)")
        #expect(requests.count > 3)
        #expect(player.recorder.lifecycle.last == .end)
    }

    @Test func `no preference selects a track that was not downloaded`() throws {
        let screening = try Screening.finished()
        screening.world.options.mediaPreferences = MediaPreferences(
            audioLanguages: ["fr"], subtitles: .language("fr"))
        let player = screening.player()
        let requests = try screening.requests { player.play(try screening.video()) }
        #expect(requests == [])
        let session = try #require(player.controller.currentSession)
        #expect(session.selectedAudibleMediaOption?.languageTag == "en")
        #expect(session.selectedLegibleMediaOption == nil)
    }

    @Test func `a track that was not downloaded fails once the network is gone`() throws {
        let screening = try Screening.finished()
        let player = screening.player()
        player.controller.setVideos([try screening.video()])
        player.run(until: 3)
        let session = try #require(player.controller.currentSession)
        screening.device.connection = .cellular
        let requests = screening.requests {
            session.selectedLegibleMediaOption = session.legibleMediaSelectionGroup?.options.last
            player.controller.run()
        }
        #expect(requests == [])
        #expect(player.recorder.lifecycle.last == .failedToPlayToEndTime)
    }

    @Test(arguments: ["fr", "de", nil])
    func `the offline subtitle language selects among the sideband subtitles`(language: String?)
        throws
    {
        let screening = try Screening.finished {
            $0.selection.subtitles = .tags(["fr"])
            $0.sidebandLanguages = ["fr"]
        }
        screening.world.options.offlineSubtitleLanguage = language
        let player = screening.player()
        let requests = try screening.requests { player.play(try screening.video()) }
        let session = try #require(player.controller.currentSession)
        #expect(
            session.selectedLegibleMediaOption?.languageTag == (language == "fr" ? "fr" : nil))
        #expect(requests == [])
    }

    @Test func `the stored multivariant playlist lists only the downloaded tracks`() throws {
        let screening = try Screening.finished()
        let files = screening.download.files(of: screening.token)
        let top = try #require(files["index.m3u8"])
        #expect(!String(decoding: top, as: UTF8.self).contains("LANGUAGE=\"fr\""))
        #expect(files.keys.allSatisfy { !$0.contains("online") })
        let plan = try #require(try screening.library.catalogue.plan(of: screening.token))
        #expect(plan.texts.last?.name == PackagePlan.topName)
        #expect(plan.onlineTop?.contains("LANGUAGE=\"fr\"") == true)
    }
}
