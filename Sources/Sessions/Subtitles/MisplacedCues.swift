import Presentation
import VirtualTime

/// The subtitle segments whose cues are all outside of the segment's own interval.
///
/// The cues are lost if no position of the presentation shows them. In a broadcast, cues are also
/// lost if their position precedes the start of playback and other cues were shown before the
/// segment. Cues at another position are shown; ``CopiedCues`` finds cues that replace the cues of
/// their segment, and ``MovedCues`` finds cues of a video on demand that are at a wrong position.
/// The losses are determined at the end of playback, or earlier if other subtitles are selected or
/// there are too many cues.
struct MisplacedCues {
    /// Cues of a segment that are not shown, or are shown at a wrong position.
    struct Loss: Equatable {
        /// The number of cues.
        let count: Int
        /// The interval of the first cue.
        let first: Range<MediaTime>
        /// The reason, worded so that it follows the interval of the first cue in a sentence.
        let reason: String
        /// The location of the segment.
        let url: String
        /// Whether the cues are shown.
        var areShown = false
    }

    /// The length of the presentation, and the parts of it that were played.
    struct Playback {
        /// The end of the presentation.
        let end: MediaTime
        /// The intervals that the playhead passed while subtitles were selected.
        let passed: IntervalSet
        let isBroadcast: Bool
        /// The time by which the playlist of the subtitles is too short; `nil` if it is unknown.
        var shortfall: MediaTime?
    }

    struct Segment {
        /// The intervals of the visible cues, in the order of the segment; at least one.
        let cues: [Range<MediaTime>]
        let interval: Range<MediaTime>
        let url: String

        /// The end of the cue that ends last.
        var lastEnd: MediaTime { cues.map(\.upperBound).max() ?? .zero }

        /// The start of the cue that starts first.
        var firstStart: MediaTime { cues.map(\.lowerBound).min() ?? .zero }
    }

    /// An interval of continuous playback that shows cues.
    private struct Show {
        let stretch: Range<MediaTime>
        /// The latest of three starts: of the first shown cue, of its segment, and of the interval.
        let start: MediaTime
        let passed: IntervalSet

        /// Returns whether all cues of a later segment are at times that were not played.
        ///
        /// Cues that an encoder repeats during a silence may also precede the interval, as may late
        /// cues, but only in segments before the first shown cue.
        func loses(_ segment: Segment) -> Bool {
            stretch.overlaps(segment.interval) && start < segment.interval.lowerBound
                && segment.cues.allSatisfy {
                    $0.upperBound <= stretch.lowerBound && !passed.overlaps($0)
                }
        }
    }

    /// The distance from a segment beyond which a cue counts as outside of the segment.
    ///
    /// It equals the tolerance of the lint rule `vtt.timestamp-map-off`.
    static let tolerance = MediaTime.milliseconds(500)
    /// The maximum number of cues that are stored, unless a single segment has more.
    ///
    /// It also limits the number of intervals in `inPlace`.
    private static let mostCues = 10_000

    private var segments: [Segment] = []
    private var cueCount = 0
    /// The intervals of the cues that are within the interval of their segment.
    ///
    /// The number of intervals is limited.
    private var inPlace = IntervalSet()
    /// The properties of the segments with cues in their own interval.
    private var proper = MovedCues.Proper()

    /// Records a segment with cues, unless one of the cues is within the segment's interval.
    ///
    /// - Parameters:
    ///   - cues: The intervals of the visible cues, in the order of the segment.
    ///   - interval: The interval of the segment.
    ///   - url: The location of the segment.
    ///   - playback: The played part of the presentation.
    /// - Returns: The lost cues of the segments that are removed because there are too many cues.
    mutating func add(
        _ cues: [Range<MediaTime>], in interval: Range<MediaTime>, url: String,
        _ playback: Playback
    ) -> [Loss] {
        guard !cues.isEmpty else { return [] }
        let own = interval.lowerBound - Self.tolerance..<interval.upperBound + Self.tolerance
        let proper = cues.filter(own.overlaps)
        if !proper.isEmpty {
            for cue in proper where inPlace.intervals.count < Self.mostCues { inPlace.insert(cue) }
            self.proper.add(proper, in: interval, limit: Self.mostCues)
            return []
        }
        segments.append(Segment(cues: cues, interval: interval, url: url))
        cueCount += cues.count
        return cueCount > Self.mostCues ? settle(playback) : []
    }

    /// Removes the segments that the playhead has passed, and returns their lost cues.
    ///
    /// If too many cues remain, the oldest segments are removed, too. The playhead has jumped over
    /// these segments, and it rarely returns to them.
    private mutating func settle(_ playback: Playback) -> [Loss] {
        let losses = losses(in: playback)
        segments.removeAll { playback.passed.overlaps($0.interval) }
        cueCount = segments.reduce(0) { $0 + $1.cues.count }
        guard cueCount > Self.mostCues else { return losses }
        var first = 0
        while cueCount > Self.mostCues / 2, first < segments.count - 1 {
            cueCount -= segments[first].cues.count
            first += 1
        }
        segments.removeFirst(first)
        return losses
    }

    /// Returns the cues that are not shown, or are shown at a wrong position.
    ///
    /// - Parameter playback: The played part of the presentation.
    /// - Returns: The losses, at most one for each segment that the playhead has passed.
    func losses(in playback: Playback) -> [Loss] {
        let segments = segments.filter { playback.passed.overlaps($0.interval) }
        let isAllLost = playback.isBroadcast && showsNone(of: segments, playback.passed)
        let shows = playback.isBroadcast ? shows(of: segments, playback.passed) : []
        let moved =
            playback.isBroadcast ? [:] : MovedCues(segments, beside: proper).reasons(for: segments)
        return segments.enumerated().compactMap { index, segment in
            let isUnplayed = isAllLost || shows.contains { $0.loses(segment) }
            let lost =
                isUnplayed
                ? segment.cues
                : segment.cues.filter { $0.upperBound <= .zero || $0.lowerBound >= playback.end }
            if lost.isEmpty, let reason = moved[index], let first = segment.cues.first {
                return Loss(
                    count: segment.cues.count, first: first, reason: reason, url: segment.url,
                    areShown: true)
            }
            return lost.first.map { first in
                Loss(
                    count: lost.count, first: first,
                    reason: isUnplayed ? "was not played" : "is outside of the presentation",
                    url: segment.url)
            }
        }
    }

    /// Returns the intervals of continuous playback that show cues.
    private func shows(of segments: [Segment], _ passed: IntervalSet) -> [Show] {
        guard !segments.isEmpty else { return [] }
        return passed.intervals.compactMap { stretch in
            var starts = segments.compactMap { segment in
                segment.cues.first(where: stretch.overlaps).map {
                    max($0.lowerBound, segment.interval.lowerBound)
                }
            }
            if let cue = inPlace.intervals.first(where: stretch.overlaps) {
                starts.append(cue.lowerBound)
            }
            guard let first = starts.min() else { return nil }
            return Show(stretch: stretch, start: max(first, stretch.lowerBound), passed: passed)
        }
    }

    /// Returns whether a broadcast shows no cue, although the cues of its segments differ.
    ///
    /// The result is `false` if the segments only repeat the last cues before a silence: the latest
    /// cue then ends at the same time in every segment.
    private func showsNone(of segments: [Segment], _ passed: IntervalSet) -> Bool {
        inPlace.isEmpty && Set(segments.map(\.lastEnd)).count > 1
            && !segments.contains { $0.cues.contains(where: passed.overlaps) }
    }
}
