package import VirtualTime

/// Finds segments whose timestamps jump away from the clock of a track, and later back.
///
/// If timestamps jump only once, an encoder has restarted without adding a discontinuity tag. If
/// they return to the clock before the jump, the media in between belongs to another time, or two
/// discontinuity tags are absent.
package struct StrayMedia: Equatable, Sendable {
    /// A segment or part whose media belongs to another time.
    package struct Stray: Equatable, Sendable {
        /// The position of the segment or part on the presentation timeline.
        package let interval: Range<MediaTime>
        /// The location of the segment or part.
        package let location: String
    }

    /// The maximum number of segments that are kept until timestamps return to the clock.
    private static let mostStrays = 1000
    /// The longest overlap of two segments that follow each other in playback.
    private static let longestOverlap = MediaTime.milliseconds(500)

    /// The offset of timestamps from positions before a jump; `nil` before the first segment.
    private var offset: MediaTime?
    private var domain = 0
    private var rendition = ""
    private var end = MediaTime.zero
    private var strays: [Stray] = []

    /// Creates a search that has not received any segments.
    package init() {}

    /// Compares the next segment or part of a track with the previous one.
    ///
    /// After a seek, the search starts again.
    ///
    /// - Parameters:
    ///   - timestamp: The first timestamp of the segment or part.
    ///   - wrap: The span after which timestamps restart; `nil` when they do not.
    ///   - interval: The position of the segment or part on the presentation timeline.
    ///   - domain: The discontinuity sequence number.
    ///   - name: The name of the rendition.
    ///   - location: Returns the location of the segment or part.
    /// - Returns: The segments and parts that belong to another time, once timestamps have returned
    ///   to the clock before the jump; otherwise empty.
    package mutating func take(
        _ timestamp: MediaTime, wrap: MediaTime?, at interval: Range<MediaTime>, domain: Int,
        of name: String, location: () -> String
    ) -> [Stray] {
        let own = timestamp - interval.lowerBound
        let skipped = interval.lowerBound - end
        defer {
            end = interval.upperBound
            rendition = name
        }
        guard let offset, self.domain == domain, skipped >= .zero - Self.longestOverlap,
            skipped <= SegmentPlacer.longestDrift
        else {
            start(at: own, domain)
            return []
        }
        let drift = (own - offset).unwrapped(by: wrap)
        if max(drift, .zero - drift) <= SegmentPlacer.longestDrift + interval.length {
            let found = strays
            start(at: own, domain)
            return found
        }
        // A jump at a change of rendition does not count, because another rendition may have
        // another clock. After too many segments, the timestamps are not expected to return.
        guard name == rendition || !strays.isEmpty, strays.count < Self.mostStrays else {
            start(at: own, domain)
            return []
        }
        strays.append(Stray(interval: interval, location: location()))
        return []
    }

    private mutating func start(at offset: MediaTime, _ domain: Int) {
        self.offset = offset
        self.domain = domain
        strays = []
    }
}
