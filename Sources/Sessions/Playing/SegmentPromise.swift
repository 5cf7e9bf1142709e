import Containers
import Presentation
package import VirtualTime

/// Decides whether a segment contains the media that its playlist promises.
///
/// A segment is as long as its longest track. If one track ends early, the segment is complete, and
/// the account of the shorter track shows the missing media.
package struct SegmentPromise: Equatable, Sendable {
    /// The shortfall of media from which on a segment counts as truncated.
    package static let tolerance = MediaTime.milliseconds(500)

    /// The promised duration (`EXTINF`).
    package let duration: MediaTime

    package init(_ duration: MediaTime) {
        self.duration = duration
    }

    /// Returns whether the promised duration is a single frame's.
    ///
    /// Packagers end films with such segments, whose frame is in the previous segment.
    ///
    /// - Parameter other: A segment of the same rendition, which shows the duration of a frame;
    ///   `nil` when there is none.
    /// - Returns: Whether a segment without samples keeps the promise.
    func isNegligible(beside other: DemuxedSegment?) -> Bool {
        if duration <= TrackTimeline.tolerance { return true }
        if duration > Self.tolerance { return false }
        let frames = (other?.playableTracks ?? []).map { track in
            MediaTime(ticks: track.duration.ticks / Int64(max(1, track.sampleCount)))
        }
        let longest = (frames.max() ?? .zero) + .milliseconds(1)
        return duration <= longest
    }

    /// Returns the amount of media in a truncated segment; `nil` for a complete one.
    ///
    /// - Parameter spans: The interval of each of its tracks.
    /// - Returns: The time from the first start to the last end.
    package func shortfall(of spans: [Range<MediaTime>]) -> MediaTime? {
        let start = spans.map(\.lowerBound).min() ?? .zero
        let end = spans.map(\.upperBound).max() ?? .zero
        let found = end - start
        return found < duration - Self.tolerance ? found : nil
    }
}

extension Placement {
    /// The interval of each kind of media, holes included.
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
