package import VirtualTime

/// The target distance from the live edge, which grows with stalls.
package struct LatencyTarget: Equatable, Sendable {
    /// The distance without stalls.
    package private(set) var base: MediaTime
    /// The addition for each stall.
    package let step: MediaTime
    /// The largest distance; `nil` for none.
    package private(set) var most: MediaTime?
    /// The stalls since the distance was set.
    package private(set) var stalls = 0

    /// Creates a distance without stalls.
    ///
    /// - Parameters:
    ///   - base: The distance.
    ///   - step: The addition for each stall.
    ///   - most: The largest distance.
    ///   - stalls: The stalls so far.
    package init(
        _ base: MediaTime, step: MediaTime, most: MediaTime? = nil, after stalls: Int = 0
    ) {
        self.base = base
        self.step = step
        self.most = most
        self.stalls = stalls
    }

    /// Creates a distance that grows with each stall by at most a target duration.
    ///
    /// - Parameters:
    ///   - tuning: The player.
    ///   - join: The distance of its join.
    ///   - target: The target duration.
    package init(_ tuning: LiveTuning, joiningAt join: LiveJoin, target: MediaTime) {
        self.init(join.latency, step: tuning.latencyPerStall, most: join.latency + target)
    }

    /// The distance now.
    package var value: MediaTime {
        let grown = base + step * stalls
        return most.map { max(base, min(grown, $0)) } ?? grown
    }

    /// Records a stall.
    package mutating func stall() { stalls += 1 }

    /// Sets the distance; a changed distance resets the additions of stalls.
    package mutating func set(_ base: MediaTime, most: MediaTime? = nil, forgets: Bool = false) {
        if forgets || base != self.base { stalls = 0 }
        self.base = base
        self.most = most ?? self.most
    }
}
