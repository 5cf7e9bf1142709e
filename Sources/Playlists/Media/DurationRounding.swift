package import VirtualTime

/// The precision of the durations that `EXTINF` states.
extension MediaTime {
    /// The largest error of a duration that was rounded to the last decimal that it has.
    ///
    /// The error is at least a millisecond. A whole number of seconds counts as exact, because its
    /// text usually has further decimals, as in `6.000`. The property is therefore unsuitable for
    /// durations that are rounded to whole seconds, as they are below protocol version 3.
    package var roundingError: MediaTime {
        func isMultiple(ofSecondOver parts: Int64) -> Bool {
            ticks % (Self.ticksPerSecond / parts) == 0
        }
        if isMultiple(ofSecondOver: 1) || !isMultiple(ofSecondOver: 100) { return .milliseconds(1) }
        return .milliseconds(isMultiple(ofSecondOver: 10) ? 50 : 5)
    }

    /// The largest error of a duration that was rounded to whole seconds.
    package static let wholeSecondError = MediaTime.milliseconds(500)
}
