import Containers
import Presentation
import VirtualTime

/// The end of the media that was read of a rendition, for comparison with the start of the next one.
///
/// Renditions may have other boundaries: frames of audio need not begin at the same times, and a
/// whole rendition may be displayed later than another one. So a distance counts as missing media
/// only if it is as long as a frame, and one of the two segments is shorter than its playlist
/// promises. A muxer writes audio where it is decoded, so that audio of a variant stream may end
/// earlier, by the time for which pictures are reordered.
///
/// Audio that moves between a variant stream and a rendition is compared in the same way: the end of
/// audio with pictures by the other segments of its variant stream, and the end of a rendition by its
/// playlist.
struct RenditionEnd {
    /// The end or the start of the leading track of a segment.
    struct Lead {
        let kind: TrackDescription.Kind
        /// The time at which it starts, or at which all of its frames were played.
        let time: MediaTime
        /// The end of the frame that is played last; the start for the start of a segment.
        let edge: MediaTime
        /// The duration of a frame; zero if it is unknown.
        let frame: MediaTime
        /// Whether its container states the durations of frames.
        let isStated: Bool
        /// Whether the segment is known to be as long as its playlist promises.
        let isComplete: Bool
        /// Whether the segment lacks so much of its promise that a frame is missing.
        var isShort = false

        /// Returns whether a deficit is small enough that no frame is missing.
        static func isComplete(_ deficit: MediaTime, frame: MediaTime) -> Bool {
            deficit.ticks * 8 <= frame.ticks
        }
    }

    /// The end or the start of audio in segments that have video too.
    struct Audio {
        let time: MediaTime
        let frame: MediaTime
    }

    /// The start of the first segment of the next rendition.
    struct Start {
        let segment: SegmentNumber
        let domain: Int
        let lead: Lead
        let audio: Audio?
        /// The time by which pictures are decoded before they are shown.
        let reordering: MediaTime
    }

    let domain: Int
    /// The end of the leading track; `nil` if its frames cannot be counted, or are known to be absent.
    var lead: Lead?
    let audio: Audio?
    /// The end of the pictures if a rendition of audio follows; `nil` if pictures follow.
    private var pictureEnd: MediaTime?
    /// The earliest and the latest start of audio in other segments, relative to their pictures.
    let audioOffsets: ClosedRange<MediaTime>?
    /// The time by which pictures are decoded before they are shown.
    let reordering: MediaTime
    /// The location of the last segment.
    let place: String

    /// Creates the end of a rendition.
    init(
        domain: Int, lead: Lead?, audio: Audio?, audioOffsets: ClosedRange<MediaTime>?,
        reordering: MediaTime, place: String
    ) {
        self.domain = domain
        self.lead = lead
        self.audio = audio
        self.audioOffsets = audioOffsets
        self.reordering = reordering
        self.place = place
    }

    /// Returns the end of audio with pictures after which a rendition of audio is played.
    ///
    /// - Parameter end: The end of the pictures.
    /// - Returns: The end.
    func beforeRendition(picturesUpTo end: MediaTime) -> RenditionEnd {
        var result = self
        result.lead = nil
        result.pictureEnd = end
        return result
    }

    /// The longest time without pictures that their reordering can hide.
    private static let longest = MediaTime.milliseconds(500)

    /// Returns the frames that are missing between the two renditions.
    ///
    /// - Parameter next: The start of the next rendition.
    /// - Returns: The frames; `nil` if an earlier segment of the next rendition may follow, or the
    ///   ledger notices the hole by itself.
    func losses(before next: Start) -> [SegmentSeams.Loss]? {
        guard next.domain == domain else { return [] }
        if let lead, lead.kind == next.lead.kind,
            next.lead.time - lead.edge > TrackRecord.holeTolerance
        {
            return nil
        }
        var losses: [SegmentSeams.Loss] = []
        var shift = MediaTime.zero
        if let lead, let hole = hole(after: lead, before: next.lead) {
            if lead.isComplete, next.lead.isComplete {
                shift = hole.length
            } else {
                losses.append(loss(lead.kind, hole, next))
            }
        }
        if let hole = audioHole(before: next, shift: shift) {
            losses.append(loss(.audio, hole, next))
        }
        return losses
    }

