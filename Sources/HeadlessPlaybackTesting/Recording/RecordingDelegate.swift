/// A delegate that records every event.
///
/// Between a controller and the delegate of an app, it forwards every event in the same order, so
/// that a test receives the same events as the app:
///
/// ```swift
/// let recording = RecordingDelegate(forwardingTo: app.player)
/// controller.delegate = recording
/// ```
///
/// The controller holds this delegate weakly, and this delegate holds the app's delegate weakly.
/// Keep this delegate in a constant: `controller.delegate = RecordingDelegate()` releases the new
/// delegate at once, without a warning, and nothing is recorded.
public final class RecordingDelegate: PlaybackControllerDelegate {
    /// The events, in order.
    public private(set) var events: [PlaybackEvent] = []
    /// The delegate to which events are forwarded, held weakly.
    public weak var next: (any PlaybackControllerDelegate)?

    /// Creates a delegate without events.
    ///
    /// - Parameter next: The delegate to forward events to; `nil` forwards nothing.
    public init(forwardingTo next: (any PlaybackControllerDelegate)? = nil) {
        self.next = next
    }

    /// The trace: one line for each event, ended by a line feed.
    public var trace: String { events.reduce(into: "") { $0 += $1.traceLine + "\n" } }

    /// The names of the events, in order.
    public var names: [String] { events.map(\.name) }

    /// Records the event and forwards it.
    ///
    /// - Parameters:
    ///   - controller: The controller.
    ///   - event: The event.
    public func playbackController(
        _ controller: PlaybackController, didReport event: PlaybackEvent
    ) {
        events.append(event)
        next?.playbackController(controller, didReport: event)
    }

    /// Returns the playback service of the next delegate; `nil` when there is no next delegate.
    ///
    /// - Parameters:
    ///   - controller: The controller.
    ///   - session: The session.
    /// - Returns: The playback service that the next delegate returns.
    public func playbackServiceForManifestURLTTLUpdateForPlaybackController(
        _ controller: PlaybackController, playbackSession session: PlaybackSession
    ) -> PlaybackService? {
        next?.playbackServiceForManifestURLTTLUpdateForPlaybackController(
            controller, playbackSession: session)
    }
}
