package import Containers
package import Playlists
package import Presentation
import Transport
package import VirtualTime

/// A rendition of a session: its media playlist, and the positions of its segments on the timeline.
///
/// A newer version may replace the playlist. Segments keep their numbers and measured positions for
/// as long as they are listed.
package final class RenditionMedia {
    /// The location from which the playlist was first loaded, which identifies the rendition.
    package let name: String
    /// The absolute location of the playlist, after redirects.
    package var url: String { base.text }
    /// The base URL with which the locations in the playlist are resolved.
    private var base: BaseURI
    /// The newest version of the playlist.
    package private(set) var playlist: MediaPlaylist
    /// The timeline with the positions of the segments.
    package var timeline: TrackTimeline { positions }
    private var positions: TrackTimeline
    /// The bounds of the timeline, stored because they are read far more often than they change.
    package var bounds: TrackTimeline.Bounds { standing.bounds }
    private var standing: Standing
    /// The number of times that the timeline has changed.
    private(set) var timelineVersion = 0
    /// The number of times that a newer playlist version arrived or ``isOutdated`` changed.
    package var revision: Int { standing.revision }
    /// The variant stream for which the rendition was loaded.
    ///
    /// It is `nil` for a separate audio or subtitles rendition, and if there was no choice of
    /// variant streams.
    var variant: RequestCause.Variant?
    /// The first segment that was read; later segments may rely on its parameter sets.
    var firstRead: DemuxedSegment?
    /// The comparison of successive segments, which finds missing frames between them.
    var seams = SegmentSeams()
    /// The comparison of successive segments, which finds pictures without a keyframe.
    var keyframeSeams = KeyframeSeams()
    /// The frames at the end of a segment that were found to be missing when the playlist changed.
    private var lateLosses: [SegmentSeams.Loss] = []
    /// Whether this or an earlier version of the playlist lists a key for any segment.
    package private(set) var listsKeys: Bool
    /// The pieces of a single file, one for each segment; `nil` for any other rendition.
    let chunks: [DemuxedSegment]?
    /// Whether the rendition represents a single file, which the player itself divides into pieces.
    package private(set) var isSingleFile = false
    /// Whether the samples of a single file prove its key; `nil` if there is no key to be proved.
    private(set) var fileProvesKey: Bool?
    /// The kept bytes of a single file; `nil` unless they were requested.
    let bytes: TransportInput?
    /// The instants at which the load of the first version of the playlist began and ended.
    let load: ClosedRange<Instant>
    /// Whether the multivariant playlist promises that segments depend on no other segment.
    private let isListedAsIndependent: Bool
    /// The time that the first version of the playlist spent in caches.
    let cachedFor: Duration

    /// Whether the playlist of the rendition is reloaded.
    package var isFollowed: Bool { standing.isFollowed }
    /// Whether a playlist promises that the pictures of a segment depend on no other segment
    /// (RFC 8216, section 4.3.5.1).
    var hasIndependentSegments: Bool { isListedAsIndependent || playlist.hasIndependentSegments }
    /// Whether the playlist of the rendition is too old to request segments from it.
    package var isOutdated: Bool { standing.isOutdated }
    /// Whether partial segments, where they are listed, are loaded instead of whole segments.
    private(set) var loadsParts = false
    /// The number of the segment of which only parts are listed so far; `nil` if there is none.
    private(set) var open: SegmentNumber?
    /// The number of the first segment of the playlist.
    private(set) var firstListed: SegmentNumber
    /// The numbers of the discontinuity domains, which may differ from the numbers in the playlist.
    private var domains = DomainNumbers()
    /// The segments that the playlist no longer lists but the session still needs.
    private var unlisted: [SegmentNumber: MediaSegment] = [:]

    package init(
        url: String, playlist: MediaPlaylist, chunks: [DemuxedSegment]? = nil,
        bytes: TransportInput? = nil, load: ClosedRange<Instant> = .start ... .start,
        cachedFor: Duration = .zero, isIndependent: Bool = false
    ) {
        self.load = load
        self.cachedFor = cachedFor
        isListedAsIndependent = isIndependent
        name = url
        base = BaseURI(url)
        self.playlist = playlist
        self.chunks = chunks
        self.bytes = bytes
        listsKeys = playlist.listsKeys
        firstListed = SegmentNumber(playlist.sequenceNumbers.lowerBound)
        positions = TrackTimeline(promises: playlist.promises(from: 0), from: firstListed)
        standing = Standing(bounds: positions.bounds)
    }

    /// The properties of the rendition that its tracks read many times during each event.
    ///
    /// The stored property that holds them is private, because a stored property that other modules
    /// can access is checked for overlapping accesses at each use.
    private struct Standing {
        var bounds: TrackTimeline.Bounds
        var revision = 0
        var isFollowed = false
        var isOutdated = false
    }

    /// Creates a rendition from the pieces of a single file.
    convenience init(url: String, file: ProgressiveFile) {
        var playlist = MediaPlaylist()
        playlist.hasEndList = true
        playlist.playlistType = .vod
        playlist.segments = file.durations.map { MediaSegment(uri: url, duration: $0) }
        self.init(url: url, playlist: playlist, chunks: file.chunks, bytes: file.bytes)
        isSingleFile = true
        fileProvesKey = file.provesKey
    }

    // MARK: Timeline

    /// Changes the positions of the segments.
    package func changeTimeline(_ change: (inout TrackTimeline) -> Void) {
        change(&positions)
        noteChangedTimeline()
    }

    private func noteChangedTimeline() {
        standing.bounds = positions.bounds
        timelineVersion += 1
    }

    /// Returns the result of a closure that reads the timeline in place.
    ///
    /// Reading the property ``timeline`` would copy the timeline.
    func inspectTimeline<Answer>(_ question: (inout TrackTimeline) -> Answer) -> Answer {
        question(&positions)
    }

    // MARK: Segments

    /// Returns a segment as the playlist describes it; `nil` if the timeline does not contain it.
    package func segment(_ number: SegmentNumber) -> MediaSegment? {
        if let index = index(of: number), inspectTimeline({ $0.contains(number) }) {
            return playlist.segments[index]
        }
        return unlisted[number]
    }

    /// Returns whether the playlist marks a segment as a gap, without copying the segment.
    ///
    /// The result is `nil` if the timeline does not contain the segment.
    func isGap(_ number: SegmentNumber) -> Bool? {
        if let index = index(of: number), inspectTimeline({ $0.contains(number) }) {
            return playlist.segments[index].isGap
        }
        return unlisted[number]?.isGap
    }

    /// Returns a segment with its number; `nil` if the timeline does not contain it.
    package func listed(_ number: SegmentNumber) -> ListedSegment? {
        segment(number).map { ListedSegment(number: number, segment: $0) }
    }

    /// The segments of the timeline, in order.
    package var segments: some Sequence<ListedSegment> {
        timeline.numbers.lazy.compactMap { self.listed($0) }
    }

    /// Returns the identity of a segment.
    package func identity(of number: SegmentNumber) -> SegmentIdentity {
        SegmentIdentity(rendition: name, number: number)
    }

    /// Returns a piece of a single file; `nil` if the rendition is not a single file.
    func chunk(_ number: SegmentNumber) -> DemuxedSegment? {
        guard let chunks, let index = index(of: number) else { return nil }
        return chunks[index]
    }

    /// Returns the absolute location of a segment.
    package func location(of segment: MediaSegment) -> String {
        base.resolve(segment.uri)
    }

    /// Returns the absolute location of a segment.
    ///
    /// If the timeline does not contain the segment, the result is the location of the playlist.
    package func segmentURL(_ number: SegmentNumber) -> String {
        segment(number).map(location) ?? url
    }

    /// Returns the identity of a segment's initialization section; `nil` if the segment has none.
    package func initializationKey(of segment: MediaSegment?) -> InitializationKey? {
        segment?.initializationSection.map {
            InitializationKey(url: base.resolve($0.uri), byteRange: $0.byteRange)
        }
    }

    /// Returns the playlist entry of a segment or part, for comparison with its neighbours.
    func listing(
        _ number: SegmentNumber, part: ListedSegment? = nil
    ) -> SegmentSeams.Listing {
        let domain = timeline.domain(of: number)
        let next = timeline.segment(from: number.advanced(by: 1))
        let whole = segment(number)?.duration
        return SegmentSeams.Listing(
            number: number, part: part?.part?.index, domain: domain,
            promised: part?.segment.duration ?? whole ?? .zero, whole: whole,
            isLast: next.map { $0.epoch != number.epoch || timeline.domain(of: $0) != domain }
                ?? (mayGrow ? nil : playlist.hasEndList))
    }

    /// Returns whether no media directly precedes a segment in its discontinuity domain.
    ///
    /// A segment that the playlist marks as a gap has no media. In a broadcast, segments that have
    /// left the playlist precede the first listed segment.
    func startsDomain(_ number: SegmentNumber) -> Bool {
        guard let index = index(of: number) else { return false }
        let isWhole = playlist.playlistType != nil || playlist.hasEndList && !isFollowed
        let followsNothing = index > 0 ? playlist.segments[index - 1].isGap : isWhole
        return followsNothing || playlist.segments[index].startsDiscontinuity
    }

    /// Removes and returns the records of frames that were found missing when the playlist changed.
    ///
    /// The frames are missing at the end of a segment.
    func takeLateLosses() -> [SegmentSeams.Loss] {
        defer { lateLosses = [] }
        return lateLosses
    }

    /// Checks the end of the segment that was read last, before another rendition is played.
    ///
    /// The search for pictures without a keyframe starts again: if this rendition is played again,
    /// its pictures cannot depend on the segments read so far.
    ///
    /// The function returns records of the frames that are missing at the end of that segment, and
    /// the end that is compared with the start of the other rendition.
    func leave() -> (losses: [SegmentSeams.Loss], end: RenditionEnd?) {
        keyframeSeams = KeyframeSeams()
        return seams.leave { segmentURL($0) }
    }

    /// Returns the context that transforms receive together with a segment.
    package func context(of listed: ListedSegment) -> SegmentContext {
        // The media sequence number is taken from the playlist, because the number of the segment
        // can differ from it near the largest integer.
        let index = index(of: listed.number)
        return SegmentContext(
            playlistURL: url, segment: listed.segment,
            mediaSequence: index.map(playlist.mediaSequence(at:)) ?? listed.number.sequence)
    }

    /// Returns the index of a segment in the newest playlist; `nil` if it is not listed.
    private func index(of number: SegmentNumber) -> Int? {
        guard number.epoch == firstListed.epoch else { return nil }
        let (index, overflow) = number.sequence.subtractingReportingOverflow(firstListed.sequence)
        return !overflow && playlist.segments.indices.contains(index) ? index : nil
    }

    // MARK: Newer versions

    /// Returns whether a live playlist no longer lists a segment.
    func hasLeft(_ number: SegmentNumber) -> Bool { isFollowed && number < firstListed }

    /// Whether the playlist is reloaded and newer versions may add segments.
    package var mayGrow: Bool { isFollowed && !playlist.hasEndList }

    /// Whether the playlist may belong to a broadcast.
    ///
    /// The playlist of a broadcast in progress has no `EXT-X-ENDLIST`, and its type is not `VOD`. A
    /// single file is never a broadcast.
    package var mayBeBroadcast: Bool {
        playlist.mayChange && !isSingleFile
    }

    /// The largest error of the segments' positions before a segment was obtained.
    ///
    /// A playlist without dates is aligned by its media sequence numbers. If the renditions are
    /// numbered differently, the error can be as long as the playlist.
    var positionUncertainty: MediaTime {
        let isDated = playlist.segments.contains { $0.programDateTime != nil }
        return mayBeBroadcast && !isDated ? playlist.duration : .zero
    }

    /// Records whether the playlist is too old to request segments from it.
    ///
    /// When reloads resume after a pause, the playlist is too old until a reload succeeds.
    package func outdate(_ isOutdated: Bool) {
        guard isOutdated != self.isOutdated else { return }
        standing.isOutdated = isOutdated
        standing.revision += 1
    }

    /// Returns whether a segment left the playlist before the session obtained the segment.
    package func hasExpired(_ number: SegmentNumber) -> Bool {
        isFollowed && number < firstListed && !timeline.contains(number)
    }

    /// Places the first segment of a live playlist on the timeline of the session.
    ///
    /// - Parameters:
    ///   - start: The position of the first segment.
    ///   - main: The timeline of the variant stream, whose discontinuity domains the rendition
    ///     adopts; `nil` if this rendition is the variant stream itself.
    ///   - loadsParts: Whether partial segments are loaded, where the playlist lists them, instead
    ///     of whole segments.
    package func follow(
        from start: MediaTime, besides main: TrackTimeline? = nil, loadsParts: Bool = false
    ) {
        standing.isFollowed = true
        self.loadsParts = loadsParts
        if let main { domains.align(playlist, at: start, with: main) }
        let shift = timeline.shift
        var moved = TrackTimeline(
            promises: playlist.promises(from: 0, domains), from: firstListed, at: start)
        moved.shift = shift
        listParts(in: &moved)
        positions = moved
        noteChangedTimeline()
    }

    /// Replaces the playlist with a version that was loaded later.
    ///
    /// Segments that are no longer listed leave the timeline, and a hole represents segments that
    /// were never listed. The other segments keep the durations that the playlist declares, and
    /// their measured positions.
    ///
    /// - Parameters:
    ///   - update: The newer version, and its relation to the previous one.
    ///   - location: The location of the newer version after redirects; `nil` means the location of
    ///     the previous version.
    ///   - held: The segments that are needed even if they are no longer listed; `nil` if there are
    ///     none.
    package func take(
        _ update: LiveUpdate, from location: String? = nil,
        holding held: Range<SegmentNumber>? = nil
    ) {
        standing.revision += 1
        var kept: [SegmentNumber: MediaSegment] = [:]
        if let held {
            let first = SegmentNumber(
                update.playlist.sequenceNumbers.lowerBound, epoch: update.epoch)
            for number in timeline.numbers(in: held) where number < first {
                kept[number] = segment(number)
            }
        }
        append(update)
        playlist = update.playlist
        if loadsParts { listParts(in: &positions) }
        if let location, location != base.text { base = BaseURI(location) }
        if let number = seams.awaited, timeline.contains(number) {
            lateLosses += seams.follow(listing(number))
        }
        listsKeys = listsKeys || playlist.listsKeys
        unlisted = kept
        if let first = unlisted.keys.min(), let last = unlisted.keys.max() {
            positions.drop(before: first)
            positions.expire(last.advanced(by: 1)..<firstListed)
        } else {
            positions.drop(before: firstListed)
        }
        noteChangedTimeline()
    }

    /// Adds or updates the last segment of a timeline, if the playlist lists only its parts.
    private func listParts(in timeline: inout TrackTimeline) {
        let former = open
        open = nil
        let parts = playlist.trailingParts
        guard loadsParts, !playlist.segments.isEmpty, !parts.isEmpty,
            let tail = playlist.tail
        else { return }
        let number = firstListed.advanced(by: playlist.segments.count)
        let promise = TrackTimeline.Promise(
            duration: parts.reduce(.zero) { $0 + $1.duration },
            domain: domains.domain(numbered: tail.discontinuitySequence))
        if timeline.next == number {
            timeline.append(TrackTimeline.Promises([promise]), from: number)
        } else if former == number, timeline.next == number.advanced(by: 1) {
            timeline.revise(promise)
        } else {
            return
        }
        open = number
    }

    /// Appends the new segments of a newer version of the playlist to the timeline.
    private func append(_ update: LiveUpdate) {
        let newer = update.playlist
        firstListed = SegmentNumber(newer.sequenceNumbers.lowerBound, epoch: update.epoch)
        if playlist.segments.isEmpty {
            // The first version that lists any segment determines the first segment number.
            let (start, shift) = (timeline.promisedDuration, timeline.shift)
            positions = TrackTimeline(
                promises: newer.promises(from: 0, domains), from: firstListed, at: start)
            positions.shift = shift
            return
        }
        let known = timeline.next
        let isSameEpoch = known.epoch == firstListed.epoch
        let added = isSameEpoch ? max(0, known.sequence - firstListed.sequence) : 0
        let isOpen = open.map { $0.advanced(by: 1) == known } ?? false
        if isSameEpoch {
            domains.follow(newer, after: playlist, added: max(0, isOpen ? added - 1 : added))
        }
        if isOpen, isSameEpoch, added > 0, added <= newer.segments.count {
            let segment = newer.segments[added - 1]
            positions.revise(
                TrackTimeline.Promise(
                    duration: segment.duration, domain: domains.domain(of: segment)))
        }
        guard added < newer.segments.count else { return }
        // The added hole does not include the listed parts of a segment that was never listed as a
        // whole.
        let parts = open.map { timeline.promisedInterval(of: $0).length } ?? .zero
        positions.append(
            newer.promises(from: added, domains), from: firstListed.advanced(by: added),
            behind: added == 0 ? max(.zero, update.hole - parts) : update.hole)
    }
}

