import Presentation
package import VirtualTime

/// Holes in the timeline, in place of segments that the playlist does not list.
extension Track {
    /// The hole that the track has reached.
    ///
    /// It may be before the first listed segment, if needed segments have expired, or between two
    /// segments.
    package var hole: (interval: Range<MediaTime>, text: String) {
        let timeline = media.timeline
        let following = timeline.segment(from: next) ?? timeline.next
        let end = timeline.interval(of: following).lowerBound
        let reason =
            following.epoch == next.epoch
            ? "segments \(next) to \(following.advanced(by: -1)) are not listed"
            : "segments from \(next) on are not listed; the numbers start again at \(following)"
        return (resolvedEnd..<max(resolvedEnd, end), reason)
    }
}
