import ContentProtection
import HeadlessPlayback
import Playlists
import Sessions
import TestSupport
import Testing

/// Tests of the stream limit of a key server, which is separate from that of the playback service.
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
