import Presentation
import VirtualTime

/// The arrived cues of the selected subtitles that are not placed in the presentation yet.
struct CueArrivals {
    /// The cues of one segment, with times that are positions in the presentation.
    struct PlacedCues {
        let cues: [SubtitleCue]
        /// Whether adjacent cues with equal properties are pieces of one cue.
        let joinsPieces: Bool
        /// The location of the segment.
        let url: String
        /// The interval of the segment, within which its cues should be shown.
        ///
        /// The value is `nil` for a file whose times are counted from the start of the
        /// presentation. Such a file may serve several cuts of the video, so some of its cues may
        /// be outside of the presentation.
        let interval: Range<MediaTime>?
        /// The timestamp map of the segment; `nil` if its times have another clock.
        var map: MappedCues.Map?
    }

    /// The cues of one segment that cannot be placed yet: the origin of their times is unknown.
    struct UnplacedCues {
        /// The number of visible cues.
        let count: Int
        /// The interval of the segment.
        let interval: Range<MediaTime>
        /// The location of the segment.
        let url: String
    }

    /// The maximum number of segments whose cues wait to be placed; the oldest are removed first.
    private static let mostArrivals = 10_000

    private struct Arrival {
        let cues: SegmentCues
        let segment: KeptSegment

        var map: MappedCues.Map? {
            guard case .transport(let offset) = cues.clock else { return nil }
            return MappedCues.Map(offset: offset, domain: segment.domain)
        }

        var unplaced: UnplacedCues {
            UnplacedCues(
                count: cues.cues.count(where: \.isVisible), interval: segment.interval,
                url: segment.url)
        }
    }

    private var arrivals: [Arrival] = []

    var isEmpty: Bool { arrivals.isEmpty }

    /// Adds the cues of a segment; ``take(with:main:)`` then places them in the presentation.
    ///
    /// - Parameters:
    ///   - cues: The cues; `nil` adds none.
    ///   - number: The number of the segment.
    ///   - media: The rendition of the segment.
    /// - Returns: The cues of the oldest segment, if they are removed because too many segments
    ///   wait; otherwise `nil`.
    mutating func arrive(
        _ cues: SegmentCues?, at number: SegmentNumber, of media: RenditionMedia
    ) -> UnplacedCues? {
        guard let cues, !cues.cues.isEmpty else { return nil }
        let removed =
            arrivals.count >= Self.mostArrivals ? arrivals.removeFirst().unplaced : nil
        arrivals.append(Arrival(cues: cues, segment: KeptSegment(number, of: media)))
        return removed
    }

    /// Removes and returns the cues of each segment for which the origin of timestamps is known.
    ///
    /// - Parameters:
    ///   - placer: The placer, which stores the origins of timestamps.
    ///   - main: The variant stream; `nil` before it is loaded.
    /// - Returns: The cues, segment by segment.
    mutating func take(with placer: SegmentPlacer, main: RenditionMedia?) -> [PlacedCues] {
        var placed: [PlacedCues] = []
        var rest: [Arrival] = []
        for arrival in arrivals {
            guard let offset = Self.offset(of: arrival, placer, main) else {
                rest.append(arrival)
                continue
            }
            let cues = arrival.cues.cues.map { cue in
                var cue = cue
                cue.start = cue.start + offset
                cue.end = cue.end + offset
                return cue
            }
            placed.append(
                PlacedCues(
                    cues: cues, joinsPieces: arrival.cues.areCutAtSamples,
                    url: arrival.segment.url,
                    interval: arrival.cues.clock == .presentation
                        ? nil : arrival.segment.interval,
                    map: arrival.map))
        }
        arrivals = rest
        return placed
    }

    /// Returns the cues for which the origin of timestamps is unknown, segment by segment.
    ///
    /// - Parameters:
    ///   - placer: The placer, which stores the origins of timestamps.
    ///   - main: The variant stream; `nil` before it is loaded.
    /// - Returns: The cues.
    func unplaced(_ placer: SegmentPlacer, main: RenditionMedia?) -> [UnplacedCues] {
        arrivals.filter { Self.offset(of: $0, placer, main) == nil }.map(\.unplaced)
    }

    /// Returns the offset to add to cue times; `nil` while the origin of the times is unknown.
    private static func offset(
        of arrival: Arrival, _ placer: SegmentPlacer, _ main: RenditionMedia?
    ) -> MediaTime? {
        guard let first = arrival.cues.cues.lazy.map(\.start).min() else { return .zero }
        let interval = arrival.segment.interval
        let domain = domain(of: arrival, in: interval, placer, main)
        switch arrival.cues.clock {
        case .presentation: return .zero
        case .container:
            return placer.offset(of: first, domain: domain, wrap: nil, near: interval)
        case .transport(let offset):
            let timestamp = first + offset
            return placer.offset(
                of: timestamp, domain: domain, wrap: SegmentPlacer.transportWrap, near: interval
            ).map { $0 + offset }
        }
    }

    /// Returns the discontinuity domain to which the timestamps of cues belong.
    ///
    /// The result is usually the domain of the cues' segment. If the origin of that domain is
    /// unknown and the main track does not have the domain, the result is the main track's domain
    /// at the position of the segment. The exception is a segment after the end of the main track,
    /// whose playlist may not list the domain yet because it is reloaded later.
    private static func domain(
        of arrival: Arrival, in interval: Range<MediaTime>, _ placer: SegmentPlacer,
        _ main: RenditionMedia?
    ) -> Int {
        let domain = arrival.segment.domain
        guard let main, !placer.canPlace(domain: domain) else { return domain }
        let timeline = main.timeline
        guard let last = timeline.last else { return domain }
        let domains = (first: timeline.domain(of: timeline.first), last: timeline.domain(of: last))
        guard !(domains.first...max(domains.first, domains.last)).contains(domain) else {
            return domain
        }
        let middle = MediaTime(
            ticks: interval.lowerBound.ticks / 2 + interval.upperBound.ticks / 2)
        if main.mayGrow, domain > domains.last, timeline.end < middle { return domain }
        return timeline.domain(of: timeline.number(at: interval.lowerBound) ?? last)
    }
}
