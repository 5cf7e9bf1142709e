import Containers
import Presentation
import VirtualTime

/// Finds frames that are absent at the end of a segment that no other one of its timeline follows.
///
/// Nothing after such a segment shows the absence, so it is compared with its duration in the playlist
/// once others have shown that durations are exact. The newest segment of a broadcast waits until its
/// playlist shows what follows it. A segment before a seek, a hole or a change of the variant stream
/// waits for nothing, since its successor is never read. Where another rendition follows, its start
/// shows the absence too (``RenditionEnd``).
struct SegmentTails {
    /// The end of a segment, or of its parts so far.
    struct Tail {
        let kind: TrackDescription.Kind
        /// The start of its leading track.
        var start: MediaTime
        /// The end of its last frame.
        let end: MediaTime
        /// The duration of a frame.
        let frame: MediaTime
        /// The time of its pictures; `nil` for sound, and for pictures without a known rate.
        var shown: MediaTime?
        /// Whether its container states the durations of frames.
        let isStated: Bool

        /// The time for which there is media.
        var found: MediaTime { shown ?? end - start }
    }

    /// A segment whose successor was not read.
    private struct Open {
        let number: SegmentNumber
        let tail: Tail
        /// The duration of the whole segment; `nil` while only its parts are listed.
        var whole: MediaTime?
        /// Whether no segment of the same timeline follows; `nil` while that is not known.
        var isLast: Bool?
        /// The promised duration of the parts that were read; `nil` for a whole segment.
        let parts: MediaTime?
        /// The number of precise segments before it.
        let preciseCount: Int

        init(
            _ tail: Tail, _ listing: SegmentSeams.Listing, parts: MediaTime?, preciseCount: Int
        ) {
            number = listing.number
            self.tail = tail
            whole = listing.whole
            isLast = listing.isLast
            self.parts = parts
            self.preciseCount = preciseCount
        }

        /// The duration of the segment; `nil` while it is unknown, or more of its parts are to come.
        var promise: MediaTime? {
            guard let whole, let parts else { return whole }
            return parts >= whole - MediaTime.milliseconds(1) ? whole : nil
        }
    }

    /// A playlist whose durations are within this of their media counts frames.
    private static let precision = MediaTime.milliseconds(2)
    /// The number of such segments that show it.
    private static let fewestPrecise = 2
    /// The number that shows it where another segment of the timeline follows.
    private static let fewestPreciseWithin = 3

    private var open: Open?
    private var preciseCount = 0
    private var isImprecise = false

    /// The segment that waits for a newer version of its playlist; `nil` for none.
    var awaited: SegmentNumber? {
        guard let open, open.isLast == nil || open.promise == nil else { return nil }
        return open.number
    }

    /// The end of the segment or parts that were read last, whose successor was not read, whether they
    /// are as long as promised, and whether they are shorter by a frame; `nil` if they were judged, or
    /// cannot be.
    var unjudged: (tail: Tail, isComplete: Bool, isShort: Bool)? {
        open.map { open in
            let promise = open.promise ?? open.parts ?? .zero
            let deficit = promise - open.tail.found
            let frame = open.tail.frame
            // Durations that are rounded to those of pictures may lack almost a frame of audio.
            let isExact = !isImprecise && open.preciseCount > 0
            let isShort = isExact && frame > .zero && deficit.ticks * 4 >= frame.ticks * 3
            return (open.tail, isComplete(deficit, frame: frame), isShort)
        }
    }

    /// Returns whether the difference between a promise and its media shows that no frame is missing.
    func isComplete(_ deficit: MediaTime, frame: MediaTime) -> Bool {
        !isImprecise && RenditionEnd.Lead.isComplete(deficit, frame: frame)
    }

