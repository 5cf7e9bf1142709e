package import VirtualTime

/// The rate that the app has chosen, and a rate that follows the latency of a broadcast.
package struct PlaybackRates: Equatable, Sendable {
    /// The rate that the app has chosen.
    package private(set) var chosen: PlaybackRate
    /// The rate that follows the latency of a broadcast; it applies while the chosen rate is 1.
    package private(set) var catchUp = PlaybackRate.normal

    /// Creates the rates of a session that does not adapt its rate to the latency.
    package init(_ chosen: PlaybackRate) { self.chosen = chosen }

    /// The rate at which the playhead moves.
    package var effective: PlaybackRate { chosen == .normal ? catchUp : chosen }

    /// Adopts a rate that the app has chosen.
    ///
    /// At a rate other than 1, playback does not follow the latency of a broadcast.
    package mutating func choose(_ rate: PlaybackRate) {
        chosen = rate
        if rate != .normal { catchUp = .normal }
    }

    /// Adopts a rate that follows the latency of a broadcast, if the app has chosen the rate 1.
    package mutating func follow(at rate: PlaybackRate) {
        if chosen == .normal { catchUp = rate }
    }
}
