import Containers
import Presentation
import VirtualTime

/// The end of the media that was read from a rendition, before another rendition is played.
///
/// The end is compared with the start of the next rendition. Two renditions may have different
/// segment boundaries, because their audio frames need not begin at the same times, or because one
/// rendition displays all of its media later than the other. So a gap counts as missing media only
/// if it is as long as a frame and the segment before or after it is shorter than the playlist
/// declares.
///
/// Audio in a variant stream may end earlier than the pictures. A muxer places audio next to the
/// pictures that are decoded at the same time, and reordered pictures are displayed later than they
/// are decoded. The difference is at most the delay that the reordering causes.
///
/// If playback changes from audio in a variant stream to a separate audio rendition, or back, the
/// end of the old audio is compared with the start of the new audio in the same way. For audio in
/// a variant stream, the expected end follows from the other segments of the variant stream. For
/// audio in an audio rendition, the expected end follows from the playlist of the rendition.
struct RenditionEnd {
    /// The end of the leading track of one segment, or the start of the leading track of the next.
    struct Lead {
        let kind: TrackDescription.Kind
        /// The end of the track in one segment, or the start of the track in the next segment.
        ///
        /// The end is computed: it is the start of the track plus all frame durations.
        let time: MediaTime
        /// The end of the frame that is played last, or the start of the track in the next segment.
        ///
        /// In the second case, it is equal to ``time``.
        let edge: MediaTime
        /// The duration of a frame; zero if it is unknown.
        let frame: MediaTime
        /// Whether the container of the segment states the durations of frames.
        let isStated: Bool
        /// Whether pictures within the segment are missing, so that no other absence is intended.
        var lacksPictures = false
        /// Whether the segment is known to be as long as its playlist declares.
        let isComplete: Bool
        /// Whether a frame is missing, because the segment is shorter than its playlist declares.
        var isShort = false

        /// Returns whether a segment contains all of its frames, even if it is slightly too short.
        ///
        /// The deficit is the difference between the declared duration and the duration of the
        /// media.
        static func isComplete(_ deficit: MediaTime, frame: MediaTime) -> Bool {
            deficit * 8 <= frame
        }
    }

    /// The end or the start of the audio in segments with both audio and video.
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
        /// The delay from decoding to display of the pictures, due to their reordering.
        let reordering: MediaTime
    }

    let domain: Int
    /// The end of the leading track.
    ///
    /// It is `nil` if the frames of the track cannot be counted, or if missing frames were already
    /// found at its end.
    var lead: Lead?
    let audio: Audio?
    /// The end of the pictures, if this end is compared with the start of an audio rendition.
    ///
    /// Otherwise, the property is `nil`.
    private var pictureEnd: MediaTime?
    /// The earliest and latest start of audio in other segments, relative to their pictures.
    let audioOffsets: ClosedRange<MediaTime>?
    /// The delay from decoding to display of the pictures, due to their reordering.
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

    /// Returns a copy of this end, for comparison with the start of an audio rendition.
    ///
    /// Call this method if this rendition has audio together with pictures, and an audio rendition
    /// is played next.
    ///
    /// - Parameter end: The end of the pictures.
    /// - Returns: A copy that has the end of the pictures and no leading track.
    func beforeRendition(picturesUpTo end: MediaTime) -> RenditionEnd {
        var result = self
        result.lead = nil
        result.pictureEnd = end
        return result
    }

    /// The longest gap between pictures that can result from their reordering.
    private static let longest = MediaTime.milliseconds(500)

    /// Returns the frames that are missing between this rendition and the next one.
    ///
    /// - Parameter next: The start of the next rendition.
    /// - Returns: The missing frames. The result is `nil` if the gap is too long for this
    ///   comparison. In that case, either an earlier segment of the next rendition fills the gap,
    ///   or the ledger of the session detects the gap without this comparison.
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
            : gap * (lead.isStated && next.isStated || lead.lacksPictures ? 4 : 2) >= frame * 3
        return isAbsent && gap <= Self.longest ? lead.time..<next.time : nil
    }

    /// Returns the audio frames that are missing between an audio rendition and a variant stream.
    ///
    /// - Parameter next: The start of the variant stream, which contains audio together with
    ///   pictures.
    /// - Returns: The missing frames; `nil` if no frame is missing.
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
        // The boundaries of an audio rendition do not depend on the times at which pictures are
        // decoded, so the reordering of pictures cannot explain any part of the gap.
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

    /// Returns the earliest end of the audio at which no frame counts as missing.
    ///
    /// The end is relative to the pictures that follow.
    ///
    /// - Parameters:
    ///   - offsets: The earliest and the latest start of audio in other segments, relative to their
    ///     pictures.
    ///   - gap: The time without audio.
    ///   - frame: The duration of a frame.
    ///   - start: The start of audio in the next rendition, relative to its pictures.
    /// - Returns: The earliest end.
    private func earliestEnd(
        _ offsets: ClosedRange<MediaTime>, _ gap: MediaTime, _ frame: MediaTime,
        before start: MediaTime
    ) -> MediaTime {
        let spread = offsets.upperBound - offsets.lowerBound
        // Offsets differ by a frame or more only if packets contain several audio frames. The audio
        // may then end earlier by the whole spread of the offsets.
        if spread >= frame { return offsets.lowerBound - spread }
        // If the gap is a whole number of frames, both renditions may contain the same frames and
        // have the same segment boundaries. Without missing frames, the earlier rendition would
        // then end exactly where the next one starts, so the earliest permitted end is later.
        let rest = MediaTime(ticks: gap.ticks % frame.ticks)
        let isWhole = min(rest, frame - rest) * 32 <= frame
        let isAlike =
            isWhole && start > offsets.upperBound - frame && start < offsets.lowerBound + frame
        return isAlike
            ? offsets.lowerBound - Self.rounding(frame)
            : offsets.upperBound - frame + Self.rounding(frame)
    }

    /// Returns the largest difference that rounding can cause between two timestamps.
    private static func rounding(_ frame: MediaTime) -> MediaTime {
        MediaTime(ticks: frame.ticks / 16)
    }

    /// Returns whether a gap is at least as long as an audio frame, except for rounding errors.
    ///
    /// A shorter gap occurs because the frames of the two renditions begin at different times.
    private static func isFrame(_ time: MediaTime, _ frame: MediaTime) -> Bool {
        time * 16 >= frame * 15
    }
}
