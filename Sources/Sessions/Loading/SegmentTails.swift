import Containers
import Presentation
import VirtualTime

/// Finds frames missing at the end of a segment whose successor on its timeline is not read.
///
/// No later media shows that these frames are missing. So the segment is compared with its duration
/// in the playlist, once other segments have shown that the durations in the playlist are exact.
/// The newest segment of a broadcast waits until its playlist shows whether another segment
/// follows. A segment before a seek, a hole or a change of the variant stream does not wait, since
/// its successor is never read. Where another rendition follows, the start of that rendition also
/// shows missing frames (``RenditionEnd``).
struct SegmentTails {
    /// The end of a segment, or of the parts of a segment that were read so far.
    struct Tail {
        let kind: TrackDescription.Kind
        /// The start of the leading track of the segment or parts.
        var start: MediaTime
        /// The end of the last frame of the segment or parts.
        let end: MediaTime
        /// The duration of a frame.
        let frame: MediaTime
        /// The total duration of the pictures; `nil` for audio, or if the picture rate is unknown.
        var shown: MediaTime?
        /// Whether the container of the segment states the durations of frames.
        let isStated: Bool
        /// Whether pictures within the segment are missing, so that no other absence is intended.
        var lacksPictures = false
        /// The end of FLAC, whose `EXTINF` may exceed its media; `nil` for other codecs.
        var flac: FLACEnd?
        /// The time by which audio starts before the pictures at the start of the timeline.
        var audioLead = MediaTime.zero

        /// The duration of the media that is present.
        var found: MediaTime { shown ?? end - start }

        /// Returns whether a deficit is the lead of the audio, and not a number of frames.
        ///
        /// Apple's segmenter cuts at the pictures, and adds the time from the first audio to the
        /// first picture to the `EXTINF` of the last segment. Missing frames have a total duration
        /// that is a multiple of the duration of a frame.
        func isLead(_ deficit: MediaTime) -> Bool {
            let excess = deficit - audioLead
            guard audioLead > .zero, frame > .zero, max(excess, -excess) <= precision else {
                return false
            }
            let rest = MediaTime(ticks: deficit.ticks % frame.ticks)
            return min(rest, frame - rest) > precision * 2
        }
    }

    /// A segment whose successor has not been read.
    private struct Open {
        let number: SegmentNumber
        let tail: Tail
        /// The duration of the whole segment; `nil` while only its parts are listed.
        var whole: MediaTime?
        /// Whether no segment of the same timeline follows; `nil` while the successor is unknown.
        var isLast: Bool?
        /// The declared duration of the parts that were read; `nil` for a whole segment.
        let parts: MediaTime?
        /// The number of earlier segments whose durations in the playlist are exact.
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

        /// The duration that the playlist declares for the segment.
        ///
        /// The value is `nil` while this duration is unknown or the segment has unread parts.
        var promise: MediaTime? {
            guard let whole, let parts else { return whole }
            return parts >= whole - MediaTime.milliseconds(1) ? whole : nil
        }
    }

    /// The largest error with which a declared duration still counts as exact.
    ///
    /// The declared durations in a playlist are exact if its packager has added up whole frames.
    private static let precision = MediaTime.milliseconds(2)
    /// The minimum number of exact segment durations that are needed to judge a short last segment.
    ///
    /// Exact durations of earlier segments show that the packager adds up whole frames. Only then
    /// is a short duration evidence that frames are missing.
    private static let fewestPrecise = 2
    /// The minimum number of exact segment durations needed to judge a short inner segment.
    ///
    /// An inner segment is followed by another segment on the same timeline. Exact durations of
    /// earlier segments show that the packager adds up whole frames.
    private static let fewestPreciseWithin = 3

    private var open: Open?
    private var preciseCount = 0
    private var isImprecise = false

    /// The segment that waits for a newer version of its playlist; `nil` when none waits.
    var awaited: SegmentNumber? {
        guard let open, open.isLast == nil || open.promise == nil else { return nil }
        return open.number
    }

    /// The end of the segment or parts that were read last, if that end is not checked yet.
    ///
    /// Their successor was not read. `isComplete` states whether the segment or parts are as long
    /// as the playlist declares, and `isShort` states whether they are shorter by about a frame.
    /// The value is `nil` if the end was already checked, or cannot be checked.
    var unjudged: (tail: Tail, isComplete: Bool, isShort: Bool)? {
        open.map { open in
            let promise = open.promise ?? open.parts ?? .zero
            let deficit = promise - open.tail.found
            let frame = open.tail.frame
            // If the playlist rounds each duration to a whole number of pictures, almost a frame of
            // audio may seem to be missing.
            let isExact = !isImprecise && open.preciseCount > 0
            let isShort = isExact && frame > .zero && deficit * 4 >= frame * 3
            return (open.tail, isComplete(deficit, frame: frame), isShort)
        }
    }

