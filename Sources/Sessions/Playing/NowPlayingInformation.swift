public import VirtualTime

extension PlaybackEvent {
    /// The information and the controls that the lock screen shows.
    ///
    /// Play and pause are always enabled. The elapsed time is the playback position at the moment
    /// of the report. Together with the rate, it determines the elapsed time at every later moment.
    ///
    /// Source: `Documentation/Device.md#lock-screen`.
    public struct NowPlayingInformation: Equatable, Sendable {
        /// The title to display.
        ///
        /// It is the title of the video, or else the title of the configuration, or else the name
        /// of the app.
        public var title: String
        /// The location of the artwork image; `nil` when there is none.
        public var artwork: String?
        /// The position of playback.
        public var elapsed: MediaTime
        /// The duration; `nil` before it is known, and for a broadcast that has not ended.
        public var duration: MediaTime?
        /// The rate; 0 while paused.
        public var rate: Double
        /// Whether the previous item can be selected.
        public var isPreviousEnabled: Bool
        /// Whether the next item can be selected.
        public var isNextEnabled: Bool

        /// Creates information.
        ///
        /// - Parameters:
        ///   - title: The title.
        ///   - artwork: The location of the picture.
        ///   - elapsed: The position of playback.
        ///   - duration: The duration.
        ///   - rate: The rate; 0 while paused.
        ///   - isPreviousEnabled: Whether the previous item can be selected.
        ///   - isNextEnabled: Whether the next item can be selected.
        public init(
            title: String, artwork: String? = nil, elapsed: MediaTime = .zero,
            duration: MediaTime? = nil, rate: Double = 0, isPreviousEnabled: Bool = false,
            isNextEnabled: Bool = false
        ) {
            self.title = title
            self.artwork = artwork
            self.elapsed = elapsed
            self.duration = duration
            self.rate = rate
            self.isPreviousEnabled = isPreviousEnabled
            self.isNextEnabled = isNextEnabled
        }
    }

    /// A stage of the start or end of picture in picture, named after a system delegate's method.
    ///
    /// Source: `Documentation/Device.md#picture-in-picture`.
    public enum PictureInPictureStep: String, CaseIterable, Sendable {
        /// Picture in picture is about to start.
        case willStart
        /// Picture in picture started.
        case didStart
        /// Picture in picture could not start.
        case failedToStart
        /// The app is to restore its player's view.
        case restoreUserInterface
        /// Picture in picture is about to stop.
        case willStop
        /// Picture in picture stopped.
        case didStop
    }
}
