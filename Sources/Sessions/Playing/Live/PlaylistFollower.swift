import Formats
import Playlists
import Presentation
import VirtualTime

/// Reloads the playlists of a broadcast for the renditions that are in use.
///
/// This object schedules and makes the requests; ``LiveLine`` makes the decisions. The object
/// reports the end of each load, and the session then handles it as an input.
final class PlaylistFollower {
    /// A finished load of a playlist version.
    struct Arrival {
        fileprivate let line: Int
        /// The location of the playlist.
        let url: String
        let result: Result<LoadedPlaylist, SessionError>

        /// The location of the playlist as text for people to read.
        var place: String { SafeText.url(url) }
    }

    /// Loads a version of a playlist.
    typealias Load = (
        RenditionMedia, ReloadDirectives, @escaping (Result<LoadedPlaylist, SessionError>) -> Void
    ) -> Hold

    /// The state that a broadcast keeps while its source is loaded again.
    ///
    /// The next load continues from this state.
    struct Former {
        fileprivate let window: LiveWindow
        fileprivate let seekable: Range<MediaTime>
        /// The outcomes of the broadcast's media, such as `played`; `nil` until playback joins.
        let ledger: LiveLedger?
        fileprivate let markers: ListedMarkers
    }

    private struct Entry {
        let number: Int
        var line: LiveLine
        /// Whether the playhead waits when media of the rendition is missing.
        let blocksPlayhead: Bool
        let alarm: Alarm
        var request: Hold?
    }

    let tuning: LiveTuning
    let loop: EventLoop
    private let load: Load
    private let report: (Arrival) -> Void
    private var entries: [Entry] = []
    private var count = 0
    private var isSuspended = false
    private var ending = LiveEnding()
    /// The seekable range; neither its start nor its end moves backwards.
    private(set) var seekable: Range<MediaTime>
    /// The outcomes of the broadcast's media, such as `played`; `nil` before playback joins it.
    private(set) var ledger: LiveLedger?
    /// The newest window of the variant stream, kept when no rendition is followed any more.
    private var lastWindow: LiveWindow?
    /// The decisions about the playback rate.
    ///
    /// The value is `nil` for a player whose rate never changes, and until playback joins the
    /// broadcast.
    var rate: LiveRate?
    /// A reading of the device clock, for a player that compares it with the dates in the playlist.
    ///
    /// It consists of a date in milliseconds since 1970 and the instant of that date on the virtual
    /// clock. It is `nil` before a playlist version has dates.
    var deviceClock: (date: Int64, at: Instant)?
    private var markers: ListedMarkers
    /// The markers that playlist versions have added and that the session has not received yet.
    private var added: [AddedMarkers] = []

    /// Starts to follow a broadcast.
    ///
    /// - Parameters:
    ///   - main: The variant stream.
    ///   - former: The state of the previous load, whose positions remain valid; `nil` for a first
    ///     load.
    ///   - tuning: The constants of the modelled player.
    ///   - markers: The reader of markers for a first load.
    ///   - loop: The event loop of the virtual clock.
    ///   - load: Loads a version of a playlist.
    ///   - report: Receives the end of each load.
    init(
        _ main: RenditionMedia, after former: Former?, _ tuning: LiveTuning,
        markers: ListedMarkers, loop: EventLoop, load: @escaping Load,
        report: @escaping (Arrival) -> Void
    ) {
        self.tuning = tuning
        self.loop = loop
        self.load = load
        self.report = report
        seekable = former?.seekable ?? .zero..<(.zero)
        ledger = former?.ledger
        lastWindow = former?.window
        self.markers = former?.markers ?? markers
        place(main, blocksPlayhead: true)
        moveSeekable()
    }

    /// The state from which a further load continues; `nil` until a version has been loaded.
    var former: Former? {
        lastWindow.map {
            Former(window: $0, seekable: seekable, ledger: ledger, markers: markers)
        }
    }

    // MARK: Renditions