    private func loss(
        _ kind: TrackDescription.Kind, _ hole: Range<MediaTime>, _ next: Start
    ) -> SegmentSeams.Loss {
        let word = kind == .video ? "pictures" : "frames"
        return SegmentSeams.Loss(
            kind: kind, interval: hole, cause: "\(word) are absent between \(place) and it",
            segment: next.segment)
    }

    private func hole(after lead: Lead, before next: Lead) -> Range<MediaTime>? {
        let gap = next.time - lead.time
        let frame = max(lead.frame, next.frame)
        guard lead.kind == next.kind, gap > .zero, frame > .zero else { return nil }
        let isAbsent =
            lead.kind == .audio
            ? Self.isFrame(gap, frame)
            : gap.ticks * (lead.isStated && next.isStated ? 4 : 2) >= frame.ticks * 3
        return isAbsent && gap <= Self.longest ? lead.time..<next.time : nil
    }

    /// Returns the frames that are missing between a rendition of audio and audio with pictures.
    ///
    /// - Parameter next: The start of the variant stream.
    /// - Returns: The frames; `nil` for none.
    func loss(beforeAudioOf next: Start) -> SegmentSeams.Loss? {
        guard next.domain == domain, let lead, lead.kind == .audio, lead.isShort,
            let other = next.audio, other.time > lead.time
        else { return nil }
        let gap = other.time - lead.time
        guard gap <= TrackRecord.holeTolerance, Self.isFrame(gap, max(lead.frame, other.frame))
        else { return nil }
        return loss(.audio, lead.time..<other.time, next)
    }

    private func audioHole(before next: Start, shift: MediaTime) -> Range<MediaTime>? {
        let isRendition = pictureEnd != nil
        let following =
            isRendition ? Audio(time: next.lead.time, frame: next.lead.frame) : next.audio
        guard let audio, let other = following, other.time > audio.time else { return nil }
        let pictures = pictureEnd ?? next.lead.time
        let gap = other.time - audio.time
        let frame = max(audio.frame, other.frame)
        // A rendition is not divided by the decoding of pictures.
        let allowed = isRendition ? .zero : shift + max(.zero, reordering - next.reordering)
        guard gap <= TrackRecord.holeTolerance, Self.isFrame(gap - allowed, frame) else {
            return nil
        }
        let start = other.time - pictures
        let earliest =
            audioOffsets.map { earliestEnd($0, gap - allowed, frame, before: start) }
            ?? -reordering - Self.rounding(frame)
        let end = audio.time + shift - pictures
        return end < earliest ? audio.time..<other.time : nil
    }

    /// Returns the earliest end of audio, relative to the pictures that follow, at which no frame is
    /// known to be missing.
    ///
    /// - Parameters:
    ///   - offsets: The starts of audio in other segments.
    ///   - gap: The time without audio.
    ///   - frame: The duration of a frame.
    ///   - start: The start of audio in the next rendition, relative to its pictures.
    /// - Returns: The earliest end.
    private func earliestEnd(
        _ offsets: ClosedRange<MediaTime>, _ gap: MediaTime, _ frame: MediaTime,
        before start: MediaTime
    ) -> MediaTime {
        let spread = offsets.upperBound - offsets.lowerBound
        // Packets of several frames of audio are cut at various times.
        if spread >= frame { return offsets.lowerBound - spread }
        // Where both renditions have the same frames and divide them alike, a frame of the former one
        // would have ended where the next one starts.
        let rest = gap.ticks % frame.ticks
        let isWhole = min(rest, frame.ticks - rest) * 32 <= frame.ticks
        let isAlike =
            isWhole && start > offsets.upperBound - frame && start < offsets.lowerBound + frame
        return isAlike
            ? offsets.lowerBound - Self.rounding(frame)
            : offsets.upperBound - frame + Self.rounding(frame)
    }

    /// The time by which rounded timestamps may differ.
    private static func rounding(_ frame: MediaTime) -> MediaTime {
        MediaTime(ticks: frame.ticks / 16)
    }

    /// Returns whether a time is as long as a frame of audio, apart from rounding.
    ///
    /// A shorter one is due to frames that begin at other times.
    private static func isFrame(_ time: MediaTime, _ frame: MediaTime) -> Bool {
        time.ticks * 16 >= frame.ticks * 15
    }
}
