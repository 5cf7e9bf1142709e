import Containers
import Presentation
import VirtualTime

/// Finds frames that are missing between, before and after the segments of a rendition.
///
/// Inside a segment of packed audio, or inside a fragment, a missing frame cannot be detected as a
/// hole: each later frame takes the place of the frame before it, and the segment ends one frame
/// before the next segment starts.
struct SegmentSeams {
    /// Frames that are missing in an interval.
    struct Loss: Equatable {
        let kind: TrackDescription.Kind
        let interval: Range<MediaTime>
        let cause: String
        /// The segment that lacks the frames, or the first segment after the missing frames.
        let segment: SegmentNumber
    }

    /// A segment or part as its playlist lists it.
    struct Listing {
        let number: SegmentNumber
        /// The index of the part; `nil` for the whole segment.
        var part: Int?
        let domain: Int
        /// The duration of the segment (`EXTINF`) or part (`DURATION`) in the playlist.
        let promised: MediaTime
        /// The duration of the whole segment; `nil` while only its parts are listed.
        let whole: MediaTime?
        /// Whether the segment is the last one on its timeline, before a discontinuity or the end.
        ///
        /// The value is `nil` while a newer version of the playlist may add a segment to this
        /// timeline.
        let isLast: Bool?

        /// Returns whether another segment or part directly follows this segment or part.
        func precedes(_ next: Listing) -> Bool {
            if let index = next.part, index > 0 {
                return next.number == number && part == index - 1
            }
            return number.advanced(by: 1) == next.number
        }
    }

    /// The end time of one kind of media, and the duration of each of its frames.
    private struct Edge {
        let kind: TrackDescription.Kind
        let end: MediaTime
        var frame: MediaTime
    }

    /// The last segment: its entry, its ends, and the times of its pictures if they are exact.
    private var last: (listing: Listing, edges: [Edge], shown: IntervalSet?)?
    private var pictures = PictureSeams()
    private var tails = SegmentTails()
    private var heads = SegmentHeads()
    /// The end of the previously played rendition; `nil` once a segment was compared with this end.
    private var former: RenditionEnd?
    /// The end of the previously played audio rendition, which the next segment is compared with.
    ///
    /// It is `nil` after the comparison. While there is a value, the current rendition is a variant
    /// stream whose own audio is played.
    private var formerAudio: RenditionEnd?
    /// The earliest and the latest start of audio in the segments, relative to their pictures.
    private var audioOffsets: ClosedRange<MediaTime>?
    /// The delay from decoding to display of the pictures in the last segment.
    private var reordering = MediaTime.zero
    /// The first segment read of a timeline, and the time by which its audio starts before its
    /// pictures.
    private var head: (domain: Int, number: SegmentNumber, audioLead: MediaTime)?

    /// Compares the next placed segment with the previous one.
    ///
    /// - Parameters:
    ///   - placement: The position of the segment on the timeline.
    ///   - segment: The media of the segment.
    ///   - listing: The entry of the segment in the playlist.
    ///   - absent: The total duration of the pictures that are known to be absent within the
    ///     segment.
    ///   - isAudioRendition: Whether the segment is audio that is played with a variant stream.
    /// - Returns: The missing frames between the two segments, and at the end of this segment.
    mutating func take(
        _ placement: Placement, of segment: DemuxedSegment, _ listing: Listing,
        absent: MediaTime = .zero, isAudioRendition: Bool = false
    ) -> [Loss] {
        guard !segment.lacksClock else { return [] }
        let previous = last.flatMap { last in
            last.listing.precedes(listing)
                && last.listing.domain == listing.domain && !placement.isUndeclaredJump
                ? last.edges : nil
        }
        if previous == nil { start(placement, listing) }
        let seams = pictures(
            placement, of: segment, listing, absent: absent, continues: previous != nil)
        var edges: [Edge] = []
        var losses: [Loss] = []
        for coverage in placement.coverage where Self.isCounted(coverage.kind, in: segment) {
            guard let edge = Self.edge(of: coverage, in: segment),
                let start = coverage.present.intervals.first?.lowerBound
            else { continue }
            edges.append(edge)
            let before = previous?.first { $0.kind == coverage.kind }
            if let before, Self.isHole(start - before.end, between: before, edge) {
                losses.append(
                    Loss(
                        kind: coverage.kind, interval: before.end..<start,
                        cause: "frames are absent before it", segment: listing.number))
            }
        }
        if !losses.contains(where: { $0.kind == .video }) { losses += seams }
        let tail = tail(placement, segment, edges, listing, absent: absent)
        losses += before(placement, segment, edges, listing, tail, continues: previous != nil)
        if !isAudioRendition {
            losses += heads.take(
                tail, placement, listing, continues: previous != nil,
                isOpen: Self.isOpen(segment, placement), explained: losses.map(\.kind))
        }
        losses += tails.take(
            tail, listing, continues: previous != nil, explained: losses.map(\.kind))
        last = (listing, edges, Self.shown(placement, of: segment, listing))
        return losses
    }