    /// Places a rendition on the timeline of the broadcast, and starts to reload its playlist.
    ///
    /// - Parameters:
    ///   - media: The rendition, with a version that was just loaded.
    ///   - blocksPlayhead: Whether the playhead waits when media of the rendition is missing.
    func admit(_ media: RenditionMedia, blocksPlayhead: Bool) {
        place(media, blocksPlayhead: blocksPlayhead)
        followEnds()
    }

    /// Checks which renditions have ended, and updates the seekable range.
    ///
    /// Call this method after `admit` has added all renditions with which playback starts.
    func settle() { followEnds() }

    private func place(_ media: RenditionMedia, blocksPlayhead: Bool) {
        guard !media.isFollowed, !entries.contains(where: { $0.line.media === media }) else {
            return
        }
        let start = lastWindow.map {
            entries.isEmpty
                ? LiveAlignment(media.playlist, continuing: $0).start
                : LiveAlignment(media.playlist, with: $0, at: media.load.upperBound).start
        }
        let line = LiveLine(
            media, tuning, start: start ?? .zero, besides: entries.first?.line.media)
        let number = count
        count += 1
        let alarm = Alarm { [weak self] in self?.reload(number) }
        if let first = line.first { loop.schedule(alarm, at: first) }
        entries.append(
            Entry(number: number, line: line, blocksPlayhead: blocksPlayhead, alarm: alarm))
        lastWindow = entries[0].line.window
        if isSuspended {
            entries[entries.count - 1].line.suspend()
            alarm.cancel()
        }
    }

    /// Returns whether all followed renditions are in use.
    ///
    /// To avoid copies, entries are read in place.
    private func isFollowing(only media: [RenditionMedia]) -> Bool {
        entries.indices.allSatisfy { index in
            media.contains { $0 === entries[index].line.media }
        }
    }

    /// Stops following unused renditions, after the renditions in use have changed.
    ///
    /// - Parameters:
    ///   - media: The renditions in use, the variant stream first.
    ///   - end: The end of the media that was obtained from the previous variant stream.
    /// - Returns: The renditions that are not followed any more, whose playlists become outdated.
    func follow(
        _ media: [RenditionMedia], readyUpTo end: @autoclosure () -> MediaTime
    ) -> [RenditionMedia] {
        guard let main = media.first, !isFollowing(only: media) else { return [] }
        let left = entries.filter { entry in !media.contains { $0 === entry.line.media } }
        let former = entries.first?.number
        entries.removeAll { entry in left.contains { $0.number == entry.number } }
        if let place = entries.firstIndex(where: { $0.line.media === main }), place > 0 {
            entries.insert(entries.remove(at: place), at: 0)
        }
        if let first = entries.first, first.number != former {
            ledger?.change(to: first.line.window, from: end())
            readMarkers()
        }
        lastWindow = entries.first?.line.window ?? lastWindow
        followEnds()
        return left.map(\.line.media)
    }

    /// Suspends or resumes the reloads of all playlists.
    ///
    /// Reloads are suspended after the end of playback and, if the modelled player does so, during
    /// a pause.
    func follow(isPaused: Bool, isOver: Bool) {
        let suspends = isOver || isPaused && !tuning.reloadsWhilePaused
        guard suspends != isSuspended else { return }
        isSuspended = suspends
        for index in entries.indices {
            if suspends {
                entries[index].line.suspend()
                entries[index].alarm.cancel()
            } else if let next = entries[index].line.resume(at: loop.now) {
                loop.schedule(entries[index].alarm, at: next)
            }
        }
    }

    /// The window of the variant stream; `nil` when no rendition is followed.
    var mainWindow: LiveWindow? { entries.first?.line.window }

    /// Returns the window of a rendition; `nil` if it is not followed.
    func window(of media: RenditionMedia) -> LiveWindow? {
        entries.first { $0.line.media === media }?.line.window
    }

    // MARK: Loads

    private func reload(_ number: Int) {
        guard let index = entries.firstIndex(where: { $0.number == number }),
            !entries[index].line.isLoading
        else { return }
        let directives = entries[index].line.request(at: loop.now)
        let media = entries[index].line.media
        entries[index].request = load(media, directives) { [weak self] in
            self?.report(Arrival(line: number, url: media.name, result: $0))
        }
    }

