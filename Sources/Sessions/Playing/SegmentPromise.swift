import Containers
import Presentation
package import VirtualTime

/// Decides whether a segment contains as much media as its playlist declares.
///
/// A segment is as long as its longest track. If one of its tracks ends early, the segment is still
/// complete, and the ledger shows the missing media of the shorter track.
package struct SegmentPromise: Equatable, Sendable {
    /// The greatest shortfall of media that a segment may have without counting as truncated.
    package static let tolerance = MediaTime.milliseconds(500)

    /// The duration that the playlist declares (`EXTINF`).
    package let duration: MediaTime

    package init(_ duration: MediaTime) {
        self.duration = duration
    }

    /// Returns whether the segment is so short that it counts as complete even without samples.
    ///
    /// Such a segment declares at most the duration of a single frame. Some packagers end a
    /// presentation with such a segment, and put the frame into the segment before it.
    ///
    /// - Parameter other: A segment of the same rendition, which shows the duration of a frame;
    ///   `nil` when there is none.
    /// - Returns: Whether the segment counts as complete even without samples.
    func isNegligible(beside other: DemuxedSegment?) -> Bool {
        if duration <= TrackTimeline.tolerance { return true }
        if duration > Self.tolerance { return false }
        let frames = (other?.playableTracks ?? []).map { track in
            MediaTime(ticks: track.duration.ticks / Int64(max(1, track.sampleCount)))
        }
        let longest = (frames.max() ?? .zero) + .milliseconds(1)
        return duration <= longest
    }

    /// Returns the length of the segment's media if the segment is truncated; otherwise `nil`.
    ///
    /// - Parameter spans: The interval of each track of the segment.
    /// - Returns: The time from the first start to the last end.
    package func shortfall(of spans: [Range<MediaTime>]) -> MediaTime? {
        let start = spans.map(\.lowerBound).min() ?? .zero
        let end = spans.map(\.upperBound).max() ?? .zero
        let found = end - start
        return found < duration - Self.tolerance ? found : nil
    }
}

extension Placement {
    /// The interval of each kind of media, including holes.
    var spans: [Range<MediaTime>] {
        let kinds = coverage.compactMap { coverage -> Range<MediaTime>? in
            guard let first = coverage.present.intervals.first,
                let last = coverage.present.intervals.last
            else { return nil }
            return first.lowerBound..<last.upperBound
        }
        return kinds + [interval]
    }
}
