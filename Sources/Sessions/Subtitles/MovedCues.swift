import Presentation
import VirtualTime

/// The subtitle segments of a video on demand whose cues are shown at a wrong position.
///
/// None of the cues of such a segment is within the segment's own interval. If the cues of a later
/// segment are earlier, the segments are out of order. Otherwise, cues that are at most one segment
/// away are correct, because some packagers write cues that early or that late. Cues that are
/// further away are correct only if many segments have such cues, as if all times are wrong by the
/// same amount.
struct MovedCues {
    /// The segments that have cues in their own interval.
    struct Proper {
        /// The number of segments.
        fileprivate var count = 0
        /// The intervals of the cues; their number is limited.
        fileprivate var cues: Set<Range<MediaTime>> = []
        /// The duration of the longest segment.
        fileprivate var longest = MediaTime.zero

        /// Records a segment.
        ///
        /// - Parameters:
        ///   - cues: The intervals of its cues.
        ///   - interval: The interval of the segment.
        ///   - limit: The maximum number of stored cues.
        mutating func add(
            _ cues: [Range<MediaTime>], in interval: Range<MediaTime>, limit: Int
        ) {
            count += 1
            longest = max(longest, interval.length)
            for cue in cues where self.cues.count < limit { self.cues.insert(cue) }
        }
    }

    /// The number of segments with cues for each segment whose cues may be far away.
    private static let segmentsPerFarSegment = 4

    private let proper: Proper
    private let isRare: Bool

    /// Creates a search.
    ///
    /// - Parameters:
    ///   - segments: The segments without any cue in their own interval.
    ///   - proper: The other segments with cues.
    init(_ segments: [MisplacedCues.Segment], beside proper: Proper) {
        self.proper = proper
        let count = segments.count
        isRare = count * Self.segmentsPerFarSegment <= count + proper.count
    }

    /// Returns the reasons why cues are at a wrong position.
    ///
    /// - Parameter segments: The segments without any cue in their own interval.
    /// - Returns: The reasons, by the indices of the segments.
    func reasons(for segments: [MisplacedCues.Segment]) -> [Int: String] {
        var reasons: [Int: String] = [:]
        // A segment that repeats the cues of other segments does not show the order of the cues.
        // `CopiedCues` finds such segments.
        let order = segments.indices.filter { !proper.cues.isSuperset(of: segments[$0].cues) }
            .sorted { segments[$0].interval.lowerBound < segments[$1].interval.lowerBound }
        var latest: MediaTime?
        for index in order {
            if let latest, segments[index].lastEnd <= latest {
                reasons[index] = "is before the cues of an earlier segment"
            }
            latest = max(latest ?? segments[index].firstStart, segments[index].firstStart)
        }
        var earliest: MediaTime?
        for index in order.reversed() {
            if let earliest, earliest <= segments[index].firstStart {
                reasons[index] = "is after the cues of a later segment"
            }
            earliest = min(earliest ?? segments[index].lastEnd, segments[index].lastEnd)
        }
        for index in order where reasons[index] == nil && isFar(segments[index]) {
            reasons[index] = "is far from its segment"
        }
        return reasons
    }

    /// Returns whether the cues of a segment are further away than one segment.
    private func isFar(_ segment: MisplacedCues.Segment) -> Bool {
        let longest = max(proper.longest, segment.interval.length) + MisplacedCues.tolerance
        let near = segment.interval.lowerBound - longest..<segment.interval.upperBound + longest
        // A broadcast that was stored as a video on demand may repeat the last cues in a silence.
        return isRare && !segment.cues.contains { near.overlaps($0) || proper.cues.contains($0) }
    }
}