    /// Loads the playlist of a rendition as soon as possible, because a hinted part was refused.
    func refresh(_ media: RenditionMedia) {
        guard let index = entries.firstIndex(where: { $0.line.media === media }),
            let next = entries[index].line.refresh(at: loop.now)
        else { return }
        loop.schedule(entries[index].alarm, at: next)
    }

    /// Abandons all loads, because the session is over or starts again.
    func release() { entries = [] }

    /// Handles the end of a load.
    ///
    /// - Parameters:
    ///   - arrival: The end of the load.
    ///   - position: The position of the playhead.
    ///   - held: Returns the segments of a rendition that are needed even if they are not listed
    ///     any more.
    /// - Returns: The consequences; `nil` when the rendition is not in use any more.
    func take(
        _ arrival: Arrival, position: MediaTime,
        holding held: (RenditionMedia) -> Range<SegmentNumber>?
    ) -> LiveLine.Step? {
        guard let index = entries.firstIndex(where: { $0.number == arrival.line }) else {
            return nil
        }
        entries[index].request = nil
        let step = entries[index].line.take(
            arrival.result, at: loop.now, position: position,
            holding: held(entries[index].line.media))
        if let next = step.next { loop.schedule(entries[index].alarm, at: next) }
        if let change = step.change, index == 0 {
            let window = entries[0].line.window
            ledger?.follow(change, of: window, followsPause: step.followsPause)
            lastWindow = window
            rate?.advance(at: loop.now)
            readMarkers()
        }
        followEnds()
        return step
    }

    // MARK: The playhead

    /// The facts about the broadcast on which the readiness of the tracks depends.
    ///
    /// These are the seekable range, whether the broadcast has ended for all renditions in use, and
    /// the most media that the player can have after the playhead.
    var readiness: TrackReadiness.Live {
        TrackReadiness.Live(
            seekable: seekable, isFinite: ending.isFinite, reachableLead: reachableLead)
    }

    /// The most media that the player can have after the playhead while it loads partial segments.
    ///
    /// It is half of the hold-back for partial segments, because the other half may be played
    /// before the next partial segment arrives. The value is `nil` without partial segments.
    private var reachableLead: MediaTime? {
        guard tuning.loadsParts, !entries.isEmpty else { return nil }
        let window = entries[0].line.window
        guard !window.hasEnded, ReloadPace.partTarget(of: window.playlist) != nil else {
            return nil
        }
        return MediaTime(ticks: LiveHoldBack(tuning, window.playlist).distance.ticks / 2)
    }

    /// The reaction of the player when the live window has moved past the playhead.
    enum Reaction {
        /// Playback continues at a position.
        case jump(to: MediaTime)
        /// Playback fails.
        case fail(SessionError)
    }

    /// Returns the reaction of the player if the live window has moved past the playhead.
    ///
    /// For some players, playback also fails if the playlist is stale and all buffered media has
    /// been played. In all other cases, the result is `nil`.
    ///
    /// - Parameters:
    ///   - tracks: The tracks.
    ///   - place: The position of the playhead, or the target of a seek.
    ///   - threshold: The shortest seekable length of a DVR stream.
    /// - Returns: The reaction: a jump of the playhead, or the failure of playback.
    func reaction(
        of tracks: TrackSet, at place: MediaTime, dvrFrom threshold: MediaTime
    ) -> Reaction? {
        for track in tracks.tracks where track.role.blocksPlayhead && track.awaitsPlaylist {
            guard
                let index = entries.indices.first(where: {
                    entries[$0].line.media === track.media
                })
            else { continue }
            let isStarved = track.resolvedEnd <= place + TrackTimeline.tolerance
            if isStarved, tuning.failsWhenStale, entries[index].line.isStale {
                return .fail(.brokenBroadcast(url: track.media.url))
            }
            let isBehind =
                entries[index].line.window.reaction(
                    toPlayheadAt: place, wanting: track.next, isStarved: isStarved,
                    dvrFrom: threshold) != nil
            guard isBehind else { continue }
            // The jump leads to a position in the window of the variant stream, even if the
            // rendition that cannot continue is another one.
            switch entries[0].line.window.reaction(dvrFrom: threshold) {
            case .jump(let position): return .jump(to: position)
            case .fail: return .fail(.behindWindow(url: track.media.url))
            }
        }
        return nil
    }

