package import VirtualTime

/// The target distance from the live edge, which grows with each stall.
package struct LatencyTarget: Equatable, Sendable {
    /// The target distance before additions for stalls.
    package private(set) var base: MediaTime
    /// The media time that each stall adds to the target distance.
    package let step: MediaTime
    /// The largest target distance; `nil` means that there is no limit.
    package private(set) var most: MediaTime?
    /// The number of stalls since the target distance was set.
    package private(set) var stalls = 0

    /// Creates a target distance.
    ///
    /// - Parameters:
    ///   - base: The target distance before additions for stalls.
    ///   - step: The media time that each stall adds to the target distance.
    ///   - most: The largest target distance; `nil` means that there is no limit.
    ///   - stalls: The number of stalls so far.
    package init(
        _ base: MediaTime, step: MediaTime, most: MediaTime? = nil, after stalls: Int = 0
    ) {
        self.base = base
        self.step = step
        self.most = most
        self.stalls = stalls
    }

    /// Creates a target distance that grows with each stall, by at most one target duration.
    ///
    /// - Parameters:
    ///   - tuning: The constants of the modelled player.
    ///   - join: The start of playback, whose latency is the target distance without stalls.
    ///   - target: The target duration of the playlist.
    package init(_ tuning: LiveTuning, joiningAt join: LiveJoin, target: MediaTime) {
        self.init(join.latency, step: tuning.latencyPerStall, most: join.latency + target)
    }

    /// The current target distance, including the additions for stalls.
    package var value: MediaTime {
        let grown = base + step * stalls
        return most.map { max(base, min(grown, $0)) } ?? grown
    }

    /// Records a stall.
    package mutating func stall() { stalls += 1 }

    /// Sets the target distance before additions for stalls.
    ///
    /// If the new distance differs from the old one, the additions for earlier stalls are removed.
    /// If `forgets` is `true`, they are removed in any case.
    package mutating func set(_ base: MediaTime, most: MediaTime? = nil, forgets: Bool = false) {
        if forgets || base != self.base { stalls = 0 }
        self.base = base
        self.most = most ?? self.most
    }
}
