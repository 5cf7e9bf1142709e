package import VirtualTime

/// Limits the amount of media that one segment may contain.
///
/// Timestamps that jump within a segment would make it last for hours or years.
package enum MediaClaim {
    /// The target duration assumed for a playlist without one.
    private static let usualTarget = MediaTime.seconds(10)
    /// The longest target duration that counts.
    private static let longestTarget = MediaTime.seconds(24 * 3600)

    /// Returns the limit for a segment: four times the larger of its promise and the target.
    ///
    /// - Parameters:
    ///   - promised: The duration in its playlist.
    ///   - target: The target duration of its playlist; `nil` when it has none.
    /// - Returns: The longest duration of its media.
    package static func longest(promised: MediaTime, target: MediaTime?) -> MediaTime {
        let target = min(target ?? usualTarget, longestTarget)
        let base = max(promised, target, .seconds(1))
        // Additions of times saturate, so the product cannot overflow.
        return base + base + base + base
    }
}