    /// Returns the times at which pictures of the directly preceding segment are shown.
    ///
    /// A segmenter may cut between reordered pictures. Each of two segments then shows pictures in
    /// the gaps of the other one. The result is `nil` if the times are not known exactly.
    func earlierPictures(before listing: Listing, _ placement: Placement) -> IntervalSet? {
        guard let last, last.listing.precedes(listing), last.listing.domain == listing.domain,
            !placement.isUndeclaredJump
        else { return nil }
        return last.shown
    }

    /// Returns whether the gaps of two successive segments contain the pictures of the other one.
    ///
    /// - Parameters:
    ///   - earlier: The result of ``earlierPictures(before:_:)``.
    ///   - placement: The position of the second segment.
    ///   - segment: The media of the second segment.
    ///   - listing: The entry of the second segment in the playlist.
    /// - Returns: The answer; `false` if the times of the pictures are not known exactly.
    func interleaves(
        _ earlier: IntervalSet, _ placement: Placement, of segment: DemuxedSegment,
        _ listing: Listing
    ) -> Bool {
        guard let own = Self.shown(placement, of: segment, listing),
            let first = own.intervals.first, let former = earlier.intervals.first,
            former.lowerBound < first.lowerBound,
            own.intersection(earlier).total <= TrackRecord.rounding
        else { return false }
        let audio = placement.coverage.first { $0.kind == .audio }
        guard let start = audio?.present.intervals.first?.lowerBound,
            let end = last?.edges.first(where: { $0.kind == .audio })?.end
        else { return true }
        return end - start <= TrackTimeline.tolerance
    }

    /// Returns the exact times at which the pictures of a segment are shown; `nil` if unknown.
    ///
    /// The pictures of a transport stream are known exactly if their rate is constant.
    private static func shown(
        _ placement: Placement, of segment: DemuxedSegment, _ listing: Listing
    ) -> IntervalSet? {
        guard segment.format == .mpegTS, listing.part == nil,
            let coverage = placement.coverage.first(where: { $0.kind == .video }),
            segment.playableTrack(.video)?.sampleTime != nil, coverage.holes.count < mostHoles
        else { return nil }
        return coverage.present
    }

    /// The maximum number of gaps in a segment between whose pictures others may be shown.
    private static let mostHoles = 64

    /// The segment whose end cannot be checked before a newer version of its playlist arrives.
    ///
    /// The end is checked once the playlist shows whether another segment follows. The value is
    /// `nil` if there is no such segment.
    var awaited: SegmentNumber? { tails.awaited }

    /// Checks the end of the ``awaited`` segment, if the playlist shows whether a segment follows.
    ///
    /// - Parameter listing: The entry of the segment in the newest version of the playlist.
    /// - Returns: The frames that are missing at the end of the segment.
    mutating func follow(_ listing: Listing) -> [Loss] { tails.follow(listing) }

    /// Checks the end of the segment that was read last, before another rendition is played.
    ///
    /// - Parameter place: Returns the location of a segment.
    /// - Returns: The frames that are missing at the end of the segment, and the end to compare
    ///   with the start of the other rendition. If the end that ``succeed(_:)`` stored has not been
    ///   compared yet, the result contains that end. Otherwise, the end is `nil` if no segment was
    ///   read.
    mutating func leave(
        _ place: (SegmentNumber) -> String
    ) -> (losses: [Loss], end: RenditionEnd?) {
        if let former = former.take() { return ([], former) }
        let unjudged = tails.unjudged
        let losses = tails.leave()
        guard let last else { return (losses, nil) }
        let lead = unjudged.map { open in
            RenditionEnd.Lead(
                kind: open.tail.kind, time: open.tail.start + open.tail.found, edge: open.tail.end,
                frame: open.tail.frame, isStated: open.tail.isStated,
                lacksPictures: open.tail.lacksPictures, isComplete: open.isComplete,
                isShort: open.isShort)
        }
        let audio = lead?.kind == .audio ? nil : last.edges.first { $0.kind == .audio }
        let end = RenditionEnd(
            domain: last.listing.domain, lead: losses.isEmpty ? lead : nil,
            audio: audio.map { RenditionEnd.Audio(time: $0.end, frame: $0.frame) },
            audioOffsets: audioOffsets, reordering: reordering, place: place(last.listing.number))
        return (losses, end)
    }

