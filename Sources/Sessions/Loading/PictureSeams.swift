import Containers
import Presentation
import VirtualTime

/// Finds the pictures that are missing between successive segments or parts.
///
/// The total duration of the pictures in a segment or part is compared with the time from the first
/// of these pictures to the first picture of the next segment or part. This time is measured
/// between decode times, because pictures are decoded at equal intervals, but not in display order.
/// If this time is longer than the total duration, pictures are missing. The positions at which the
/// missing pictures would be shown are unknown.
struct PictureSeams {
    /// The pictures of a segment or part.
    fileprivate struct Piece {
        /// The time at which the first picture is shown.
        let start: MediaTime
        /// The decode time of the first picture, on the timeline of the presentation.
        let decodeStart: MediaTime
        let count: Int
        /// The mean duration of a picture; `nil` if it cannot be computed from the media.
        let step: MediaTime?
        /// The total duration of the pictures that are known to be absent within the piece.
        let absent: MediaTime
        /// Whether the container of the piece states the durations of pictures.
        let isStated: Bool
        let isPart: Bool

        /// Returns the total duration of the pictures, including the known absent pictures.
        func time(_ step: MediaTime) -> MediaTime {
            step * count + absent
        }
    }

    /// The pictures of a segment, from its start to the end of the media that was read.
    private struct Shown {
        let start: MediaTime
        var time = MediaTime.zero
    }

    /// The maximum duration of the absent pictures before or after a part.
    ///
    /// The duration is computed from the decode times. A longer gap does not count as absent
    /// pictures.
    fileprivate static let longestOfParts = MediaTime.seconds(10)
    /// The maximum duration of the absent pictures between two segments.
    ///
    /// A longer gap is not reported here, because it is also visible in the times at which pictures
    /// are displayed.
    fileprivate static let longest = MediaTime.milliseconds(500)

    private var last: Piece?
    /// The pictures since the start of the current segment.
    ///
    /// The value is `nil` if the start of the segment was not read, or the picture rate is unknown.
    private var shown: Shown?
    private var rate = PartRate()
    /// The pairs of successive parts that are not compared yet, as their picture rate is unknown.
    private var unjudged: [(Piece, next: Piece)] = []

    /// The interval of the last segment's pictures, and the duration of a picture.
    ///
    /// The value is `nil` for a part, and while the picture rate is unknown.
    var time: (interval: Range<MediaTime>, step: MediaTime)? {
        guard let last, let step = rate.step, !last.isPart else { return nil }
        return (last.start..<last.start + last.time(step), step)
    }

    /// Compares the next segment or part with the previous one.
    ///
    /// If the container does not state the durations of pictures, the picture rate must be
    /// constant. A single absent picture then does not count as missing, because the encoder may
    /// have left it out, unless other pictures of the previous segment or part are missing.
    ///
    /// - Parameters:
    ///   - track: The video track of the segment or part.
    ///   - start: The time at which the first picture of the segment or part is shown.
    ///   - isStated: Whether the container states the durations of pictures.
    ///   - absent: The total duration of the pictures that are known to be absent within the
    ///     segment or part.
    ///   - listing: The entry of the segment or part in the playlist.
    ///   - continues: Whether the segment or part has the same timeline as the previous one.
    /// - Returns: The intervals before the segment or part in which pictures are absent.
    mutating func take(
        _ track: DemuxedTrack, shownAt start: MediaTime, isStated: Bool, absent: MediaTime,
        _ listing: SegmentSeams.Listing, continues: Bool
    ) -> [Range<MediaTime>] {
        let piece = Piece(
            start: start, decodeStart: start - (track.start - track.firstDecodeTime),
            count: track.sampleCount,
            step: track.sampleTime.map { MediaTime(ticks: $0.ticks / Int64(track.sampleCount)) },
            absent: absent, isStated: isStated, isPart: listing.part != nil)
        let startsSegment = listing.part ?? 0 == 0
        guard continues, let previous = last else {
            self = PictureSeams()
            last = piece
            if startsSegment { shown = Shown(start: start) }
            if let step = piece.step { rate = PartRate(step) }
            count(piece)
            return []
        }
        rate.add(piece.decodeStart - previous.decodeStart - previous.absent, previous.count)
        if let step = piece.step { rate = PartRate(step) }
        var losses: [Range<MediaTime>] = []
        if let step = rate.step {
            losses = unjudged.compactMap { $0.loss(before: $1, step) }
            unjudged = []
        } else if unjudged.count < PartRate.fewest {
            unjudged.append((previous, piece))
        }
        if let step = previous.step ?? rate.step {
            // At the start of a segment, decode times can suggest a gap although no picture is
            // absent, because the delay between decoding and display may have changed since the
            // previous segment. A gap therefore must not be longer than the gap between the display
            // times. The delay changes only at a keyframe, so this does not apply to a segment that
            // starts with another picture at a stated time.
            let mayChangeDelay = startsSegment && !(isStated && track.needsEarlierPictures)
            let most = mayChangeDelay ? shown.map { start - $0.start - $0.time } : nil
            if let loss = previous.loss(before: piece, step, atMost: most) {
                losses.append(loss)
                shown?.time += loss.length
            }
        }
        if startsSegment { shown = Shown(start: start) }
        last = piece
        count(piece)
        return losses
    }

