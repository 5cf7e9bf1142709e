import HeadlessPlayback
@testable import Sessions
import TestSupport
import Testing
import Transport
import VirtualTime

/// The renewal of expired locations during a session.
@Suite struct ManifestRenewerTests {
    /// An app that supplies a playback service, and records the calls.
    private final class App: PlaybackControllerDelegate {
        var service: PlaybackService?
        var calls: [String] = []
        var errors: [PlaybackError?] = []

        func playbackServiceForManifestURLTTLUpdateForPlaybackController(
            _ controller: PlaybackController, playbackSession session: PlaybackSession
        ) -> PlaybackService? {
            calls.append("service \(session.number)")
            return service
        }

        func manifestTTLWasUpdatedWithError(
            _ error: PlaybackError?, playbackController controller: PlaybackController,
            playbackSession session: PlaybackSession
        ) {
            calls.append("updated \(session.number)")
            errors.append(error)
        }
    }

    private let origin = TokenOrigin(.transportStream, lifetime: 10)
    private let app = App()

    private func playback(_ configure: (inout PlaybackOptions) -> Void = { _ in }) -> Playback {
        let playback = Playback(loader: origin, configure)
        playback.controller.delegate = app
        return playback
    }

    private var paths: [String] { origin.log.map(\.path) }

    /// Selects the other audio during playback, so that its playlist is requested.
    private func switchAudio(_ playback: Playback, at seconds: Double) throws {
        playback.run(until: seconds)
        let session = try #require(playback.controller.currentSession)
        let group = try #require(session.audibleMediaSelectionGroup)
        session.selectedAudibleMediaOption = group.options.first {
            $0 != session.selectedAudibleMediaOption
        }
    }

    @Test func `within the lifetime nothing is renewed`() throws {
        let playback = playback()
        playback.controller.setVideos([try origin.video()])
        try switchAudio(playback, at: 9)
        playback.controller.run()
        #expect(app.calls.isEmpty)
        #expect(!paths.contains { $0.hasPrefix("service") })
        #expect(playback.controller.ledgers.last?.hasEnded == true)
    }