    /// Returns whether a deficit of media is so small that no frame is missing.
    ///
    /// The deficit is the difference between the declared duration and the duration of the media.
    /// The result is `false` if the durations in the playlist are known to be inexact.
    func isComplete(_ deficit: MediaTime, frame: MediaTime) -> Bool {
        !isImprecise && RenditionEnd.Lead.isComplete(deficit, frame: frame)
    }

    /// Adds the next placed segment or part, and checks the one before it.
    ///
    /// - Parameters:
    ///   - tail: The end of the segment or part; `nil` if its frames cannot be counted.
    ///   - listing: The entry of the segment or part in its playlist.
    ///   - continues: Whether the segment or part directly follows the one before it.
    ///   - explained: The kinds of media that are known to be absent between the two segments or
    ///     parts.
    /// - Returns: The frames that are missing at the end of the added or of the previous segment.
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
        // Not all pictures of a part are shown within its interval, so only the durations of the
        // pictures can be compared.
        guard let tail, listing.part == nil || tail.kind == .audio || tail.shown != nil,
            listing.part ?? 0 == 0
        else { return losses }
        let parts = listing.part.map { _ in listing.promised }
        return losses + judge(Open(tail, listing, parts: parts, preciseCount: preciseCount))
    }

    /// Adds a part to the earlier parts of its segment.
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

    /// Checks the ``awaited`` segment against its entry in a newer version of the playlist.
    mutating func follow(_ listing: SegmentSeams.Listing) -> [SegmentSeams.Loss] {
        guard let open, open.number == listing.number else { return [] }
        var next = open
        next.isLast = listing.isLast
        next.whole = listing.whole ?? open.whole
        return judge(next, isCounted: open.promise != nil)
    }

    /// Checks the segment that was read last, because its successor will not be read.
    mutating func leave() -> [SegmentSeams.Loss] {
        open.take().map { settle($0, continues: false, explained: []) } ?? []
    }

    /// Checks the end of a segment if the segment is known to be the last on its timeline.
    ///
    /// Otherwise, the segment is kept until its successor or a newer playlist version arrives.
    private mutating func judge(_ next: Open, isCounted: Bool = false) -> [SegmentSeams.Loss] {
        open = next
        guard let promised = next.promise else { return [] }
        if !isCounted, Self.isPrecise(next.tail, promised) { preciseCount += 1 }
        guard next.isLast == true else { return [] }
        open = nil
        return loss(next, promised, atLeast: Self.fewestPrecise).map { [$0] } ?? []
    }

    /// Checks the end of a segment.
    ///
    /// Call this method once it is known whether the segment that was read next follows directly.
    private mutating func settle(
        _ former: Open, continues: Bool, explained: [TrackDescription.Kind]
    ) -> [SegmentSeams.Loss] {
        guard let promised = former.promise else { return [] }
        // A hole longer than the tolerance is not reported here, because the ledger of the session
        // detects it.
        if !continues, promised - former.tail.found <= TrackRecord.holeTolerance,
            let loss = loss(former, promised, atLeast: Self.fewestPreciseWithin)
        {
            return [loss]
        }
        let isExplained = continues && explained.contains(former.tail.kind)
        if !isExplained, !Self.isPrecise(former.tail, promised) { isImprecise = true }
        return []
    }

    /// Returns whether the playlist declares the exact duration of a segment.
    static func isPrecise(_ tail: Tail, _ promised: MediaTime) -> Bool {
        let deficit = promised - tail.found
        return max(deficit, -deficit) <= precision
    }

    private func loss(
        _ segment: Open, _ promised: MediaTime, atLeast count: Int
    ) -> SegmentSeams.Loss? {
        let tail = segment.tail
        let deficit = promised - tail.found
        let ending = segment.isLast == true ? tail.flac : nil
        let excess = deficit - (ending?.surplus ?? .zero)
        let lacksFrame = ending?.lacksFrame(deficit, precision: Self.precision) ?? false
        let isAbsent =
            tail.shown == nil
            ? lacksFrame
                || excess * 4 >= tail.frame * 3
                    && (tail.kind == .audio || deficit <= TrackRecord.holeTolerance)
            : deficit * (tail.isStated || tail.lacksPictures ? 4 : 2) >= tail.frame * 3
        guard !isImprecise, segment.preciseCount >= count, isAbsent, deficit <= tail.found,
            segment.isLast != true || !tail.isLead(deficit)
        else { return nil }
        return SegmentSeams.Loss(
            kind: tail.kind, interval: tail.end - deficit..<tail.end,
            cause: "it ends \(deficit) s before its EXTINF", segment: segment.number)
    }
}
