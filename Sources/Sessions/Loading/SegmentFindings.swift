package import Containers
import Presentation
import VirtualTime

/// Adds a segment's present and missing media to the records of its tracks.
struct SegmentFindings {
    private let placement: Placement
    private let segment: DemuxedSegment
    /// The interval of the segment on the timeline, which may be longer than its media.
    private let interval: Range<MediaTime>
    private let first: DemuxedSegment?
    private let isPart: Bool
    /// The times at which pictures of the previous segment are shown; `nil` if they are unknown.
    private let earlierPictures: IntervalSet?
    /// Whether the segment is the last one, and the end of the earlier audio is unknown.
    private let endsUnread: Bool
    /// A closure that returns the location of the segment.
    ///
    /// The location is needed only for a few segments, so it is not computed in advance.
    private let url: () -> String

    init(
        _ placement: Placement, of segment: DemuxedSegment, in interval: Range<MediaTime>,
        after first: DemuxedSegment?, isPart: Bool = false, earlierPictures: IntervalSet? = nil,
        endsUnread: Bool = false, url: @escaping () -> String
    ) {
        self.placement = placement
        self.segment = segment
        self.interval = interval
        self.first = first
        self.isPart = isPart
        self.earlierPictures = earlierPictures
        self.endsUnread = endsUnread
        self.url = url
    }

    /// The longest assumed delay between the decoding and the display of a picture.
    private static let longestReordering = MediaTime.milliseconds(250)

    /// Whether pictures are decoded in an order that differs from their display order.
    private var hasReordering: Bool {
        [segment, first].compactMap(\.self).flatMap(\.tracks).contains {
            $0.description.kind == .video && $0.start != $0.firstDecodeTime
        }
    }

    /// Returns whether a hole in a part is only due to the reordering of pictures.
    ///
    /// A neighbouring part then contains the pictures that seem to be missing.
    private func isReordering(_ hole: Range<MediaTime>, of kind: TrackDescription.Kind) -> Bool {
        isPart && kind == .video && hasReordering
            && (hole.lowerBound - placement.interval.lowerBound < Self.longestReordering
                || placement.interval.upperBound - hole.upperBound < Self.longestReordering)
    }

    /// Returns the intervals inside the segment for which media of a kind is missing.
    ///
    /// Pictures of the previous segment may be shown in gaps of this segment.
    func holes(of kind: TrackDescription.Kind) -> [Range<MediaTime>] {
        let coverage = placement.coverage.first { $0.kind == kind }
        let holes = coverage?.holes.filter { !isReordering($0, of: kind) } ?? []
        guard kind == .video, let earlierPictures, !holes.isEmpty else { return holes }
        return holes.flatMap { IntervalSet($0).subtracting(earlierPictures).intervals }
            .filter { $0.length > TrackRecord.rounding }
    }

    /// Records that a track has no sample in the segment.
    ///
    /// Tracks of one film seldom have the same length, so half a second may be absent at the start
    /// or the end of a track. Video that is absent counts as missing only if the track has media up
    /// to this segment, if more than a quarter of a second is absent, and if the next segment does
    /// not contain it. The same applies to audio at the start of the track. Audio may end early
    /// wherever the last segment begins, since a source often has less audio than video. If the
    /// segment before it was not read, because playback started later, the audio may have ended.
    private func miss(_ kind: TrackDescription.Kind, in track: inout TrackRecord) {
        let unread = segment.unreadStreams[kind].map { "announced and not read: \($0)" }
        let cause = "\(url()): \(unread ?? "the segment has no sample of it")"
        let end = track.endOfMedia(before: interval.lowerBound)
        if kind == .audio, end != nil { return track.miss(interval, cause: cause) }
        if kind == .audio, endsUnread, interval.length <= TrackRecord.edgeTolerance {
            return track.cover(interval)
        }
        let endsEarlier = end.map { interval.lowerBound - $0 > TrackRecord.holeTolerance } ?? false
        let holes = track.holes(in: interval).intervals
            .filter { !endsEarlier && $0.length > TrackRecord.jumpTolerance }
        for hole in holes { track.lose(hole, cause: cause) }
        if holes.isEmpty { track.miss(interval, cause: cause) }
    }

    /// Adds the findings for one kind of media to the record of its track.
    func write(_ kind: TrackDescription.Kind, to track: inout TrackRecord) {
        guard let coverage = placement.coverage.first(where: { $0.kind == kind }) else {
            // A part may contain no audio sample, because an audio packet can be longer than a
            // part.
            if isPart { return }
            miss(kind, in: &track)
            return
        }
        let present = coverage.present.intervals
        for interval in present { track.cover(interval) }
        for hole in holes(of: kind) { track.lose(hole, cause: "\(url()): samples are missing") }
        for interval in coverage.broken.intervals {
            track.damage(interval, cause: "\(url()): frames do not decode")
        }
        for interval in coverage.repeated.intervals {
            track.overlap(interval, cause: "\(url()): samples appear twice or out of order")
        }
        // A damaged segment is placed only if the recovery policy continues playback in spite of
        // the damage.
        guard let damage = segment.damage(of: [kind], after: first) else { return }
        for interval in present { track.damage(interval, cause: "\(url()): \(damage.text)") }
    }
}

extension DemuxedSegment {
    /// Whether the container announces streams that this package cannot read.
    var hasUnreadStreams: Bool {
        problems.contains { if case .unreadStream = $0.kind { true } else { false } }
    }

    /// The problem that causes a loss of timed metadata or SCTE 35 messages; `nil` without a loss.
    ///
    /// Either packets are missing, or ID3 tags or event messages cannot be read.
    package var lostMetadata: ContainerProblem? {
        problems.first { problem in
            switch problem.kind {
            case .lostMetadata, .unreadableMetadata: true
            default: false
            }
        }
    }
}