    /// Stores the end of the rendition that was played before, to compare it with the next segment.
    mutating func succeed(_ end: RenditionEnd?) { former = end }

    /// Stores the end of the audio rendition that was played before this variant stream.
    ///
    /// It is later compared with the start of this variant stream's own audio.
    mutating func succeed(audio end: RenditionEnd) { formerAudio = end }

    /// Removes and returns the end of the audio rendition that was played before.
    ///
    /// Call this method when playback leaves this variant stream. The result is `nil` if a segment
    /// of this variant stream was read, because the end was then compared with the start of that
    /// segment.
    mutating func takeFormerAudio() -> RenditionEnd? { formerAudio.take() }

    /// Records by how much audio starts before the pictures in the first segment of a timeline.
    private mutating func start(_ placement: Placement, _ listing: Listing) {
        if let head, head.domain == listing.domain, head.number < listing.number { return }
        let starts = [TrackDescription.Kind.audio, .video].map { kind in
            placement.coverage.first { $0.kind == kind }?.present.intervals.first?.lowerBound
        }
        guard listing.part ?? 0 == 0, let audio = starts[0], let video = starts[1] else {
            return head = nil
        }
        head = (listing.domain, listing.number, max(.zero, video - audio))
    }

    /// Compares the start of a segment with the end of the rendition that was played before.
    private mutating func before(
        _ placement: Placement, _ segment: DemuxedSegment, _ edges: [Edge], _ listing: Listing,
        _ tail: SegmentTails.Tail?, continues: Bool
    ) -> [Loss] {
        guard let track = segment.leadingTrack else { return [] }
        let kind = track.description.kind
        reordering = kind == .video ? track.start - track.firstDecodeTime : .zero
        let start = placement.interval.lowerBound
        let audio = placement.coverage.first { $0.kind == .audio && kind != .audio }
        let audioStart = audio?.present.intervals.first?.lowerBound
        defer {
            // At the start of a presentation, audio starts together with the pictures. The first
            // offset is therefore not typical, and is not counted.
            if continues, listing.part ?? 0 == 0, let offset = audioStart.map({ $0 - start }) {
                audioOffsets =
                    audioOffsets.map {
                        min($0.lowerBound, offset)...max($0.upperBound, offset)
                    } ?? offset...offset
            }
        }
        guard former != nil || formerAudio != nil else { return [] }
        if placement.isUndeclaredJump {
            former = nil
            formerAudio = nil
            return []
        }
        let deficit = tail.map { listing.promised - $0.found } ?? .zero
        let frame = tail?.frame ?? .zero
        let edge = edges.first { $0.kind == .audio }
        let next = RenditionEnd.Start(
            segment: listing.number, domain: listing.domain,
            lead: RenditionEnd.Lead(
                kind: kind, time: start, edge: start, frame: frame,
                isStated: Self.isCounted(kind, in: segment),
                isComplete: listing.part != nil
                    || RenditionEnd.Lead.isComplete(deficit, frame: frame)),
            audio: audioStart.flatMap { start in
                edge.map { RenditionEnd.Audio(time: start, frame: $0.frame) }
            },
            reordering: reordering)
        let sound = continues ? nil : formerAudio?.loss(beforeAudioOf: next)
        formerAudio = nil
        let losses = continues ? [] : former.map { $0.losses(before: next) } ?? []
        if losses != nil { former = nil }
        return (losses ?? []) + (sound.map { [$0] } ?? [])
    }

    /// Compares the pictures of a segment with the pictures of the previous segment.
    private mutating func pictures(
        _ placement: Placement, of segment: DemuxedSegment, _ listing: Listing, absent: MediaTime,
        continues: Bool
    ) -> [Loss] {
        guard let track = segment.playableTrack(.video),
            let coverage = placement.coverage.first(where: { $0.kind == .video }),
            let start = coverage.present.intervals.first?.lowerBound
        else {
            pictures = PictureSeams()
            return []
        }
        let intervals = pictures.take(
            track, shownAt: start, isStated: segment.format.isISO, absent: absent, listing,
            continues: continues)
        return intervals.map {
            Loss(
                kind: .video, interval: $0, cause: "pictures are absent before it",
                segment: listing.number)
        }
    }

