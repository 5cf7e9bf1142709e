package import VirtualTime

/// The precision of the durations that `EXTINF` states.
extension MediaTime {
    /// The largest error of a duration that was rounded to the last decimal that it has.
    ///
    /// The error is at least a millisecond. A whole number of seconds usually has further decimals,
    /// as in `6.000`, but may be rounded from a duration at 1000/1001 of a frame rate, as 6.006 s
    /// is, so its error is a thousandth of it. The property is unsuitable for durations that are
    /// rounded to whole seconds from any duration, as they are below protocol version 3.
    package var roundingError: MediaTime {
        func isMultiple(ofSecondOver parts: Int64) -> Bool {
            ticks % (Self.ticksPerSecond / parts) == 0
        }
        if isMultiple(ofSecondOver: 1) {
            return max(.milliseconds(1), MediaTime(ticks: ticks / 1000))
        }
        if !isMultiple(ofSecondOver: 100) { return .milliseconds(1) }
        return .milliseconds(isMultiple(ofSecondOver: 10) ? 50 : 5)
    }

    /// Returns whether the time differs from each whole number of seconds by more than its error.
    ///
    /// Two exact dates that are this time apart cannot both be whole seconds.
    ///
    /// - Parameter error: The largest error of the time, at most half a second.
    /// - Returns: Whether the exact time cannot be a whole number of seconds.
    package func isFractional(within error: MediaTime) -> Bool {
        let rest = max(self, .zero - self).ticks % Self.ticksPerSecond
        return min(rest, Self.ticksPerSecond - rest) > error.ticks
    }

    /// The largest error of a duration that was rounded to whole seconds.
    package static let wholeSecondError = MediaTime.milliseconds(500)
}
