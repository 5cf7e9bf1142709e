import VirtualTime

/// The durations of media that left the playlist before the playhead could reach the media.
///
/// The playhead does not move while the durations are summed. Afterwards, the player can play only
/// the small part of this media that is buffered. Gaps and holes are counted separately. The other
/// media is counted as played, expired or skipped once the playhead has moved past it.
struct PassedStretch: Equatable {
    /// The interval of the timeline for which ``holes``, ``gaps`` and ``expired`` are summed.
    private(set) var interval: Range<MediaTime>
    /// The duration of the media that was never listed.
    private(set) var holes: MediaTime
    /// The duration of the media that the playlist declared absent, excluding ``holes``.
    private(set) var gaps: MediaTime
    /// The duration of the media that has expired, excluding ``holes`` and ``gaps``.
    private(set) var expired: MediaTime

    /// Sums the durations of the holes, gaps and expired media within an interval.
    init(_ interval: Range<MediaTime>, holes: IntervalSet, gaps: IntervalSet, expired: IntervalSet)
    {
        let whole = IntervalSet(interval)
        let lost = whole.intersection(holes)
        let missing = whole.intersection(gaps).subtracting(lost)
        let gone = whole.intersection(expired).subtracting(lost).subtracting(missing)
        self.interval = interval
        (self.holes, self.gaps, self.expired) = (lost.total, missing.total, gone.total)
    }

    /// Adds the sums of the interval that directly follows the interval of this value.
    mutating func append(_ other: PassedStretch) {
        interval = interval.lowerBound..<other.interval.upperBound
        holes += other.holes
        gaps += other.gaps
        expired += other.expired
    }

    /// Removes the media before a position, which is within the interval.
    ///
    /// The media of each sum is assumed to be spread evenly over the interval. The removed sums are
    /// therefore exact only when the position is at an end of the interval.
    ///
    /// - Parameter position: The position.
    /// - Returns: The sums of the removed media.
    mutating func remove(before position: MediaTime) -> PassedStretch {
        var first = self
        let whole = Int128(interval.length.ticks)
        let part = Int128((position - interval.lowerBound).ticks)
        let share = { (sum: MediaTime) in
            MediaTime(ticks: whole > 0 ? Int64(Int128(sum.ticks) * part / whole) : 0)
        }
        first.interval = interval.lowerBound..<position
        (first.holes, first.gaps, first.expired) = (share(holes), share(gaps), share(expired))
        interval = position..<interval.upperBound
        holes -= first.holes
        gaps -= first.gaps
        expired -= first.expired
        return first
    }
}