    /// Returns the end of a segment or part; `nil` if its frames cannot be counted.
    ///
    /// The last frame may be shorter than the others, although `EXTINF` counts it as a full frame.
    /// If a segment has only this frame, the frame duration of the preceding segments is used.
    private func tail(
        _ placement: Placement, _ segment: DemuxedSegment, _ edges: [Edge], _ listing: Listing,
        absent: MediaTime
    ) -> SegmentTails.Tail? {
        guard let track = segment.leadingTrack else { return nil }
        let lead = track.description.kind
        let absent = listing.isLast != true && Self.isComplete(track, in: segment) ? .zero : absent
        // Containers other than ISO files do not state the durations of pictures. Their pictures
        // can be counted only if the segment, or else the preceding segments, have a constant rate.
        let stated = track.sampleTime.map {
            (time: $0 + absent, frame: MediaTime(ticks: $0.ticks / Int64(track.sampleCount)))
        }
        let counted =
            lead == .video
            ? stated ?? pictures.time.map { (time: $0.interval.length, frame: $0.step) } : nil
        let isStated = Self.isCounted(lead, in: segment)
        let inferred =
            isStated
            ? nil
            : counted.map {
                Edge(kind: lead, end: placement.interval.upperBound, frame: $0.frame)
            }
        guard var edge = edges.first(where: { $0.kind == lead }) ?? inferred else { return nil }
        if let before = last?.edges.first(where: { $0.kind == lead }) {
            edge.frame = max(edge.frame, before.frame)
        }
        let length = placement.interval.length
        // The pictures of a part count in full, although some of them are shown outside the
        // interval of the part.
        let shown = counted.map { listing.part == nil ? min(length, $0.time) : $0.time }
        let isFLAC = track.description.codec == .flac
        let audioLead = head?.domain == listing.domain && lead == .video ? head?.audioLead : nil
        return SegmentTails.Tail(
            kind: lead, start: placement.interval.lowerBound, end: edge.end, frame: edge.frame,
            shown: shown, isStated: isStated, lacksPictures: lead == .video && absent > .zero,
            flac: isFLAC ? FLACEnd(frame: edge.frame, last: track.lastSampleTime) : nil,
            audioLead: audioLead ?? .zero)
    }

    /// Returns whether the frames of a kind of media can be counted.
    ///
    /// Audio frames can always be counted, and pictures if the container states their durations.
    private static func isCounted(_ kind: TrackDescription.Kind, in segment: DemuxedSegment) -> Bool
    {
        kind == .audio || kind == .video && segment.format.isISO
    }

    /// Returns whether a transport stream lacks no picture between those that it contains.
    ///
    /// The pictures are decoded at equal intervals. Pictures of the next segment may be shown in
    /// the gaps between them.
    private static func isComplete(_ track: DemuxedTrack, in segment: DemuxedSegment) -> Bool {
        guard segment.format == .mpegTS, let time = track.sampleTime else { return false }
        return track.decodeTime - time < MediaTime(ticks: time.ticks / Int64(track.sampleCount) / 2)
    }

    /// Returns whether pictures of a segment may be shown before its first keyframe.
    private static func isOpen(_ segment: DemuxedSegment, _ placement: Placement) -> Bool {
        guard let track = segment.leadingTrack, track.description.kind == .video else {
            return false
        }
        // FFmpeg writes such a keyframe into fMP4 with the timestamp of the first picture that is
        // shown before it. In HEVC, even an IDR picture may be such a keyframe.
        return track.startsOpenGroup || placement.keyframes.first != placement.interval.lowerBound
            || segment.format.isISO && track.description.codec == .hevc
    }

    private static func edge(of coverage: Placement.Coverage, in segment: DemuxedSegment) -> Edge? {
        let track = segment.playableTrack(coverage.kind)
        guard let track, let end = coverage.present.intervals.last?.upperBound else { return nil }
        let frame = MediaTime(ticks: coverage.present.total.ticks / Int64(track.sampleCount))
        return frame > .zero ? Edge(kind: coverage.kind, end: end, frame: frame) : nil
    }

    /// Returns whether a gap is at least about a frame long but too short for the session's ledger.
    ///
    /// The ledger records lost media, and treats media on both sides of such a short gap as
    /// continuous.
    private static func isHole(_ gap: MediaTime, between one: Edge, _ next: Edge) -> Bool {
        let difference = max(one.frame, next.frame) - min(one.frame, next.frame)
        return gap * 4 >= next.frame * 3 && gap <= TrackRecord.holeTolerance
            && difference * 50 <= next.frame
    }
}
