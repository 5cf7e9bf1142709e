public import VirtualTime

/// How far playback has got.
public enum Progress: Equatable, Sendable {
    /// A session starts: told as minus infinity.
    case started
    /// The playhead is at a position.
    case at(MediaTime)
    /// The video has been played to its end: told as plus infinity.
    case ended

    /// The progress in seconds, with infinities at both ends.
    public var timeInterval: Double {
        switch self {
        case .started: -.infinity
        case .at(let time): time.seconds
        case .ended: .infinity
        }
    }
}
