import Containers
import Presentation
import VirtualTime

/// Finds samples of text that are missing in or between subtitle segments, or are in two of them.
///
/// In ISO files, samples without a cue represent the pauses of a text track, and each sample starts
/// at the end of the sample before it. A missing sample therefore moves the later cues of its
/// fragment, and leaves a gap before the next fragment.
///
/// Some packagers write no samples for pauses, or make the last sample of a segment too long. A gap
/// is therefore a loss only in a rendition that shows, before the gap or after it, that its
/// segments end with samples for pauses. The samples of text that is not read, such as TTML, show
/// this if they fill two segments. An overlap of two segments is a loss only if it contains a whole
/// sample.
///
/// Reference: ISO/IEC 14496-30, sections 5 and 7.
struct TextSeams {
    /// A loss of cues in a segment or part.
    struct Finding: Equatable {
        let loss: CueLoss
        /// The location of the segment or part.
        let url: String
    }

    /// The end of a segment or part, and its position in its rendition.
    private struct End {
        let rendition: String
        let listing: SegmentSeams.Listing
        let time: MediaTime
        /// The start of the last sample; an earlier time if several samples there have no cue.
        let lastStart: MediaTime
        /// Whether the last sample has no cue.
        let isPause: Bool
        /// The location of the segment or part.
        let url: String
        /// The missing time at the start of a segment without a predecessor; zero for the others.
        let shortfall: MediaTime
    }

    /// The samples in the first segment of a video on demand.
    private struct Head {
        /// The timestamp of the first sample.
        let start: MediaTime
        let domain: Int
        /// The times by which the sample is late if a segment is missing; a longer one is a jump.
        ///
        /// The missing segment is assumed to be at least half as long as the first one.
        let lateness: ClosedRange<MediaTime>
        /// The location of the segment.
        let url: String
    }

    /// The maximum number of gaps that are stored for one rendition.
    private static let mostGaps = 100
    /// The number of segments that the samples of unread text must fill.
    private static let fullSegments = 2

    private var last: End?
    /// The samples whose position is not known yet, by the name of their rendition.
    private var heads: [String: Head] = [:]
    /// The names of the renditions with samples for the pauses at the ends of segments.
    private var filled: Set<String> = []
    /// The number of segments filled by unread text, by the name of their rendition.
    private var full: [String: Int] = [:]
    /// The gaps of the renditions that have not shown samples for pauses yet, by their names.
    private var gaps: [String: [Finding]] = [:]
    /// The gaps that have become losses since the last call of ``takeEarlier()``.
    private var earlier: [Finding] = []

