import Playlists
package import VirtualTime

/// The accounts of the media that a live rendition published between join and leave.
///
/// Every tick from the join to the end of the list is in one account, so that their sum is what was
/// published. Media before the window is settled and only its sums are kept, which bounds the memory.
package struct LiveLedger: Equatable, Sendable {
    /// An account of published media.
    package enum Account: String, CaseIterable, Sendable {
        /// Passed by the playhead.
        case played
        /// Jumped over while it was listed.
        case skipped
        /// Announced as missing, and passed or jumped over.
        case gap
        /// Left the list before the playhead reached it.
        case expired
        /// Never listed for this client.
        case neverListed
        /// Published, and not reached when the client left.
        case notReached
    }

    /// The position at which playback joined, or an earlier one that was sought.
    package private(set) var start: MediaTime
    /// The playhead.
    package private(set) var position: MediaTime
    /// The media that was passed more than once.
    package private(set) var repeated = MediaTime.zero

    private var settled: MediaTime
    private var windowStart: MediaTime
    private var edge: MediaTime
    private var furthest: MediaTime
    private var sums: [Account: MediaTime] = [:]
    private var passed = IntervalSet()
    private var gaps = IntervalSet()
    private var expired = IntervalSet()
    private var holes = IntervalSet()

    /// Opens the accounts at a join.
    ///
    /// - Parameters:
    ///   - position: The position of the join.
    ///   - window: The window.
    package init(joiningAt position: MediaTime, in window: LiveWindow) {
        (start, self.position, settled, furthest) = (position, position, position, position)
        windowStart = window.start
        edge = max(position, window.end)
        for number in 0..<window.playlist.segments.count {
            let number = window.first.advanced(by: number)
            guard window.segment(number)?.isGap == true, let gap = window.interval(of: number)
            else { continue }
            gaps.insert(gap)
        }
    }

    /// The number of intervals in memory.
    package var size: Int {
        [passed, gaps, expired, holes].reduce(0) { $0 + $1.intervals.count }
    }

    // MARK: Events

    /// Follows a change of the window.
    ///
    /// - Parameters:
    ///   - change: The change.
    ///   - window: The window after it.
    ///   - followsPause: Whether the client had stopped to load, so that it lost the media of a hole
    ///     by its own choice.
    package mutating func follow(
        _ change: LiveWindow.Change, of window: LiveWindow, followsPause: Bool = false
    ) {
        if let hole = change.hole {
            if followsPause { expired.insert(hole) } else { holes.insert(hole) }
        }
        for gap in change.gaps { gaps.insert(gap) }
        windowStart = max(windowStart, window.start)
        edge = max(edge, window.end)
        settle(before: min(windowStart, position))
    }

    /// Records that the playhead has moved in playback.
    package mutating func advance(to position: MediaTime) {
        guard position > self.position else { return }
        let way = IntervalSet(self.position..<position)
        repeated += passed.intersection(way).total
        passed.formUnion(way)
        move(to: position)
    }

    /// Records that the playhead has jumped.
    ///
    /// Media between that is no longer listed has expired; other media is skipped unless it is played
    /// later.
    package mutating func jump(to position: MediaTime) {
        if position > self.position, windowStart > self.position {
            expired.insert(self.position..<min(position, windowStart))
        }
        if position < start, settled == start {
            (start, settled) = (position, position)
        }
        move(to: max(position, settled))
    }

    private mutating func move(to position: MediaTime) {
        self.position = position
        furthest = max(furthest, position)
        edge = max(edge, position)
        settle(before: min(windowStart, position))
    }

    // MARK: Accounts

    /// The media published from the join until now.
    package var published: MediaTime { edge - start }

    /// The accounts, as if the client left now; their sum is ``published``.
    package var accounts: [Account: MediaTime] {
        var sums = sums
        add(to: &sums, settled..<max(settled, min(furthest, edge)))
        let rest = IntervalSet(max(settled, min(furthest, edge))..<max(settled, edge))
        let lost = rest.intersection(holes)
        let gone = rest.subtracting(lost).intersection(expired)
        sums[.neverListed, default: .zero] += lost.total
        sums[.expired, default: .zero] += gone.total
        sums[.notReached, default: .zero] += rest.total - lost.total - gone.total
        return sums
    }

    /// Returns the time in an account, as if the client left now.
    package func time(in account: Account) -> MediaTime { accounts[account] ?? .zero }

    private mutating func settle(before limit: MediaTime) {
        guard limit > settled else { return }
        add(to: &sums, settled..<limit)
        settled = limit
        let rest = IntervalSet(limit..<MediaTime(ticks: .max))
        passed = passed.intersection(rest)
        gaps = gaps.intersection(rest)
        expired = expired.intersection(rest)
        holes = holes.intersection(rest)
    }

    /// Adds an interval that the playhead has left behind to the accounts.
    private func add(to sums: inout [Account: MediaTime], _ interval: Range<MediaTime>) {
        var rest = IntervalSet(interval)
        let claims: [(Account, IntervalSet)] = [
            (.neverListed, holes), (.gap, gaps), (.played, passed), (.expired, expired),
        ]
        for (account, claim) in claims {
            let part = rest.intersection(claim)
            guard !part.isEmpty else { continue }
            sums[account, default: .zero] += part.total
            rest = rest.subtracting(part)
        }
        sums[.skipped, default: .zero] += rest.total
    }
}
