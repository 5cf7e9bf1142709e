import Containers
import Presentation
import Transport
import VirtualTime

/// Holds the stretch of one track that lies ready for the playhead, and what comes next.
///
/// A track is fetched one segment after another, from where the playhead was put. The stretch that
/// is ready has no holes: segments that are declared absent, or that playback goes on without,
/// belong to it.
final class TrackFeeder {
    /// The tracks that a session fetches on their own.
    enum Role: String {
        /// The variant stream: video, and audio where that is not a rendition of its own.
        case main
        /// An audio rendition.
        case audio
        /// A subtitles rendition.
        case subtitles

        /// Whether the playhead waits for it.
        var blocksPlayhead: Bool { self != .subtitles }
    }

    let role: Role
    private(set) var media: RenditionMedia
    private(set) var nextIndex: Int
    private var start: MediaTime
    private var last: (media: RenditionMedia, index: Int)?
    /// Whether the next segment was found by promises alone.
    private var isLookingForPlace = true

    /// Where another feeder takes over; `nil` when this one goes on to the end of its playlist.
    var end: MediaTime?

    /// The hold on the request under way, for media or for what decrypts it.
    var request: AnyObject?
    /// A segment that has arrived and cannot be placed yet.
    var held: Fetched<ReadSegment>? {
        get { box?.segment }
        set { box = newValue.map(HeldSegment.init) }
    }
    private var box: HeldSegment?
    /// The initialization section that was fetched last.
    var initialization: (section: InitializationKey, read: ReadSection)?
    /// Why nothing more is to be had from here on; `nil` while there may be.
    var failure: SessionError?
    /// The segment that was asked for once more when the playhead had come to it.
    var lastTryIndex: Int?
    let readAhead = ReadAhead()
    private let fetcher: ResourceFetcher

    init(role: Role, media: RenditionMedia, fetcher: ResourceFetcher) {
        self.role = role
        self.media = media
        self.fetcher = fetcher
        nextIndex = 0
        start = .zero
    }

    /// Whether it waits for something to arrive.
    var isBusy: Bool { request != nil || box != nil }

    /// Whether everything up to the end of the track lies ready.
    var isAtEnd: Bool {
        if isBusy { return false }
        if let end, resolvedEnd >= end - TrackTimeline.tolerance { return true }
        return nextIndex >= media.timeline.count
    }

    /// Whether the next segment should be asked for.
    var wantsMore: Bool { !isBusy && !isAtEnd && failure == nil }

    /// What it waits for.
    var need: WakePlan.Need {
        if isBusy || isAtEnd { return .nothing }
        return failure == nil ? .media : .playhead
    }

    /// Whether the stretch that is ready ends at or before a position, and is not going to grow.
    func isStuck(by position: MediaTime) -> Bool { failure != nil && resolvedEnd <= position }

    /// Whether something has been resolved since the playhead was put here.
    var hasResolved: Bool { last != nil || isAtEnd }

    /// Up to where the track lies ready.
    var resolvedEnd: MediaTime {
        guard let last else { return start }
        return max(start, last.media.timeline.interval(of: last.index).upperBound)
    }

    /// Whether a position lies in the stretch that is ready.
    func holds(_ position: MediaTime) -> Bool {
        last != nil && start <= position && (position < resolvedEnd || isAtEnd)
    }

    /// How far the track is off what its playlist promises, at a position.
    func shift(at position: MediaTime) -> MediaTime {
        guard let index = media.timeline.index(at: position) else { return media.timeline.shift }
        return media.timeline.interval(of: index).lowerBound
            - media.timeline.promisedInterval(of: index).lowerBound
    }

    /// Goes to a position, and forgets what lay ready unless the position lies in it.
    func seek(to position: MediaTime) {
        if holds(position) { return }
        release()
        failure = nil
        lastTryIndex = nil
        last = nil
        isLookingForPlace = true
        // The start of the media is its first segment, even where its playlist promises nothing.
        nextIndex =
            position <= .zero ? 0 : media.timeline.index(at: position) ?? media.timeline.count
        start =
            nextIndex < media.timeline.count
            ? min(position, media.timeline.interval(of: nextIndex).lowerBound) : position
    }

    /// Takes over from another feeder of the track at a position, and has nothing before it.
    func start(at position: MediaTime) {
        seek(to: position)
        start = position
    }

    /// Lets go of what is under way, and of what has arrived and was never placed.
    func release() {
        request = nil
        if let held { fetcher.waste(bytes: held.byteCount) }
        held = nil
        readAhead.clear()
    }

    /// Goes back when the first segment after a seek, or of another rendition, turns out to lie
    /// behind the place where it is needed.
    ///
    /// Until then that place was looked for where the playlist promised it.
    ///
    /// - Parameter position: The place sought.
    /// - Returns: Whether another segment is to be fetched first.
    func goesBack(for position: MediaTime) -> Bool {
        let timeline = media.timeline
        let place = last == nil ? max(position, start) : resolvedEnd
        guard role.blocksPlayhead, isLookingForPlace, nextIndex > 0,
            timeline.domain(of: nextIndex) == timeline.domain(of: nextIndex - 1),
            timeline.interval(of: nextIndex).lowerBound > place + TrackTimeline.tolerance
        else { return false }
        release()
        nextIndex = min(timeline.index(at: place) ?? 0, nextIndex - 1)
        return true
    }

    /// Takes note that the next segment is resolved.
    func resolveNext() {
        request = nil
        held = nil
        last = (media, nextIndex)
        nextIndex += 1
        isLookingForPlace = false
    }

    /// Goes on with another rendition of the track from where this one ends.
    func adopt(_ other: RenditionMedia) {
        let time: MediaTime
        if let last {
            time = last.media.timeline.promisedInterval(of: last.index).upperBound
            other.timeline.shift = last.media.timeline.interval(of: last.index).upperBound - time
        } else {
            time = start
        }
        let count = other.timeline.count
        // A boundary that is off by a rounding still counts as the same boundary, and where more
        // was promised here than there, the last segment is looked at.
        nextIndex =
            isAtEnd
            ? count
            : min(
                other.timeline.promisedIndex(at: time + TrackTimeline.tolerance), max(count - 1, 0))
        release()
        media = other
        isLookingForPlace = true
    }
}

/// A segment in a box, so that asking whether there is one costs nothing.
private final class HeldSegment {
    let segment: Fetched<ReadSegment>

    init(_ segment: Fetched<ReadSegment>) { self.segment = segment }
}
