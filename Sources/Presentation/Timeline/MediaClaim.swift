package import VirtualTime

/// Decides how much media one segment may hold.
///
/// Timestamps that jump within a segment make it last for hours or years.
package enum MediaClaim {
    /// The target duration of a playlist that states none.
    private static let usualTarget = MediaTime.seconds(10)
    /// The longest target duration that counts.
    private static let longestTarget = MediaTime.seconds(24 * 3600)

    /// Decides the most that a segment may hold: four times the larger of its promise and the target.
    ///
    /// - Parameters:
    ///   - promised: How long its playlist says that it is.
    ///   - target: The target duration of its playlist; `nil` when it states none.
    /// - Returns: The most media.
    package static func longest(promised: MediaTime, target: MediaTime?) -> MediaTime {
        let target = min(target ?? usualTarget, longestTarget)
        let base = max(promised, target, .seconds(1))
        // Additions of times stop at the end of their range.
        return base + base + base + base
    }
}
