import Containers
import Presentation
package import VirtualTime

/// Decides whether a segment holds the media that its playlist promises.
///
/// A segment is as long as all of its media together: where one track ends early and another goes on,
/// the segment is whole, and the account of the track that ended says what is missing of it.
package struct SegmentPromise: Equatable, Sendable {
    /// How much less media than promised a segment may hold before it counts as cut short.
    package static let tolerance = MediaTime.milliseconds(500)

    /// What the playlist says (`EXTINF`).
    package let duration: MediaTime

    package init(_ duration: MediaTime) {
        self.duration = duration
    }

    /// Whether so little is promised that nobody misses it: packagers end films with such segments,
    /// which announce a frame that the one before holds.
    ///
    /// - Parameter other: A segment of the same rendition, which says how long a frame is; `nil` when
    ///   there is none.
    /// - Returns: Whether a segment without samples keeps the promise.
    func isNegligible(beside other: DemuxedSegment?) -> Bool {
        if duration <= TrackTimeline.tolerance { return true }
        let frames = (other?.playableTracks ?? []).map { track in
            MediaTime(ticks: track.duration.ticks / Int64(max(1, track.sampleCount)))
        }
        let longest = (frames.max() ?? .zero) + .milliseconds(1)
        return duration <= min(longest, Self.tolerance)
    }

    /// How much media a segment holds that holds too little; `nil` for one that holds enough.
    ///
    /// - Parameter spans: Where the media of each of its tracks lies.
    /// - Returns: From the first start to the last end.
    package func shortfall(of spans: [Range<MediaTime>]) -> MediaTime? {
        let start = spans.map(\.lowerBound).min() ?? .zero
        let end = spans.map(\.upperBound).max() ?? .zero
        let found = end - start
        return found < duration - Self.tolerance ? found : nil
    }
}

extension Placement {
    /// Where the media of each kind lies, holes included.
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