    /// Returns the distance of a position from the live edge; `nil` when the broadcast has ended.
    ///
    /// Between two loads, the live edge advances with the clock.
    func latency(at position: MediaTime) -> MediaTime? {
        guard !entries.isEmpty, !entries[0].line.window.hasEnded else { return nil }
        let window = entries[0].line.window
        let elapsed = MediaTime(elapsed: window.updatedAt.duration(to: loop.now), rate: .normal)
        return window.edge + elapsed - position
    }

    /// The distance from the window's start to the live edge; `nil` when the broadcast has ended.
    ///
    /// Between two loads, the live edge advances with the clock.
    var windowLength: MediaTime? {
        entries.isEmpty ? nil : latency(at: entries[0].line.window.start)
    }

    /// Returns the date of a position, in milliseconds since 1970.
    ///
    /// The result is `nil` if the playlist has no dates.
    func date(at position: MediaTime) -> Int64? {
        entries.isEmpty ? nil : entries[0].line.window.dates.date(at: position)
    }

    /// Decides the position at which playback starts, and creates or continues the ledger of media.
    ///
    /// - Parameter wanted: The position to resume at; `nil` joins the broadcast.
    /// - Returns: The position; `nil` when no rendition is followed.
    func join(at wanted: MediaTime?) -> MediaTime? {
        guard let window = entries.first?.line.window else { return nil }
        defer { readMarkers() }
        let join = window.join()
        rate = LiveRate(tuning, joiningAt: join)
        guard let wanted else {
            let position = join.position
            ledger = LiveLedger(joiningAt: position, in: window)
            markers.join(at: position)
            return position
        }
        let position = min(max(wanted, seekable.lowerBound), seekable.upperBound)
        aim(at: position)
        markers.join(at: position)
        if ledger == nil {
            ledger = LiveLedger(joiningAt: position, in: window)
        } else {
            ledger?.resume(at: position, insteadOf: wanted, in: window)
        }
        return position
    }

    /// Reads the markers that the newest version of the variant stream's playlist has added.
    private func readMarkers() {
        guard let entry = entries.first else { return }
        let markers = markers.take(entry.line.window, of: entry.number)
        if !markers.isEmpty { added.append(markers) }
    }

    /// Removes and returns the markers that playlist versions have added.
    func takeMarkers() -> [AddedMarkers] {
        defer { added = [] }
        return added
    }

    /// Records in the ledger that the playhead passed an interval of media.
    func pass(_ interval: Range<MediaTime>) {
        ledger?.pass(interval)
    }

    /// Records that the playhead jumped because the window had moved past it.
    func rejoin(from place: MediaTime, at position: MediaTime) {
        ledger?.rejoin(from: place, at: position)
    }

    /// Updates the seekable range.
    ///
    /// The function first checks which of the renditions that the playhead waits for have ended.
    private func followEnds() {
        var ends: [Bool] = []
        // Entries are read in place, because a copy of an entry retains its window.
        for index in entries.indices where entries[index].blocksPlayhead {
            ends.append(entries[index].line.window.hasEnded)
        }
        _ = ending.update(ends)
        moveSeekable()
    }

    /// Moves the seekable range with the window of the variant stream.
    ///
    /// If the variant stream has ended but another rendition continues, the upper end does not
    /// move. When the duration becomes finite, the upper end moves to the end of the media.
    private func moveSeekable() {
        guard !entries.isEmpty else { return }
        let window = entries[0].line.window
        let lower = max(seekable.lowerBound, window.seekable.lowerBound)
        // The previous upper end of the range is kept if there is one. There is none if the
        // variant stream ended before playback started.
        let holds = window.hasEnded && !ending.isFinite && !seekable.isEmpty
        let upper = holds ? seekable.upperBound : window.seekable.upperBound
        seekable = lower..<max(lower, seekable.upperBound, upper)
    }
}
