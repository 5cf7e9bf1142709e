package import VirtualTime

/// Finds media of another time within a track: its timestamps jump away, and later back.
///
/// If timestamps jump only once, an encoder has restarted, and its tag is absent. If they return to
/// the clock before the jump, the media in between is not the media of its place, or the tags of
/// two discontinuities are absent.
package struct StrayMedia: Equatable, Sendable {
    /// A segment or part whose media is of another time.
    package struct Stray: Equatable, Sendable {
        /// Its position on the presentation timeline.
        package let interval: Range<MediaTime>
        /// Its location.
        package let location: String
    }

    /// The maximum number of successive segments that are kept until the clock returns.
    private static let mostStrays = 1000
    /// The longest overlap of two segments that follow each other in playback.
    private static let longestOverlap = MediaTime.milliseconds(500)

    /// The distance from positions to timestamps before the jump; `nil` before the first segment.
    private var offset: MediaTime?
    private var domain = 0
    private var rendition = ""
    private var end = MediaTime.zero
    private var strays: [Stray] = []

    /// Creates a search that has received no segment.
    package init() {}

    /// Compares the next segment or part of a track with the previous one.
    ///
    /// After a seek, the search starts again.
    ///
    /// - Parameters:
    ///   - timestamp: Its first timestamp.
    ///   - wrap: The span after which timestamps restart; `nil` when they do not.
    ///   - interval: Its position on the presentation timeline.
    ///   - domain: Its discontinuity sequence number.
    ///   - name: The name of its rendition.
    ///   - location: Returns its location.
    /// - Returns: The media of another time that ends with this segment; empty for none.
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
        // Another rendition may have another clock.
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