    @Test func `an expired location is renewed before the next playlist, and playback continues`()
        throws
    {
        let playback = playback()
        playback.controller.setVideos([try origin.video()])
        try switchAudio(playback, at: 12)
        let session = playback.controller.currentSession
        playback.controller.run()
        #expect(app.calls == ["service 1", "updated 1"])
        #expect(app.errors == [nil])
        #expect(
            paths.suffix(3) == [
                "service.test/accounts/1/videos/5", "media.test/12/index.m3u8",
                "media.test/12/audio-fr/index.m3u8",
            ])
        #expect(playback.controller.currentSession === session)
        #expect(playback.controller.ledgers.last?.hasEnded == true)
        #expect(playback.controller.ledgers.last?.ledger.isSound == true)
        #expect(playback.recorder.lifecycle.filter { $0 == .playbackStalled }.isEmpty)
        #expect(session?.selectedAudibleMediaOption?.languageTag == "fr")
    }

    @Test func `the app's service is used instead of the account of the video`() throws {
        let playback = playback()
        let account = PlaybackServiceAccount(id: "2", baseURL: "https://service.test/own")
        app.service = PlaybackService(account, in: playback.controller.world)
        playback.controller.setVideos([try origin.video()])
        try switchAudio(playback, at: 12)
        playback.controller.run()
        #expect(paths.contains("service.test/own/accounts/2/videos/5"))
        #expect(!paths.contains("service.test/accounts/1/videos/5"))
        #expect(app.errors == [nil])
    }

    @Test(arguments: [401, 404, 503])
    func `a refused renewal is reported, and the old location is requested`(status: Int) throws {
        origin.refuse(with: status)
        let playback = playback()
        playback.controller.setVideos([try origin.video()])
        try switchAudio(playback, at: 12)
        playback.controller.run()
        #expect(app.calls == ["service 1", "updated 1"])
        #expect(app.errors.first??.code == 3)
        #expect(app.errors.first??.domain == "PlaybackServiceErrorDomain")
        #expect(paths.last == "media.test/0/audio-fr/index.m3u8")
    }

    @Test func `a new session of an expired video renews its location before it loads`() throws {
        let playback = playback()
        let video = try origin.video()
        playback.run(until: 100)
        playback.play(video)
        #expect(app.calls == ["service 1", "updated 1"])
        #expect(
            paths.prefix(2) == [
                "service.test/accounts/1/videos/5", "media.test/100/index.m3u8",
            ])
        #expect(playback.controller.ledgers.last?.hasEnded == true)
    }

    @Test func `a resumption after the end renews once`() throws {
        let playback = playback()
        playback.play(try origin.video())
        playback.controller.resumeVideo(at: 0, autoPlay: true)
        playback.controller.run()
        #expect(app.calls == ["service 1", "updated 1"])
        #expect(app.errors == [nil])
        #expect(playback.controller.ledgers.last?.failure == nil)
        #expect(playback.recorder.lifecycle.filter { $0 == .end }.count == 2)
    }

    @Test func `a service that returns expired locations is not called in a loop`() throws {
        origin.answerStale()
        let playback = playback()
        let video = try origin.video()
        playback.run(until: 50)
        playback.play(video)
        #expect(app.calls == ["service 1", "updated 1"])
        #expect(paths.filter { $0.hasPrefix("service") }.count == 1)
        #expect(playback.controller.ledgers.last?.failure != nil)
    }

    @Test func `playlists requested together wait for one renewal`() throws {
        // The multivariant playlist arrives within the lifetime of 10 seconds; the playlists of the
        // streams are requested after it.
        let playback = playback {
            $0.faults = [
                FaultRule(
                    RequestPattern("/0/index.m3u8"), fault: .delay(.seconds(9.99)))
            ]
            $0.network = NetworkConditions(bitsPerSecond: 100_000, latency: .milliseconds(500))
        }
        playback.play(try origin.video())
        #expect(paths.filter { $0.hasPrefix("service") }.count == 1)
        #expect(app.calls == ["service 1", "updated 1"])
        #expect(playback.controller.ledgers.last?.failure == nil)
    }

    @Test func `the lifetime counts from the response of the service`() throws {
        // The service answers at 12 s and the multivariant playlist follows at 18 s: the new
        // locations expire at 22 s.
        let playback = playback {
            $0.faults = [
                FaultRule(RequestPattern("/12/index.m3u8"), fault: .delay(.seconds(6)))
            ]
        }
        playback.controller.setVideos([try origin.video()])
        try switchAudio(playback, at: 12)
        playback.run(until: 25)
        #expect(app.calls == ["service 1", "updated 1"])
        playback.controller.resumeVideo(at: 0, autoPlay: true)
        playback.controller.run()
        let asked = origin.log.filter { $0.path.hasPrefix("service") }
        #expect(asked.map(\.second) == [12, 25])
        #expect(playback.controller.ledgers.last?.failure == nil)
    }

    @Test func `a late reply of the app to a cancelled renewal is not used`() throws {
        let world = PlaybackWorld(loader: origin)
        func service(_ id: String) -> PlaybackService {
            PlaybackService(
                PlaybackServiceAccount(id: id, baseURL: "https://service.test"), in: world)
        }
        let plan = try #require(try BasicSessionProvider().plan(for: origin.video()))
        world.loop.run(until: .seconds(50))
        var replies: [(PlaybackService?) -> Void] = []
        let renewer = ManifestRenewer(plan, in: world) {
            replies.append($0)
        } report: { _ in
        }
        var requests: [String] = []
        let abandoned = renewer.wait { requests.append("abandoned") }
        renewer.release()
        let current = renewer.wait { requests.append("current") }
        try #require(replies.count == 2)
        replies[0](service("early"))
        replies[1](service("late"))
        world.loop.runUntilIdle()
        withExtendedLifetime((renewer, abandoned, current)) {}
        #expect(paths == ["service.test/accounts/late/videos/5"])
        #expect(requests == ["current"])
    }

    @Test func `nothing is reported for a session that was replaced meanwhile`() throws {
        let playback = playback {
            $0.faults = [FaultRule(RequestPattern(kinds: [.other]), fault: .delay(.seconds(5)))]
        }
        let video = try origin.video()
        playback.controller.setVideos([video])
        try switchAudio(playback, at: 12)
        playback.run(until: 13)
        playback.controller.setVideos([SampleMedia.single.video()])
        playback.controller.run()
        #expect(app.calls == ["service 1"])
    }

    @Test func `a video without an id fails to renew, without a crash`() throws {
        let playback = playback()
        var video = try origin.video()
        video.properties["id"] = nil
        playback.run(until: 50)
        playback.play(video)
        #expect(app.errors.first??.code == 0)
        #expect(playback.controller.ledgers.last?.failure != nil)
    }

    @Test func `without a delegate, the account of the video is used for a renewal`() throws {
        let playback = Playback(loader: origin)
        let video = try origin.video()
        playback.run(until: 50)
        playback.play(video)
        #expect(playback.controller.ledgers.last?.hasEnded == true)
        #expect(
            playback.recorder.names.filter { $0 == "manifestTTLWasUpdatedWithError" }.count == 1)
    }
}
