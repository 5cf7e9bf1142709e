import Playlists
import Presentation
import Transport
import VirtualTime

/// The state of the reloads and the live window, for one rendition of a broadcast.
///
/// The value itself makes no requests; ``PlaylistFollower`` makes them.
///
/// The timeline of the rendition determines the positions of media, and the window is aligned with
/// it. The durations in playlists are rounded, so their sum over a day would deviate from the
/// timeline.
struct LiveLine {
    /// The consequences of the response to a request for the playlist.
    struct Step {
        /// The instant of the next request; `nil` when none follows.
        var next: Instant?
        /// The change of the window; `nil` when the response contained nothing new.
        var change: LiveWindow.Change?
        /// Whether reloads were suspended before the window changed.
        var followsPause = false
        /// The notices about the load, in order; some of them require a remark.
        var notices: [LiveNotice] = []
        /// Whether the player cannot continue with the playlist of the rendition.
        var hasFailed = false
        /// Whether the playlist has remained unchanged for longer than the player accepts.
        var isStale = false
    }

    let media: RenditionMedia
    private(set) var window: LiveWindow
    /// Whether the playlist has remained unchanged for longer than the player accepts.
    private(set) var isStale = false
    private var reloader: PlaylistReloader

    /// Creates the state of a rendition whose playlist was loaded once.
    ///
    /// - Parameters:
    ///   - media: The rendition.
    ///   - tuning: The constants of the modelled player.
    ///   - start: The position of the first segment of the rendition.
    ///   - main: The variant stream that the rendition accompanies; `nil` if `media` is the variant
    ///     stream itself.
    init(
        _ media: RenditionMedia, _ tuning: LiveTuning, start: MediaTime,
        besides main: RenditionMedia? = nil
    ) {
        self.media = media
        reloader = PlaylistReloader(tuning)
        _ = reloader.start(at: media.load.lowerBound)
        _ = reloader.request(at: media.load.lowerBound)
        let step = reloader.receive(
            media.playlist, at: media.load.upperBound, age: media.cachedFor)
        first = step.next
        media.follow(from: start, besides: main?.timeline, loadsParts: tuning.loadsParts)
        window = LiveWindow(
            tuning, LiveUpdate(media.playlist), at: media.load.upperBound, start: start)
    }

    /// The instant of the first reload; `nil` when the broadcast has ended.
    let first: Instant?

    /// Begins a request for the playlist, and returns the delivery directives of the request.
    mutating func request(at instant: Instant) -> ReloadDirectives { reloader.request(at: instant) }

    /// Whether a request is in progress.
    var isLoading: Bool { reloader.isLoading }

    /// Suspends reloads.
    mutating func suspend() { reloader.suspend() }

    /// Resumes reloads.
    ///
    /// - Returns: The instant of the next request; `nil` when none follows.
    mutating func resume(at instant: Instant) -> Instant? {
        let next = reloader.resume(at: instant).next
        if next != nil || isLoading { media.outdate(true) }
        return next
    }

    /// Moves the next request to an earlier instant, because the server refused a hinted part.
    ///
    /// - Returns: The instant of the next request; `nil` when it does not change.
    mutating func refresh(at instant: Instant) -> Instant? { reloader.refresh(at: instant).next }

    /// Handles a response.
    ///
    /// - Parameters:
    ///   - result: The playlist, or the error.
    ///   - instant: The instant at which the response ended.
    ///   - position: The position of the playhead.
    ///   - held: The segments that are needed even if the playlist no longer lists them; `nil` if
    ///     there are none.
    /// - Returns: The consequences of the response for the rendition.
    mutating func take(
        _ result: Result<LoadedPlaylist, SessionError>, at instant: Instant,
        position: MediaTime, holding held: Range<SegmentNumber>?
    ) -> Step {
        guard case .success(let loaded) = result, case .media(let playlist) = loaded.playlist else {
            var status: Int?
            if case .failure(let error) = result { status = error.status }
            let step = reloader.fail(status: status, at: instant)
            noteStanding(step)
            return Step(step)
        }
        let step = reloader.receive(
            playlist, at: instant, age: loaded.cachedFor, distance: window.edge - position)
        media.outdate(false)
        var result = Step(step)
        noteStanding(step)
        if let update = step.update {
            isStale = false
            result.followsPause = update.followsPause
            media.take(
                update, from: ReloadDirectives.removed(from: loaded.url), holding: held)
            result.change = window.take(update, at: instant)
            if let last = media.lastComplete {
                window.move(last, to: media.timeline.interval(of: last).lowerBound)
            }
        }
        result.isStale = isStale
        return result
    }
}

extension LiveLine {
    /// Marks the playlist as stale if a reload showed that it no longer changes.
    private mutating func noteStanding(_ step: ReloadStep) {
        let stands = step.notices.contains { if case .stale = $0 { true } else { false } }
        if stands { isStale = true }
    }
}

extension LiveLine.Step {
    fileprivate init(_ step: ReloadStep) {
        next = step.next
        notices = step.notices
        hasFailed = step.hasFailed
    }
}
