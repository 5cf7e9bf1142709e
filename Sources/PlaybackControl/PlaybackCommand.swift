public import VirtualTime

/// A command given to a controller.
///
/// A command is not an event and does not always cause an event: for example, a seek before the
/// lifecycle event `Ready` has no effect.
public enum PlaybackCommand: Equatable, Sendable {
    /// Play.
    case play
    /// Pause.
    case pause
    /// Seek to a position in seconds; the value is the one that the caller passed, not clamped.
    case seek(to: Double)
    /// Load the current video again and resume at a position, in seconds.
    case resume(at: Double)
    /// Call a closure when the playhead reaches a position in seconds.
    case waitForPlayhead(at: Double)
    /// Set the rate of playback.
    case setRate(Double)
    /// Advance to the next video.
    case advance
    /// Play the video at an index in the queue, because of a command from outside the app.
    case selectItem(at: Int)
    /// Replace the videos.
    case setVideos(count: Int)
    /// Insert a video.
    case insertVideo

    /// The position in seconds to which the command refers; `nil` for a command without a position.
    public var seconds: Double? {
        switch self {
        case .seek(let time), .resume(let time), .waitForPlayhead(let time): time
        case .play, .pause, .setRate, .advance, .selectItem, .setVideos, .insertVideo: nil
        }
    }
}

extension PlaybackController {
    /// Calls a closure with every command, before the command takes effect.
    ///
    /// - Parameter observer: The closure, called while the command is given; it must not give
    ///   commands itself.
    /// - Returns: A `Hold` on the observation; releasing it ends the observation.
    public func observeCommands(
        _ observer: @escaping (PlaybackCommand) -> Void
    ) -> Hold {
        let number = addCommandObserver(observer)
        return .onRelease { [weak self] in self?.endObservation(number) }
    }
}
