import Presentation
import VirtualTime

/// The subtitle segments that have the cues of another segment in place of their own.
///
/// Such a segment is a copy of the other segment, so the text of its own interval is missing. A
/// segment that repeats cues because they last into its interval is not a copy, even if all cues of
/// the subtitles are shown too early or too late. Segments that repeat the cues of a whole film are
/// not copies either.
struct CopiedCues {
    private struct Segment {
        /// The visible cues, in the order of the segment; at least one.
        let cues: [SubtitleCue]
        /// Whether a cue that spans segments is split into one piece for each segment.
        let arePieces: Bool
        let interval: Range<MediaTime>
        let url: String
    }

    /// The maximum number of cues in the segments that may be copies; further ones are ignored.
    private static let mostCues = 10_000

    /// The interval of the segment that contains a cue, by cue.
    ///
    /// Only segments with all of their cues in their own interval are recorded.
    private var owners: [SubtitleCue: Range<MediaTime>] = [:]
    /// The segments without any cue in their own interval.
    private var suspects: [Segment] = []
    private var suspectCueCount = 0

    /// Records a segment with cues.
    ///
    /// - Parameters:
    ///   - cues: The visible cues, in the order of the segment.
    ///   - arePieces: Whether a cue that spans segments is split into one piece for each segment.
    ///   - interval: The interval of the segment.
    ///   - url: The location of the segment.
    mutating func add(
        _ cues: [SubtitleCue], arePieces: Bool, in interval: Range<MediaTime>, url: String
    ) {
        guard !cues.isEmpty else { return }
        let tolerance = MisplacedCues.tolerance
        let own = interval.lowerBound - tolerance..<interval.upperBound + tolerance
        let count = cues.count { own.overlaps($0.start..<$0.end) }
        if count == cues.count {
            for cue in cues { owners[cue] = interval }
        } else if count == 0, suspectCueCount + cues.count <= Self.mostCues {
            suspects.append(
                Segment(cues: cues, arePieces: arePieces, interval: interval, url: url))
            suspectCueCount += cues.count
        }
    }

    /// Returns the cues of the copies that the playhead passed.
    ///
    /// - Parameter passed: The intervals that the playhead passed while subtitles were selected.
    /// - Returns: The cues, grouped into at most one loss for each segment.
    func losses(passed: IntervalSet) -> [MisplacedCues.Loss] {
        suspects.compactMap { segment in
            guard passed.overlaps(segment.interval), isCopy(segment),
                let first = segment.cues.first
            else { return nil }
            return MisplacedCues.Loss(
                count: segment.cues.count, first: first.start..<first.end,
                reason: "is that of another segment with the same cues", url: segment.url)
        }
    }

    /// Returns whether all cues belong to other segments, and cannot last into this segment.
    private func isCopy(_ segment: Segment) -> Bool {
        // The times of all cues may be wrong by the same amount. If, after a correction by some
        // amount, each cue overlaps both of its segments, the cues are repeated because they span
        // the segments.
        var least: [MediaTime] = []
        var most: [MediaTime] = []
        for cue in segment.cues {
            guard let owner = owners[cue] else { return false }
            for interval in [owner, segment.interval] {
                least.append(cue.start - interval.upperBound)
                most.append(cue.end - interval.lowerBound)
            }
        }
        guard !segment.arePieces, let least = least.max(), let most = most.min() else {
            return true
        }
        return least >= most
    }
}
