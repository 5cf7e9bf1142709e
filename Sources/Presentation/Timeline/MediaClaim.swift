package import VirtualTime

/// Limits the amount of media that one segment may contain.
///
/// Without a limit, a jump of timestamps within a segment would make the segment last for hours or
/// years.
package enum MediaClaim {
    /// The target duration assumed for a playlist that does not state one.
    private static let usualTarget = MediaTime.seconds(10)
    /// The largest target duration that is used; a larger one is reduced to it.
    private static let longestTarget = MediaTime.seconds(24 * 3600)

    /// Returns the longest duration that the media of a segment may have.
    ///
    /// It is four times the largest of the declared duration, the target duration and one second.
    ///
    /// - Parameters:
    ///   - promised: The duration that the playlist declares for the segment.
    ///   - target: The target duration of the playlist; `nil` if the playlist has none.
    /// - Returns: The longest duration of the segment's media.
    package static func longest(promised: MediaTime, target: MediaTime?) -> MediaTime {
        let target = min(target ?? usualTarget, longestTarget)
        let base = max(promised, target, .seconds(1))
        // Additions of `MediaTime` values saturate, so the sum cannot overflow.
        return base + base + base + base
    }
}
