import Containers
import Presentation
import VirtualTime

/// Finds samples of WebVTT that are missing in or between subtitle segments, or are in two of them.
///
/// In ISO files, samples without a cue represent the pauses of a text track, and each sample starts
/// at the end of the sample before it. A missing sample therefore moves the later cues of its
/// fragment, and leaves a gap before the next fragment.
///
/// Some packagers write no samples for pauses, or make the last sample of a segment too long. A gap
/// is therefore a loss only in a rendition that has shown that its segments end with such samples.
/// An overlap is a loss only if it contains a whole sample.
///
/// Reference: ISO/IEC 14496-30, sections 5 and 7.
struct TextSeams {
    /// The end of a segment or part, and its position in its rendition.
    private struct End {
        let rendition: String
        let listing: SegmentSeams.Listing
        let time: MediaTime
        /// The start of the last sample; an earlier time if several samples there have no cue.
        let lastStart: MediaTime
        /// Whether the last sample has no cue.
        let isPause: Bool
    }

    private var last: End?
    /// The names of the renditions with samples for the pauses at the ends of segments.
    private var filled: Set<String> = []

    /// Compares the samples of a segment with each other and with the end of the previous segment.
    ///
    /// A distance longer than ``SegmentPlacer/longestDrift`` plus the segment's duration is a jump
    /// of the timestamps, and not a loss.
    ///
    /// - Parameters:
    ///   - read: The segment or part, with its cues.
    ///   - listing: The entry of the segment or part in the playlist.
    ///   - rendition: The location of its playlist.
    /// - Returns: The loss of cues; `nil` if there is none.
    mutating func take(
        _ read: ReadSegment, _ listing: SegmentSeams.Listing, of rendition: String
    ) -> CueLoss? {
        let track = read.media.tracks.first {
            $0.description.codec == .webVTT && $0.sampleCount > 0
        }
        let before = last
        last = nil
        guard read.media.format.isISO, let track, let cues = read.cues, cues.clock == .container
        else { return nil }
        let shown = cues.cues.map(\.end).max() ?? track.start
        let isPause = shown < track.end
        last = End(
            rendition: rendition, listing: listing, time: track.end,
            lastStart: isPause ? shown : cues.cues.map(\.start).max() ?? track.start,
            isPause: isPause)
        let previous = before.flatMap { before in
            before.rendition == rendition && before.listing.domain == listing.domain
                && before.listing.precedes(listing) ? before : nil
        }
        let gap = previous.map { track.start - $0.time }
        if isPause && Self.isShort(track.duration - listing.promised)
            || previous?.isPause == true && gap.map(Self.isShort) == true
        {
            filled.insert(rendition)
        }
        let inner = track.sampleTime.map { track.duration - $0 } ?? .zero
        let limit = SegmentPlacer.longestDrift + listing.promised
        if isLoss(inner, upTo: limit, in: rendition) {
            return CueLoss(
                text: "cues are lost: the samples last \(track.duration - inner) s, and their times"
                    + " span \(track.duration) s")
        }
        guard let previous, let gap else { return nil }
        if isLoss(gap, upTo: limit, in: rendition) {
            return CueLoss(
                text: "cues are lost: the samples before it end \(gap) s before its start")
        }
        guard previous.lastStart >= track.start, !Self.isShort(gap), -gap <= limit else {
            return nil
        }
        return CueLoss(
            text: "cues are lost: the samples before it end \(-gap) s after its start")
    }

    private func isLoss(_ gap: MediaTime, upTo limit: MediaTime, in rendition: String) -> Bool {
        gap > TrackRecord.holeTolerance && gap <= limit && filled.contains(rendition)
    }

    private static func isShort(_ gap: MediaTime) -> Bool {
        max(gap, -gap) <= TrackRecord.holeTolerance
    }
}
