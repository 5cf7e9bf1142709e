public import VirtualTime

/// The progress of playback.
public enum Progress: Equatable, Sendable {
    /// The start of a session, reported as minus infinity.
    case started
    /// The playhead is at a position.
    case at(MediaTime)
    /// The end of the video, reported as plus infinity.
    case ended

    /// The position in seconds.
    ///
    /// It is minus infinity at the start of a session, and plus infinity at the end of the video.
    public var timeInterval: Double {
        switch self {
        case .started: -.infinity
        case .at(let time): time.seconds
        case .ended: .infinity
        }
    }
}