    /// Compares the samples of a segment with each other and with the end of the previous segment.
    ///
    /// A distance longer than ``SegmentPlacer/longestDrift`` plus the duration of the longer of the
    /// two segments is a jump of the timestamps, and not a loss.
    ///
    /// - Parameters:
    ///   - read: The segment or part, with its cues.
    ///   - listing: The entry of the segment or part in the playlist.
    ///   - rendition: The location of its playlist.
    ///   - url: The location of the segment or part.
    ///   - isFirst: Whether the segment is the first one of a video on demand.
    ///   - position: A closure that returns the position of a timestamp in the discontinuity
    ///     domain of the segment; `nil` while it is unknown.
    /// - Returns: The loss of cues; `nil` if there is none, or if it is not certain yet.
    mutating func take(
        _ read: ReadSegment, _ listing: SegmentSeams.Listing, of rendition: String,
        at url: String, isFirst: Bool = false,
        position: (MediaTime) -> MediaTime? = { _ in nil }
    ) -> CueLoss? {
        let before = last
        last = nil
        guard read.media.format.isISO else { return nil }
        // A whole segment without samples is too short to lose a cue; a longer one is an error.
        guard let track = read.textTrack else { return nil }
        let cues = read.cues?.cues ?? []
        let shown = cues.map(\.end).max() ?? track.start
        let isRead = read.cues != nil
        let isPause = isRead && shown < track.end
        let previous = before.flatMap { before in
            before.rendition == rendition && before.listing.domain == listing.domain
                && before.listing.precedes(listing) ? before : nil
        }
        // GPAC writes an empty sample without a duration into a segment without a cue.
        let isTimeless = cues.isEmpty && track.duration == .zero
        let missing = isTimeless ? .zero : listing.promised - track.duration
        let startsWhole = previous == nil && listing.part == nil
        last = End(
            rendition: rendition, listing: listing,
            time: isTimeless ? track.start + listing.promised : track.end,
            lastStart: isPause ? shown : cues.map(\.start).max() ?? track.start,
            isPause: isPause, url: url, shortfall: startsWhole ? max(missing, .zero) : .zero)
        let gap = previous.map { track.start - $0.time }
        if isPause && Self.isShort(missing)
            || previous?.isPause == true && gap.map(Self.isShort) == true
        {
            fill(rendition)
        }
        if !isRead, !isTimeless, Self.isShort(missing) {
            full[rendition, default: 0] += 1
            if full[rendition] == Self.fullSegments { fill(rendition) }
        }
        let longer = max(listing.promised, previous?.listing.promised ?? .zero)
        let limit = SegmentPlacer.longestDrift + longer
        if isFirst, startsWhole, !isTimeless, Self.isShort(missing) {
            let least = max(
                TrackRecord.edgeTolerance, MediaTime(ticks: listing.promised.ticks / 2))
            heads[rendition] = Head(
                start: track.start, domain: listing.domain, lateness: least...limit, url: url)
        }
        compareHead(of: rendition, in: listing.domain, position)
        if let previous, gap.map(Self.isShort) == true,
            previous.shortfall > TrackRecord.edgeTolerance,
            let loss = loss(
                "the samples start \(previous.shortfall) s after the segment", in: rendition,
                at: previous.url)
        {
            earlier.append(Finding(loss: loss, url: previous.url))
        }
        let inner = track.sampleTime.map { track.duration - $0 } ?? .zero
        if Self.isGap(max(inner, -inner), upTo: limit) {
            return loss(
                "the samples last \(track.duration - inner) s, and their times"
                    + " span \(track.duration) s", in: rendition, at: url)
        }
        guard let previous, let gap else { return nil }
        if Self.isGap(gap, upTo: limit) {
            return loss(
                "the samples before it end \(gap) s before its start", in: rendition, at: url)
        }
        guard previous.lastStart >= track.start, !Self.isShort(gap), -gap <= limit else {
            return nil
        }
        return CueLoss(
            text: "cues are lost: the samples before it end \(-gap) s after its start")
    }

    /// Removes and returns the losses of earlier segments that have become certain.
    mutating func takeEarlier() -> [Finding] {
        var taken: [Finding] = []
        swap(&taken, &earlier)
        return taken
    }

    /// Compares the start of a rendition's first samples with the start of their segment.
    ///
    /// The first segment starts at zero. If its samples fill it and are late, an earlier segment
    /// is missing.
    private mutating func compareHead(
        of rendition: String, in domain: Int, _ position: (MediaTime) -> MediaTime?
    ) {
        guard let head = heads[rendition], head.domain == domain, let lead = position(head.start)
        else { return }
        heads[rendition] = nil
        guard head.lateness.contains(lead),
            let loss = loss(
                "the samples start \(lead) s after the segment", in: rendition, at: head.url)
        else { return }
        earlier.append(Finding(loss: loss, url: head.url))
    }

    /// Records that the segments of a rendition end with samples for pauses.
    private mutating func fill(_ rendition: String) {
        guard filled.insert(rendition).inserted else { return }
        earlier += gaps.removeValue(forKey: rendition) ?? []
    }

    /// Returns a loss if the rendition has samples for pauses; otherwise stores the gap.
    private mutating func loss(
        _ words: String, in rendition: String, at url: String
    ) -> CueLoss? {
        let loss = CueLoss(text: "cues are lost: \(words)")
        if filled.contains(rendition) { return loss }
        if gaps[rendition, default: []].count < Self.mostGaps {
            gaps[rendition, default: []].append(Finding(loss: loss, url: url))
        }
        return nil
    }

    private static func isGap(_ gap: MediaTime, upTo limit: MediaTime) -> Bool {
        gap > TrackRecord.holeTolerance && gap <= limit
    }

    private static func isShort(_ gap: MediaTime) -> Bool {
        max(gap, -gap) <= TrackRecord.holeTolerance
    }
}

extension ReadSegment {
    /// The track of text with samples; `nil` if there is none, or its cues have another clock.
    fileprivate var textTrack: DemuxedTrack? {
        guard cues.map({ $0.clock == .container }) ?? hasUnreadText else { return nil }
        return media.tracks.first {
            $0.sampleCount > 0 && $0.description.kind == .subtitle
                && ($0.description.codec == .webVTT) == (cues != nil)
        }
    }
}
