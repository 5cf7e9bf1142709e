package import VirtualTime

/// Decides how much time of a world its playback may take.
///
/// Assets may claim to last for years. Unless a bound is given, it is the larger of 24 hours and twice
/// the promised duration at the rate played, plus what is planned beside playing.
package struct TimeBound: Equatable, Sendable {
    /// The least that a derived bound admits.
    package static let least = Duration.seconds(24 * 3600)

    /// The bound that was asked for; `nil` derives one from what is promised.
    private let fixed: Duration?
    /// The time that is planned beside playing: pauses, waits and media that is played again.
    private let planned: Duration
    /// The time that each session takes by its promise, by the number of the session.
    private var promised: [Int: Duration] = [:]
    private var total = Duration.zero

    /// Creates a bound.
    ///
    /// - Parameters:
    ///   - fixed: The bound that was asked for; `nil` derives one.
    ///   - planned: The time that is planned beside playing.
    package init(_ fixed: Duration? = nil, planned: Duration = .zero) {
        self.fixed = fixed
        self.planned = planned
    }

    /// Adds the media that a session promises, or replaces what it promised before if it is longer.
    ///
    /// - Parameters:
    ///   - media: The promised duration.
    ///   - rate: The rate at which it is played.
    ///   - session: The number of the session.
    package mutating func promise(
        _ media: MediaTime, at rate: PlaybackRate, ofSession session: Int
    ) {
        let time = Duration(playing: media, at: rate)
        let known = promised[session] ?? .zero
        guard time > known else { return }
        promised[session] = time
        total += time - known
    }

    /// The time of the world after which nothing more happens.
    package var limit: Duration {
        fixed ?? max(Self.least, total * 2) + planned
    }
}
