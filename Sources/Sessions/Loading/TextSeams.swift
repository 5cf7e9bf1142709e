import Containers
import Presentation
import VirtualTime

/// Finds samples of text that are missing, or appear twice, in and between subtitle segments.
///
/// The samples of a text track in ISO files cover its timeline without a hole, because samples
/// without a cue represent the pauses. Each sample starts at the end of the sample before it, so a
/// missing sample moves the later cues of its fragment.
///
/// Reference: ISO/IEC 14496-30, sections 5 and 7.
struct TextSeams {
    /// The end of a segment or part, and its position in its rendition.
    private struct End {
        let rendition: String
        let number: SegmentNumber
        let domain: Int
        let time: MediaTime
    }

    private var last: End?

    /// Compares the samples of a segment with each other and with the end of the previous segment.
    ///
    /// A long distance from the previous segment is a jump of the timestamps, and not a loss.
    ///
    /// - Parameters:
    ///   - segment: The segment or part.
    ///   - number: Its number.
    ///   - domain: Its discontinuity domain.
    ///   - rendition: The location of its playlist.
    /// - Returns: The loss of cues; `nil` if there is none.
    mutating func take(
        _ segment: DemuxedSegment, _ number: SegmentNumber, domain: Int, of rendition: String
    ) -> CueLoss? {
        let track = segment.tracks.first { $0.description.kind == .subtitle && $0.sampleCount > 0 }
        guard segment.format.isISO, let track else {
            last = nil
            return nil
        }
        let before = last
        last = End(rendition: rendition, number: number, domain: domain, time: track.end)
        let inner = track.sampleTime.map { track.duration - $0 } ?? .zero
        if Self.isLoss(inner) {
            return CueLoss(
                text: "cues are lost: the samples last \(track.duration - inner) s, and their times"
                    + " span \(track.duration) s")
        }
        guard let before, before.rendition == rendition, before.domain == domain,
            before.number == number || before.number.advanced(by: 1) == number
        else { return nil }
        let gap = track.start - before.time
        guard Self.isLoss(gap) else { return nil }
        return CueLoss(
            text: "cues are lost: the samples before it end \(max(gap, -gap)) s"
                + " \(gap > .zero ? "before" : "after") its start")
    }

    private static func isLoss(_ gap: MediaTime) -> Bool {
        let size = max(gap, -gap)
        return size > TrackRecord.holeTolerance && size <= SegmentPlacer.longestDrift
    }
}
