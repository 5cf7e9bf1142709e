import Containers
import Presentation
import VirtualTime

/// Finds frames missing at the start of a segment that follows no other segment on its timeline.
///
/// Such a segment is the first of an asset, or the first after a discontinuity or a seek. No
/// earlier media shows that its first frames are missing. So the segment is compared with its
/// duration in the playlist, once the following segments have shown that the durations in the
/// playlist are exact. ``SegmentTails`` compares ends in the same way.
///
/// Audio renditions are not examined, because they may start later than the pictures and still have
/// the durations of the segments of pictures.
struct SegmentHeads {
    /// The minimum duration of the missing media.
    ///
    /// An encoder can leave out a few frames of audio at the start, and keep the nominal duration.
    private static let shortest = MediaTime.milliseconds(200)
    /// The minimum number of missing frames.
    private static let fewestFrames = 4
    /// The number of following segments that must have exact durations.
    private static let fewestPrecise = 3

    /// The frames that may be missing, and the end of their segment.
    ///
    /// The value is `nil` when none are missing, or after the check.
    private var open: (loss: SegmentSeams.Loss, end: MediaTime)?
    private var preciseCount = 0

    /// Adds the next placed segment or part, and checks the start of an earlier one.
    ///
    /// - Parameters:
    ///   - tail: The end of the segment or part; `nil` if its frames cannot be counted.
    ///   - placement: The position of the segment or part.
    ///   - listing: The entry of the segment or part in its playlist.
    ///   - continues: Whether the segment or part directly follows the one before it.
    ///   - isOpen: Whether pictures of the segment or part may be shown before its first keyframe.
    ///   - explained: The kinds of media that are known to be absent before the segment or part.
    /// - Returns: The frames that are missing at the start of the earlier segment.
    mutating func take(
        _ tail: SegmentTails.Tail?, _ placement: Placement, _ listing: SegmentSeams.Listing,
        continues: Bool, isOpen: Bool, explained: [TrackDescription.Kind]
    ) -> [SegmentSeams.Loss] {
        guard let tail, listing.part == nil, !explained.contains(tail.kind) else {
            open = nil
            return []
        }
        guard continues else {
            open = Self.loss(tail, placement, listing).map { (loss: $0, end: tail.end) }
            preciseCount = 0
            return []
        }
        guard let (loss, end) = open else { return [] }
        // A hole after the segment shows that its end is missing, which the ledger of the session
        // detects.
        let hasHole = preciseCount == 0 && tail.start - end > TrackRecord.holeTolerance
        // FFmpeg measures from keyframe to keyframe, but pictures before a keyframe are in its
        // segment. The first segment then lacks the pictures before the second keyframe.
        guard !hasHole, !isOpen, SegmentTails.isPrecise(tail, listing.promised) else {
            open = nil
            return []
        }
        preciseCount += 1
        guard preciseCount >= Self.fewestPrecise else { return [] }
        open = nil
        return [loss]
    }

    /// Returns the frames by which a segment is shorter than its duration in the playlist.
    ///
    /// The time of all tracks counts, because the main track may start after another one.
    private static func loss(
        _ tail: SegmentTails.Tail, _ placement: Placement, _ listing: SegmentSeams.Listing
    ) -> SegmentSeams.Loss? {
        let starts = placement.coverage.compactMap { $0.present.intervals.first?.lowerBound }
        let ends = placement.coverage.compactMap { $0.present.intervals.last?.upperBound }
        guard let start = starts.min(), let end = ends.max() else { return nil }
        let deficit = listing.promised - max(end - start, tail.found)
        guard deficit >= max(shortest, tail.frame * fewestFrames), deficit <= tail.found else {
            return nil
        }
        return SegmentSeams.Loss(
            kind: tail.kind, interval: tail.start..<tail.start + deficit,
            cause: "it is \(deficit) s shorter than its EXTINF", segment: listing.number)
    }
}
