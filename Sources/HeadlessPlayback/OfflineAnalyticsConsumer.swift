public import OfflineDownloads
public import PlaybackControl
public import Sessions
import VirtualTime

/// Measures the playback of offline videos for the analytics of their manager.
///
/// ```swift
/// controller.addSessionConsumer(OfflineAnalyticsConsumer(manager))
/// ```
///
/// A session counts as a view when it first plays. Each time playback reaches the next multiple of
/// ten seconds in the video, an engagement is recorded. Online videos are not measured.
public final class OfflineAnalyticsConsumer: PlaybackSessionConsumer {
    /// The duration of video that counts as one engagement.
    private static let step = MediaTime.seconds(10)

    private let manager: OfflineVideoManager
    private var session = 0
    private var isViewed = false
    private var nextPosition = OfflineAnalyticsConsumer.step

    /// Creates a consumer.
    ///
    /// - Parameter manager: The manager whose videos are measured; held strongly.
    public init(_ manager: OfflineVideoManager) { self.manager = manager }

    /// Records the measurements that follow from an event.
    ///
    /// - Parameter event: The event.
    public func consume(_ event: PlaybackEvent) {
        guard let current = event.session, let token = current.video.offlineVideoToken else {
            return
        }
        if current.number != session {
            session = current.number
            isViewed = false
            nextPosition = Self.step
        }
        switch event.kind {
        case .didReceiveLifecycleEvent(let lifecycle) where lifecycle.type == .play:
            if !isViewed { measure(.videoView, of: token, at: .zero) }
            isViewed = true
        case .didProgressTo(.at(let time)):
            guard time >= nextPosition else { return }
            nextPosition = MediaTime(ticks: (time.ticks / Self.step.ticks + 1) * Self.step.ticks)
            measure(.videoEngagement, of: token, at: time)
        default: return
        }
    }

    private func measure(
        _ kind: PlaybackMeasurement.Kind, of token: OfflineVideoToken, at position: MediaTime
    ) {
        manager.analytics.record(
            PlaybackMeasurement(
                kind: kind, offlineVideoToken: token, time: manager.currentTime,
                position: position))
    }
}
