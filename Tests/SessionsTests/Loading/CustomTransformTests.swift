import Containers
import HeadlessPlayback
import Sessions
import Synchronization
import TestSupport
import Testing
import Transport
import VirtualTime

/// Segments with a transform of an app, which has no identity.
@Suite struct CustomTransformTests {
    /// A transform that leaves all bytes unchanged until it refuses all segments.
    private final class ChangingTransform: SegmentTransform {
        let refuses = Mutex(false)

        func transform(
            _ body: ResourceBody, of segment: SegmentContext, role: SegmentContext.Part
        ) throws(SessionError) -> TransformedBody {
            if refuses.withLock({ $0 }) {
                throw .container(ContainerError(.empty), url: segment.playlistURL)
            }
            return TransformedBody(body)
        }
    }

    /// A provider that adds a transform to the plans of the basic provider.
    private struct TransformingProvider: SessionProvider {
        let transform: ChangingTransform

        func plan(for video: Video) throws(SessionError) -> SessionPlan? {
            var plan = try BasicSessionProvider().plan(for: video)
            plan?.transforms = [transform]
            return plan
        }
    }

    @Test(arguments: [1, 2, 5])
    func `a segment has the transform at its request, on any number of threads`(threads: Int) {
        let transform = ChangingTransform()
        let playback = Playback(
            provider: TransformingProvider(transform: transform), workers: Workers(count: threads)
        ) {
            $0.bufferOptimizer = BufferOptimizer(
                method: .none, minimumDuration: .seconds(1), maximumDuration: .seconds(1))
        }
        let change = playback.controller.world.loop.schedule(after: .seconds(3)) {
            transform.refuses.withLock { $0 = true }
        }
        playback.play(SampleMedia.single.video())
        #expect(playback.recorder.lifecycle.last == .failedToPlayToEndTime)
        withExtendedLifetime(change) {}
    }
}
