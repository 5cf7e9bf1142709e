import Playlists
package import VirtualTime

/// The outcomes of the media that a live rendition publishes while a client follows it.
///
/// Each piece of media from the joining position to the end of the playlist is in exactly one
/// account, such as played, so that the accounts add up to the published media. To limit memory,
/// media whose account is final is kept only as sums. An account is final once both the window and
/// the playhead have passed the media. While the playhead does not move, media that left the window
/// and is far after the playhead is also kept only as sums.
package struct LiveLedger: Equatable, Sendable {
    /// An outcome of published media, under which the ledger counts the duration of the media.
    package enum Account: String, CaseIterable, Sendable {
        /// The playhead passed the media.
        case played
        /// The playhead jumped over the media while the playlist listed it.
        case skipped
        /// The playhead passed or jumped over media that the playlist announced as missing.
        case gap
        /// The client did not obtain the media in time, or jumped over it to reach the window.
        case expired
        /// None of the playlists that this client received listed the media.
        case neverListed
        /// The media was published, and the playhead had not reached it when the client left.
        case notReached
    }

    /// The maximum number of gaps, holes and expired intervals that are kept individually.
    ///
    /// The limit applies only to the intervals between the playhead and the live window.
    private static let mostAhead = 128

    /// The position at which playback joined the broadcast.
    ///
    /// A jump to an earlier position changes the start, as long as no media is in a final account.
    package private(set) var start: MediaTime
    /// The position of the playhead.
    package private(set) var position: MediaTime
    /// The duration of the media that the playhead passed again, summed over all repetitions.
    package private(set) var repeated = MediaTime.zero
    /// The number of jumps to a window that had moved past the playhead.
    package private(set) var rejoins = 0

    private var settled: MediaTime
    /// The start of the newest window.
    package private(set) var windowStart: MediaTime
    private var edge: MediaTime
    private var furthest: MediaTime
    private var sums: [Account: MediaTime] = [:]
    private var passed = IntervalSet()
    private var gaps = IntervalSet()
    private var expired = IntervalSet()
    private var holes = IntervalSet()
    /// The total durations of media that is far after the playhead and has left the window.
    ///
    /// This media is not in the sets of intervals that are kept individually.
    private var stretch: PassedStretch?

    /// Creates the ledger of a client that joins a broadcast.
    ///
    /// - Parameters:
    ///   - position: The position at which playback starts.
    ///   - window: The window of the playlist at the moment when the client joins.
    package init(joiningAt position: MediaTime, in window: LiveWindow) {
        (start, self.position, settled, furthest) = (position, position, position, position)
        windowStart = window.start
        edge = max(position, window.end)
        for gap in window.gaps { gaps.insert(gap) }
    }

    /// The number of intervals in memory.
    package var size: Int {
        [passed, gaps, expired, holes].reduce(stretch == nil ? 0 : 1) { $0 + $1.intervals.count }
    }

    // MARK: Events

    /// Updates the ledger after the window of the playlist has changed.
    ///
    /// - Parameters:
    ///   - change: The change.
    ///   - window: The window after the change.
    ///   - followsPause: Whether the client had suspended its reloads. The media of a hole then
    ///     counts as expired, not as never listed.
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
        sumUp()
    }

    /// Updates the ledger after a switch to another variant stream, which has its own window.
    ///
    /// - Parameters:
    ///   - window: The window of the new variant stream.
    ///   - end: The end of the media that was obtained from the former variant stream.
    package mutating func change(to window: LiveWindow, from end: MediaTime) {
        let rest = IntervalSet(max(end, position)..<MediaTime(ticks: .max))
        // The gaps of the former variant stream do not apply to the new one.
        gaps = gaps.subtracting(rest)
        for gap in window.gaps { gaps.formUnion(IntervalSet(gap).intersection(rest)) }
        if window.start > max(end, position) + TrackTimeline.tolerance {
            holes.insert(max(end, position)..<window.start)
        }
        windowStart = max(windowStart, window.start)
        edge = max(edge, window.end)
        settle(before: min(windowStart, position))
        sumUp()
    }

    /// Records that playback has moved the playhead forwards.
    package mutating func advance(to position: MediaTime) {
        guard position > self.position else { return }
        let way = IntervalSet(self.position..<position)
        repeated += passed.intersection(way).total
        passed.formUnion(way)
        move(to: position)
    }

    /// Records that the playhead passed an interval.
    ///
    /// If the interval does not start at the playhead, the playhead jumps to its start first.
    package mutating func pass(_ interval: Range<MediaTime>) {
        if position != interval.lowerBound { jump(to: interval.lowerBound) }
        advance(to: interval.upperBound)
    }

    /// Records that the playhead has jumped.
    ///
    /// The media between the old and the new position counts as skipped unless it is played later.
    package mutating func jump(to position: MediaTime) {
        if position < start, settled == start {
            (start, settled) = (position, position)
        }
        move(to: max(position, settled))
    }

    /// Records a jump of the playhead into the window, which had moved past the playhead.
    ///
    /// The media between the two positions counts as expired, not as skipped, because the viewer
    /// did not choose to jump.
    ///
    /// - Parameters:
    ///   - place: The position from which playback jumps, such as the target of a seek; `nil` means
    ///     the position of the playhead.
    ///   - position: The position at which playback continues.
    package mutating func rejoin(from place: MediaTime? = nil, at position: MediaTime) {
        rejoins += 1
        if let place, place != self.position { jump(to: place) }
        if position > self.position { expired.insert(self.position..<position) }
        jump(to: position)
    }

    /// Completes the ledger, because the client leaves the broadcast.
    ///
    /// Media that was removed from the playlist has expired, unless it is buffered ahead of the
    /// playhead. If the client had stayed, the playhead would have jumped over the expired media to
    /// the window.
    ///
    /// - Parameter end: The end of the media that is buffered ahead of the playhead.
    package mutating func leave(readyUpTo end: MediaTime) {
        let ready = max(position, end)
        guard windowStart > ready else { return }
        let buffered = IntervalSet(max(position, furthest)..<max(ready, furthest))
            .subtracting(holes).subtracting(expired)
        expired.insert(ready..<windowStart)
        let missing = buffered.intersection(gaps).total
        settle(before: windowStart)
        sums[.gap, default: .zero] -= missing
        sums[.skipped, default: .zero] -= buffered.total - missing
        sums[.notReached, default: .zero] += buffered.total
    }

    /// Continues the ledger after the source has been loaded again.
    ///
    /// - Parameters:
    ///   - position: The position at which playback continues.
    ///   - wanted: The requested position. The media between `wanted` and `position` has expired.
    ///   - window: The window of the playlist after that load.
    package mutating func resume(
        at position: MediaTime, insteadOf wanted: MediaTime, in window: LiveWindow
    ) {
        // Media that was published and removed after the previous load has expired.
        if window.start > edge { expired.insert(edge..<window.start) }
        for gap in window.gaps where gap.upperBound > edge {
            gaps.insert(max(gap.lowerBound, edge)..<gap.upperBound)
        }
        windowStart = max(windowStart, window.start)
        edge = max(edge, window.end)
        if position > wanted { rejoin(from: wanted, at: position) } else { jump(to: position) }
        sumUp()
    }

    private mutating func move(to position: MediaTime) {
        self.position = position
        furthest = max(furthest, position)
        edge = max(edge, position)
        settle(before: min(windowStart, position))
    }

    // MARK: Durations

    /// The duration of the published media from ``start`` to the live edge.
    package var published: MediaTime { edge - start }

    /// The duration in each account, as if the client left now; their sum is ``published``.
    package var accounts: [Account: MediaTime] {
        var sums = sums
        add(to: &sums, settled..<max(settled, min(furthest, edge)))
        let rest = IntervalSet(max(settled, min(furthest, edge))..<max(settled, edge))
        let lost = rest.intersection(holes)
        let gone = rest.subtracting(lost).intersection(expired).total + (stretch?.expired ?? .zero)
        let unlisted = lost.total + (stretch?.holes ?? .zero)
        sums[.neverListed, default: .zero] += unlisted
        sums[.expired, default: .zero] += gone
        sums[.notReached, default: .zero] += rest.total - unlisted - gone
        return sums
    }

    /// Returns the duration of the media in an account, as if the client left now.
    package func time(in account: Account) -> MediaTime { accounts[account] ?? .zero }

    private mutating func settle(before limit: MediaTime) {
        guard limit > settled else { return }
        if var rest = stretch, limit > rest.interval.lowerBound {
            let left = rest.remove(before: min(limit, rest.interval.upperBound))
            add(to: &sums, settled..<left.interval.lowerBound)
            add(to: &sums, left)
            add(to: &sums, left.interval.upperBound..<limit)
            stretch = rest.interval.isEmpty ? nil : rest
        } else {
            add(to: &sums, settled..<limit)
        }
        settled = limit
        let rest = IntervalSet(limit..<MediaTime(ticks: .max))
        passed = passed.intersection(rest)
        gaps = gaps.intersection(rest)
        expired = expired.intersection(rest)
        holes = holes.intersection(rest)
    }

    /// Adds the durations in an interval to `sums`, each part to the sum of its account.
    ///
    /// The playhead has moved past the interval.
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

    /// Adds the durations of a stretch of passed media to `sums`, each to the sum of its account.
    private func add(to sums: inout [Account: MediaTime], _ stretch: PassedStretch) {
        let interval = IntervalSet(stretch.interval)
        let obtainable = stretch.interval.length - stretch.holes - stretch.gaps
        let played = min(obtainable, interval.intersection(passed).total)
        let gone = interval.intersection(expired).total + stretch.expired
        let lapsed = min(obtainable - played, gone)
        sums[.neverListed, default: .zero] += stretch.holes
        sums[.gap, default: .zero] += stretch.gaps
        sums[.played, default: .zero] += played
        sums[.expired, default: .zero] += lapsed
        sums[.skipped, default: .zero] += obtainable - played - lapsed
    }

    /// Replaces intervals far after the playhead with their sums, to limit memory.
    ///
    /// Only intervals that have left the live window are replaced.
    private mutating func sumUp() {
        guard let start = stretch?.interval.upperBound ?? startOfStretch, start < windowStart else {
            return
        }
        let added = PassedStretch(
            start..<windowStart, holes: holes, gaps: gaps, expired: expired)
        if stretch == nil { stretch = added } else { stretch?.append(added) }
        let summed = IntervalSet(added.interval)
        gaps = gaps.subtracting(summed)
        expired = expired.subtracting(summed)
        holes = holes.subtracting(summed)
    }

    /// The start of the interval after the first `mostAhead` intervals; `nil` if there is none.
    ///
    /// Only the individually kept intervals between the playhead and the live window count.
    private var startOfStretch: MediaTime? {
        let here = max(position, furthest)
        guard windowStart > here else { return nil }
        let ahead = IntervalSet(here..<windowStart)
        let starts = [gaps, expired, holes].flatMap { set in
            set.intersection(ahead).intervals.map(\.lowerBound)
        }
        return starts.count > Self.mostAhead ? starts.sorted()[Self.mostAhead] : nil
    }
}

extension LiveWindow {
    /// The intervals of the listed segments that are declared as gaps.
    fileprivate var gaps: [Range<MediaTime>] {
        (0..<playlist.segments.count).compactMap { offset in
            let number = first.advanced(by: offset)
            return segment(number)?.isGap == true ? interval(of: number) : nil
        }
    }
}
