/// Something that was asked of a controller.
///
/// What is asked is not what happens: a seek before `Ready` is a command, and no event follows it.
public enum PlaybackCommand: Equatable, Sendable {
    /// To play.
    case play
    /// To pause.
    case pause
    /// To put the playhead elsewhere; in seconds, as they were given.
    case seek(to: Double)
    /// To load the current video anew and go on from a position, in seconds.
    case resume(at: Double)
    /// To call back at a place, in seconds.
    case waitForPlayhead(at: Double)
    /// To play as fast as this.
    case setRate(Double)
    /// To go on to the next video.
    case advance
    /// To replace the videos.
    case setVideos(count: Int)
    /// To insert a video.
    case insertVideo

    /// The seconds that the command came with; `nil` for one without.
    public var seconds: Double? {
        switch self {
        case .seek(let time), .resume(let time), .waitForPlayhead(let time): time
        case .play, .pause, .setRate, .advance, .setVideos, .insertVideo: nil
        }
    }
}

extension PlaybackController {
    /// Calls a closure with everything that is asked of the controller, before anything comes of it.
    ///
    /// - Parameter observer: What to call, within the command; it must not give commands itself.
    /// - Returns: The hold on the observation.
    public func observeCommands(
        _ observer: @escaping (PlaybackCommand) -> Void
    ) -> ObserverToken {
        ObserverToken(controller: self, number: addCommandObserver(observer))
    }
}
