import Presentation
import VirtualTime

/// The subtitle segments that have the cues of another segment in place of their own.
///
/// Such a segment is a copy of the other segment, so the text of its own interval is missing. A
/// segment that repeats cues because they last into its interval is not a copy, even if all cues of
/// the subtitles are shown too early or too late. Segments that repeat the cues of a whole film are
/// not copies either.
///
/// The times of all cues may be wrong by the same amount, and a cue may then seem to belong to one
/// of its segments only. The cues of the other segments show which amounts are possible.
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

    /// A segment with all of its cues in its own interval.
    private struct Owner {
        let interval: Range<MediaTime>
        /// Whether another segment has the cue, too.
        var sharesCue = false
    }

    /// The segment that contains a cue, by cue.
    private var owners: [SubtitleCue: Owner] = [:]
    /// The cues of the segments that have cues outside of their own interval.
    private var others: Set<SubtitleCue> = []
    /// The common errors of all cue times with which each cue overlaps its segment.
    ///
    /// Only segments with a cue in their own interval are considered.
    private var errors = CueErrors()
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
        for cue in cues {
            // After a seek, a segment may be read again.
            if let owner = owners[cue], owner.interval != interval { owners[cue]?.sharesCue = true }
            if count > 0 { errors.limit(overlapping: cue, with: interval) }
        }
        if count == cues.count {
            for cue in cues {
                let isShared = owners[cue]?.sharesCue ?? others.contains(cue)
                owners[cue] = Owner(interval: interval, sharesCue: isShared)
            }
            return
        }
        others.formUnion(cues)
        if count == 0, suspectCueCount + cues.count <= Self.mostCues {
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
        let suspects = suspects.filter { passed.overlaps($0.interval) }
        guard !suspects.isEmpty else { return [] }
        let errors = possibleErrors
        return suspects.compactMap { segment in
            guard isCopy(segment, unless: errors), let first = segment.cues.first else {
                return nil
            }
            return MisplacedCues.Loss(
                count: segment.cues.count, first: first.start..<first.end,
                reason: "belongs to another segment with the same cues", url: segment.url)
        }
    }

    /// The errors that all cue times may have in common; no limits if no error explains all cues.
    ///
    /// Where cues are repeated in each segment that they span, a cue of only one segment is shown
    /// within that segment.
    private var possibleErrors: CueErrors {
        var strict = errors
        for (cue, owner) in owners where !owner.sharesCue {
            strict.limit(placing: cue, within: owner.interval)
        }
        if !strict.isEmpty { return strict }
        return errors.isEmpty ? CueErrors() : errors
    }

    /// Returns whether all cues belong to other segments, and cannot last into this segment.
    private func isCopy(_ segment: Segment, unless errors: CueErrors) -> Bool {
        // If, after a correction of an error, each cue overlaps both of its segments, the cues are
        // repeated because they span the segments.
        var own = CueErrors()
        var clear = errors
        for cue in segment.cues {
            guard let owner = owners[cue] else { return false }
            for interval in [owner.interval, segment.interval] {
                own.limit(overlapping: cue, with: interval)
                clear.limit(overlapping: cue, with: interval, by: CueErrors.tolerance)
            }
        }
        return segment.arePieces || own.isEmpty || clear.isEmpty
    }
}
