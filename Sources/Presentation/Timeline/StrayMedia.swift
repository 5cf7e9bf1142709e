package import VirtualTime

/// Finds the media between a jump of a track's timestamps and their return to the previous clock.
///
/// If timestamps jump only once, an encoder has restarted without adding a discontinuity tag. If
/// they later return to the clock of the media before the jump, either the media in between comes
/// from another part of the stream, or two discontinuity tags are missing.
package struct StrayMedia: Equatable, Sendable {
    /// A segment or part between a jump of the timestamps and their return.
    package struct Stray: Equatable, Sendable {
        /// The position of the segment or part on the presentation timeline.
        package let interval: Range<MediaTime>
        /// The location of the segment or part.
        package let location: String
    }

    /// The maximum number of stored segments between a jump of the timestamps and their return.
    private static let mostStrays = 1000
    /// The longest overlap of two segments that follow each other in playback.
    private static let longestOverlap = MediaTime.milliseconds(500)

    /// The expected difference between a timestamp and its presentation time.
    ///
    /// `nil` before the first segment.
    private var offset: MediaTime?
    private var domain = 0
    private var rendition = ""
    private var end = MediaTime.zero
    private var strays: [Stray] = []

    /// Creates a comparison that has not received any segments.
    package init() {}

    /// Compares the next segment or part of a track with the previous one.
    ///
    /// If the next segment or part does not follow the previous one, for example after a seek, it
    /// only becomes the reference for the next comparison.
    ///
    /// - Parameters:
    ///   - timestamp: The first timestamp of the segment or part.
    ///   - wrap: The span after which timestamps restart; `nil` when they do not.
    ///   - interval: The position of the segment or part on the presentation timeline.
    ///   - domain: The discontinuity sequence number.
    ///   - name: The name of the rendition.
    ///   - location: Returns the location of the segment or part.
    /// - Returns: The segments and parts between a jump of the timestamps and their return to the
    ///   previous clock, once they have returned; otherwise empty.
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
        // A jump is ignored at a change of rendition, because each rendition may have its own
        // clock. If too many segments follow a jump, the timestamps are not expected to return.
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