/// A segment of a rendition, or a part of one, with its number.
package struct ListedSegment: Equatable, Sendable {
    /// The number of the segment.
    package let number: SegmentNumber
    /// The segment as the playlist describes it; a part is described as if it were a segment.
    package let segment: MediaSegment
    /// The place of the part in its segment; `nil` for a whole segment.
    package var part: PartPlace?

    /// Creates a segment, or a part of one.
    init(number: SegmentNumber, segment: MediaSegment, part: PartPlace? = nil) {
        self.number = number
        self.segment = segment
        self.part = part
    }
}

/// The place of a part in its segment.
package struct PartPlace: Equatable, Sendable {
    /// The number of parts before this part in the segment.
    package let index: Int
    /// The sum of the declared durations of the parts before this part in the segment.
    package let offset: MediaTime
}

extension MediaPlaylist {
    /// Returns the declared durations and discontinuity domains of segments, from an index onwards.
    fileprivate func promises(
        from index: Int, _ domains: DomainNumbers = DomainNumbers()
    ) -> TrackTimeline.Promises {
        TrackTimeline.Promises(count: segments.count - index) { [segments] place in
            TrackTimeline.Promise(
                duration: segments[index + place].duration,
                domain: domains.domain(numbered: segments[index + place].discontinuitySequence))
        }
    }
}
