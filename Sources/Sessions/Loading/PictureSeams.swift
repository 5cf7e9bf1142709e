import Containers
import Presentation
import VirtualTime

/// Compares the pictures of successive segments or parts with the time between their first ones.
///
/// Pictures are decoded at equal distances, in another order than they are shown. If the first
/// picture of a segment is decoded later than the previous pictures require, pictures are missing;
/// where they would be shown is unknown.
struct PictureSeams {
    /// The pictures of a segment or part.
    fileprivate struct Piece {
        /// The time at which the first one is shown.
        let start: MediaTime
        /// The decode time of the first one, on the timeline of the presentation.
        let decodeStart: MediaTime
        let count: Int
        /// The mean duration of one, if its media shows it.
        let step: MediaTime?
        /// The time for which pictures are known to be absent.
        let absent: MediaTime
        /// Whether its container states the durations of pictures.
        let isStated: Bool
        let isPart: Bool

        /// Returns the time of all pictures, including pictures that are known to be absent.
        func time(_ step: MediaTime) -> MediaTime {
            MediaTime(ticks: step.ticks * Int64(count)) + absent
        }
    }

    /// The pictures of a whole segment, up to the end of the read media.
    private struct Shown {
        let start: MediaTime
        var time = MediaTime.zero
    }

    /// The longest time before a part that counts as absent according to adjacent times.
    fileprivate static let longestOfParts = MediaTime.seconds(10)
    /// The longest such time before a segment: the reordering of pictures cannot hide a longer one.
    fileprivate static let longest = MediaTime.milliseconds(500)

    private var last: Piece?
    /// The pictures since the start of the segment; `nil` if its start was not read.
    private var shown: Shown?
    private var rate = PartRate()
    /// The successive parts whose rate is not known yet.
    private var unjudged: [(Piece, next: Piece)] = []

    /// The time of the pictures of the last segment, and the duration of one; `nil` for a part, and
    /// without a known rate.
    var time: (interval: Range<MediaTime>, step: MediaTime)? {
        guard let last, let step = rate.step, !last.isPart else { return nil }
        return (last.start..<last.start + last.time(step), step)
    }

    /// Compares the next segment or part with the previous one.
    ///
    /// A container that does not state durations needs a constant rate, and a single absent picture
    /// was left out by the encoder.
    ///
    /// - Parameters:
    ///   - track: The video of the segment.
    ///   - start: The time at which its first picture is shown.
    ///   - isStated: Whether its container states the durations of pictures.
    ///   - absent: The time of the pictures that are known to be absent within the segment.
    ///   - listing: Its listing in the playlist.
    ///   - continues: Whether it has the same timeline as the previous one.
    /// - Returns: The times before it for which pictures are absent.
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
            // A segment may be encoded with another delay between decoding and showing.
            let most = startsSegment ? shown.map { start - $0.start - $0.time } : nil
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

    /// Adds the pictures of a piece to the counts of its segment.
    private mutating func count(_ piece: Piece) {
        if let step = piece.step ?? rate.step {
            shown?.time += piece.time(step)
        } else {
            shown = nil
        }
    }
}

extension PictureSeams.Piece {
    /// Returns the time before the next piece for which pictures are absent.
    ///
    /// - Parameters:
    ///   - next: The next piece.
    ///   - step: The duration of a picture of this one.
    ///   - most: The longest time that can be absent; `nil` if it is not known.
    /// - Returns: The time; `nil` if no picture is absent.
    fileprivate func loss(
        before next: PictureSeams.Piece, _ step: MediaTime, atMost most: MediaTime? = nil
    ) -> Range<MediaTime>? {
        let excess = next.decodeStart - decodeStart - time(step)
        let missing = most.map { min($0, excess) } ?? excess
        let later = next.step ?? step
        let difference = max(later, step) - min(later, step)
        guard difference.ticks * 50 <= step.ticks,
            missing <= (isPart || next.isPart ? PictureSeams.longestOfParts : PictureSeams.longest),
            missing.ticks >= (isStated ? step.ticks * 3 / 4 : step.ticks * 3 / 2)
        else { return nil }
        return max(start, next.start - missing)..<next.start
    }
}

/// The rate of pictures, determined from parts that are too short to show it individually.
private struct PartRate {
    /// The number of parts with equal rates that determine the rate.
    static let fewest = 4

    private var usual = MediaTime.zero
    private var count = 0

    init() {}

    /// Creates the rate that a longer part shows.
    init(_ step: MediaTime) {
        usual = step
        count = Self.fewest
    }

    /// The duration of a picture; `nil` if the rate varies or is not known.
    var step: MediaTime? { count >= Self.fewest ? usual : nil }

    /// Adds the time from one part to the next, and the number of pictures in between.
    mutating func add(_ time: MediaTime, _ pictures: Int) {
        let step = MediaTime(ticks: time.ticks / Int64(max(1, pictures)))
        let excess = time - MediaTime(ticks: usual.ticks * Int64(pictures))
        if count > 0, max(excess, -excess).ticks * 50 <= time.ticks {
            count += 1
        } else if count == 0 || step < usual || excess.ticks * 2 < usual.ticks * 3 {
            usual = step
            count = step > .zero ? 1 : 0
        }
    }
}
