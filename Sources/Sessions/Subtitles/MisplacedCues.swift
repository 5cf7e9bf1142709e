import Presentation
import VirtualTime

/// The subtitle segments whose cues are all outside of the segment's own interval.
///
/// The cues are lost if no position of the presentation shows them. Cues at another position are
/// shown; ``CopiedCues`` finds those that replace the cues of the segment. The losses are determined
/// at the end of playback, or earlier if other subtitles are selected or there are too many cues.
struct MisplacedCues {
    /// Cues of a segment that are not shown.
    struct Loss: Equatable {
        /// The number of cues.
        let count: Int
        /// The interval of the first cue.
        let first: Range<MediaTime>
        /// The reason, worded so that it follows the interval of the first cue in a sentence.
        let reason: String
        /// The location of the segment.
        let url: String
    }

    /// The length of the presentation, and the parts of it that were played.
    struct Playback {
        /// The end of the presentation.
        let end: MediaTime
        /// The intervals that the playhead passed while subtitles were selected.
        let passed: IntervalSet
        let isBroadcast: Bool
    }

    private struct Segment {
        /// The intervals of the visible cues, in the order of the segment; at least one.
        let cues: [Range<MediaTime>]
        let interval: Range<MediaTime>
        let url: String

        /// The end of the cue that ends last.
        var lastEnd: MediaTime { cues.map(\.upperBound).max() ?? .zero }
    }

    /// The distance from a segment beyond which a cue counts as outside of the segment.
    ///
    /// It equals the tolerance of the lint rule `vtt.timestamp-map-off`.
    static let tolerance = MediaTime.milliseconds(500)
    /// The maximum number of cues that are stored, unless a single segment has more.
    private static let mostCues = 10_000

    private var segments: [Segment] = []
    private var cueCount = 0
    /// Whether any segment recorded so far has a cue within the segment's own interval.
    private var isAnyInPlace = false

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
        if cues.contains(where: own.overlaps) {
            isAnyInPlace = true
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

    /// Returns the cues that no position shows, from the segments that the playhead has passed.
    ///
    /// - Parameter playback: The played part of the presentation.
    /// - Returns: The lost cues, grouped into at most one loss for each segment.
    func losses(in playback: Playback) -> [Loss] {
        let segments = segments.filter { playback.passed.overlaps($0.interval) }
        let isAllLost = playback.isBroadcast && showsNone(of: segments, playback.passed)
        return segments.compactMap { segment in
            let lost =
                isAllLost
                ? segment.cues
                : segment.cues.filter { $0.upperBound <= .zero || $0.lowerBound >= playback.end }
            return lost.first.map { first in
                Loss(
                    count: lost.count, first: first,
                    reason: isAllLost ? "was not played" : "is outside of the presentation",
                    url: segment.url)
            }
        }
    }

    /// Returns whether a broadcast shows no cue, although the cues of its segments differ.
    ///
    /// The result is `false` if the segments only repeat the last cues before a silence: the latest
    /// cue then ends at the same time in every segment.
    private func showsNone(of segments: [Segment], _ passed: IntervalSet) -> Bool {
        !isAnyInPlace && Set(segments.map(\.lastEnd)).count > 1
            && !segments.contains { $0.cues.contains(where: passed.overlaps) }
    }
}