    /// Takes the next segment or part that was placed.
    ///
    /// - Parameters:
    ///   - tail: Its end; `nil` if its frames cannot be counted.
    ///   - listing: Its listing in the playlist.
    ///   - continues: Whether it directly follows the segment or part before it.
    ///   - explained: The kinds of media that are absent between the two.
    /// - Returns: The frames that are missing at the end of either.
    mutating func take(
        _ tail: Tail?, _ listing: SegmentSeams.Listing, continues: Bool,
        explained: [TrackDescription.Kind]
    ) -> [SegmentSeams.Loss] {
        let former = open.take()
        guard former?.number != listing.number || listing.part == nil else {
            return take(tail, after: former, listing, continues: continues)
        }
        let losses =
            former.map { settle($0, continues: continues, explained: explained) } ?? []
        // The pictures of a part are not all shown during it, so that their durations count.
        guard let tail, listing.part == nil || tail.kind == .audio || tail.shown != nil,
            listing.part ?? 0 == 0
        else { return losses }
        let parts = listing.part.map { _ in listing.promised }
        return losses + judge(Open(tail, listing, parts: parts, preciseCount: preciseCount))
    }

    /// Adds a part to those of its segment before it.
    private mutating func take(
        _ tail: Tail?, after former: Open?, _ listing: SegmentSeams.Listing, continues: Bool
    ) -> [SegmentSeams.Loss] {
        guard continues, let former, let sum = former.parts, var tail,
            (tail.shown == nil) == (former.tail.shown == nil)
        else { return [] }
        tail.start = former.tail.start
        tail.shown = former.tail.shown.flatMap { shown in tail.shown.map { shown + $0 } }
        return judge(
            Open(
                tail, listing, parts: sum + listing.promised, preciseCount: former.preciseCount))
    }

    /// Takes a newer listing of the awaited segment.
    mutating func follow(_ listing: SegmentSeams.Listing) -> [SegmentSeams.Loss] {
        guard let open, open.number == listing.number else { return [] }
        var next = open
        next.isLast = listing.isLast
        next.whole = listing.whole ?? open.whole
        return judge(next, isCounted: open.promise != nil)
    }

    /// Ends the wait, because no other segment follows here.
    mutating func leave() -> [SegmentSeams.Loss] {
        open.take().map { settle($0, continues: false, explained: []) } ?? []
    }

    /// Judges a segment by its listing, or lets it wait.
    private mutating func judge(_ next: Open, isCounted: Bool = false) -> [SegmentSeams.Loss] {
        open = next
        guard let promised = next.promise else { return [] }
        if !isCounted, isPrecise(next, promised) { preciseCount += 1 }
        guard next.isLast == true else { return [] }
        open = nil
        return loss(next, promised, atLeast: Self.fewestPrecise).map { [$0] } ?? []
    }

    /// Judges a segment by the one that was read after it.
    private mutating func settle(
        _ former: Open, continues: Bool, explained: [TrackDescription.Kind]
    ) -> [SegmentSeams.Loss] {
        guard let promised = former.promise else { return [] }
        // The ledger notices a longer hole by itself.
        if !continues, promised - former.tail.found <= TrackRecord.holeTolerance,
            let loss = loss(former, promised, atLeast: Self.fewestPreciseWithin)
        {
            return [loss]
        }
        let isExplained = continues && explained.contains(former.tail.kind)
        if !isExplained, !isPrecise(former, promised) { isImprecise = true }
        return []
    }

    private func isPrecise(_ segment: Open, _ promised: MediaTime) -> Bool {
        let deficit = promised - segment.tail.found
        return max(deficit, -deficit) <= Self.precision
    }

    private func loss(
        _ segment: Open, _ promised: MediaTime, atLeast count: Int
    ) -> SegmentSeams.Loss? {
        let tail = segment.tail
        let deficit = promised - tail.found
        let isAbsent =
            tail.shown == nil
            ? deficit.ticks * 4 >= tail.frame.ticks * 3
                && (tail.kind == .audio || deficit <= TrackRecord.holeTolerance)
            : deficit.ticks * (tail.isStated ? 4 : 2) >= tail.frame.ticks * 3
        guard !isImprecise, segment.preciseCount >= count, isAbsent, deficit < tail.found else {
            return nil
        }
        return SegmentSeams.Loss(
            kind: tail.kind, interval: tail.end - deficit..<tail.end,
            cause: "it ends \(deficit) s before its EXTINF", segment: segment.number)
    }
}