    /// Adds the duration of a piece's pictures to the total duration for its segment.
    private mutating func count(_ piece: Piece) {
        if let step = piece.step ?? rate.step {
            shown?.time += piece.time(step)
        } else {
            shown = nil
        }
    }
}

extension PictureSeams.Piece {
    /// Returns the interval, before the next piece, in which pictures are absent.
    ///
    /// - Parameters:
    ///   - next: The next piece.
    ///   - step: The duration of a picture of this piece.
    ///   - most: The maximum total duration of the absent pictures; `nil` if it is not known.
    /// - Returns: The interval; `nil` if no picture is absent.
    fileprivate func loss(
        before next: PictureSeams.Piece, _ step: MediaTime, atMost most: MediaTime? = nil
    ) -> Range<MediaTime>? {
        // The playlist determines how long the only picture of a transport stream segment is shown,
        // so the display times do not show that the pictures after it are absent. A gap of any
        // length therefore counts as absent pictures if the next piece has a constant rate.
        let isOnly = count == 1 && !isStated && !isPart && next.step != nil
        let longest =
            isPart || next.isPart ? PictureSeams.longestOfParts : PictureSeams.longest
        let excess = next.decodeStart - decodeStart - time(step)
        let missing = most.map { min($0, excess) } ?? excess
        let later = next.step ?? step
        let difference = max(later, step) - min(later, step)
        guard difference * 50 <= step,
            isOnly || missing <= longest,
            missing.ticks >= (step * 3).ticks / (isStated || absent > .zero ? 4 : 2)
        else { return nil }
        return max(start, next.start - missing)..<next.start
    }
}

/// The picture rate, computed from several parts that are each too short to determine it.
private struct PartRate {
    /// The number of parts that must have the same picture rate before the rate counts as known.
    static let fewest = 4

    private var usual = MediaTime.zero
    private var count = 0

    init() {}

    /// Creates the picture rate from a part that is long enough to determine it.
    init(_ step: MediaTime) {
        usual = step
        count = Self.fewest
    }

    /// The duration of a picture; `nil` if the rate varies or is not known.
    var step: MediaTime? { count >= Self.fewest ? usual : nil }

    /// Updates the picture rate with a time between parts and the number of pictures in this time.
    mutating func add(_ time: MediaTime, _ pictures: Int) {
        let step = MediaTime(ticks: time.ticks / Int64(max(1, pictures)))
        let excess = time - usual * pictures
        if count > 0, max(excess, -excess) * 50 <= time {
            count += 1
        } else if count == 0 || step < usual || excess * 2 < usual * 3 {
            usual = step
            count = step > .zero ? 1 : 0
        }
    }
}
