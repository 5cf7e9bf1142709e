import ContentProtection
import HeadlessPlayback
import Playlists
import Sessions
import TestSupport
import Testing

/// Tests of a key server's stream limit, which is separate from the playback service's limit.
@Suite struct LicenceLimitTests {
    @Test func `a licence denied because of a stream limit is reported as a licence error`() throws
    {
        let media = try ProtectedMedia.cbcs()
        let server = KeyServer(
            identity: try Exchange().identity,
            policies: KeyPolicies([
                "film": KeyPolicy(key: ProtectedMedia.key, lease: .seconds(6000), concurrency: 0)
            ]))
        let keyServer = InProcessKeyServer(server)
        let playback = Playback(
            loader: media.loader,
            provider: ProtectedSessionProvider(
                keySystems: [FairPlayKeySystem(authorizationProxy: keyServer)]))
        playback.controller.streamConcurrencyEnabled = true
        playback.play(media.video)
        #expect(keyServer.statuses.contains { $0 >= 400 })
        #expect(playback.recorder.lifecycle.contains(.error))
        #expect(playback.recorder.lifecycle.contains(.fail))
        #expect(!playback.recorder.names.contains("didReachMaxConcurrency"))
        let errors = playback.recorder.events.compactMap { event -> PlaybackError? in
            guard case .didReceiveLifecycleEvent(let event) = event.kind else { return nil }
            return event.error
        }
        #expect(!errors.contains { $0.domain == PlaybackServiceError.domain })
    }
}
