import HeadlessPlayback
import Sessions
import TestSupport
import Testing

/// The objects that a provider puts into a session plan in addition to the media.
@Suite struct CompanionTests {
    private final class Companion: SessionCompanion {
        private(set) var calls: [String] = []
        private let refusal: SessionError?

        init(refusal: SessionError? = nil) { self.refusal = refusal }

        func sessionLoads() -> SessionError? {
            calls.append("loads")
            return refusal
        }
        func sessionPlays() { calls.append("plays") }
        func sessionEnds() { calls.append("ends") }
    }

    private final class Controls: ProviderExtension {}

    private struct Provider: SessionProvider {
        let companions: [Companion]
        let controls: Controls

        func plan(for video: Video) throws(SessionError) -> SessionPlan? {
            var plan = try BasicSessionProvider().plan(for: video)
            plan?.companions += companions
            plan?.providerExtension = controls
            return plan
        }
    }

    @Test func `every companion is called when the session loads, plays and ends, in this order`() {
        let companions = [Companion(), Companion()]
        let provider = Provider(companions: companions, controls: Controls())
        let playback = Playback(provider: provider).play(SampleMedia.single.video())
        #expect(playback.recorder.lifecycle.last == .end)
        playback.controller.setVideos([])
        playback.controller.run()
        for companion in companions { #expect(companion.calls == ["loads", "plays", "ends"]) }
    }

    @Test func `one refusing companion prevents the load, and no companion plays`() {
        let companions = [Companion(refusal: .ended), Companion()]
        let provider = Provider(companions: companions, controls: Controls())
        let playback = Playback(provider: provider).play(SampleMedia.single.video())
        #expect(playback.recorder.errors.map(\.cause) == [.ended])
        #expect(playback.recorder.lifecycle.last == .fail)
        #expect(companions.allSatisfy { $0.calls.first == "loads" })
        #expect(!companions.contains { $0.calls.contains("plays") })
    }

    @Test func `an app can access the extension of a provider by its type`() throws {
        let controls = Controls()
        let provider = Provider(companions: [], controls: controls)
        let playback = Playback(provider: provider).play(SampleMedia.single.video())
        let session = try #require(playback.controller.currentSession)
        #expect(session.providerExtension as? Controls === controls)
    }
}
