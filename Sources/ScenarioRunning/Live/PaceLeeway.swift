import HeadlessPlayback
import VirtualTime

/// The periods in which a player may load playlists out of schedule, or need not load them.
///
/// This value receives the events of a run in order. At any instant, it can therefore answer only
/// questions about earlier instants.
struct PaceLeeway {
    /// The freedom of a player from its reload schedule.
    enum Freedom: Equatable {
        /// The schedule applies.
        case none
        /// A load out of schedule is permitted; the schedule applies again after the given instant.
        case until(Instant)
        /// The schedule does not apply, because later loads are unrelated to earlier loads.
        case unlimited
    }

    /// A period in which loads need not follow the reload schedule.
    private struct Span {
        let range: ClosedRange<Instant>
        /// Whether the session continues after the period, and needs its playlists again.
        let continues: Bool
    }

    /// The completed periods, in ascending order of their upper bounds.
    ///
    /// A period is a pause, or the single instant of another event, such as the start or the end of
    /// a session.
    private var spans: [Span] = []
    /// The start of the current pause or resumption; `nil` if there is none.
    private var pause: Instant?
    /// The periods in and after which segments may be requested again.
    ///
    /// They are seeks, and the instants of jumps and of the starts and ends of sessions. In a seek,
    /// a player may still request media for the previous position.
    private var moves: [ClosedRange<Instant>] = []
    /// The start of the seek in progress; `nil` if there is none.
    private var seek: Instant?
    /// The instants at which the app ended.
    private var deaths: [Instant] = []
    /// Whether the last session has ended, or has failed and may be resumed.
    private var isOver = false
    /// Whether the last session has played.
    private var hasPlayed = false
    /// Whether the player continues its reloads during a pause.
    private let reloadsWhilePaused: Bool

    /// Creates the periods of a run that has not begun.
    ///
    /// - Parameter reloadsWhilePaused: Whether the player continues its reloads during a pause.
    init(reloadsWhilePaused: Bool) { self.reloadsWhilePaused = reloadsWhilePaused }

    /// Records an event.
    mutating func take(_ happening: Happening) {
        let instant = happening.instant
        if happening.mayMovePlayhead {
            moves.append((seek ?? instant)...instant)
            if case .command(.seek) = happening.kind { seek = seek ?? instant } else { seek = nil }
        } else if case .event(.didProgressTo) = happening.kind, let start = seek.take() {
            // The end of a seek is known only if a step of the scenario has made the seek.
            moves.append(start...instant)
        }
        switch happening.kind {
        case .event(.didAdvanceToPlaybackSession):
            isOver = false
            hasPlayed = false
            pause = nil
            free(instant...instant)
        case .death:
            isOver = true
            deaths.append(instant)
            free(instant...instant)
        case .jump, .command(.resume): free(instant...instant, continues: true)
        case .command(.setVideos), .command(.advance), .command(.selectItem):
            free(instant...instant)
        default: break
        }
        switch happening.lifecycle?.type {
        case .pause: beginPause(at: instant)
        case .play:
            isOver = false
            hasPlayed = true
            endPause(at: instant)
        case .resumeBegin:
            isOver = false
            endPause(at: instant)
            // A resumption counts as a pause, because the asset is loaded again before its media
            // playlists.
            pause = instant
        case .resumeComplete:
            isOver = false
            endPause(at: instant)
            free(instant...instant, continues: true)
            // The session is paused until it plays. A session that has never played loads its
            // playlists in that state.
            if hasPlayed { beginPause(at: instant) }
        case .end, .fail, .resumeFail, .terminate, .failedToPlayToEndTime:
            isOver = true
            pause = nil
            free(instant...instant)
        default: break
        }
    }

    private mutating func beginPause(at instant: Instant) {
        if !reloadsWhilePaused { pause = pause ?? instant }
    }

    private mutating func endPause(at instant: Instant) {
        if let since = pause.take() { free(since...instant, continues: true) }
    }

    private mutating func free(_ range: ClosedRange<Instant>, continues: Bool = false) {
        spans.append(Span(range: range, continues: continues))
    }

    /// Returns the freedom from the reload schedule in a closed interval.
    func freedom(from first: Instant, to last: Instant) -> Freedom {
        if let pause, pause <= last { return .unlimited }
        var freedom = Freedom.none
        for span in spans[spans.firstPlace { $0.range.upperBound >= first }...]
        where span.range.lowerBound <= last {
            guard span.continues else { return .unlimited }
            freedom = .until(span.range.upperBound)
        }
        return freedom
    }

    /// Returns whether the playhead may have jumped within a closed interval.
    func isMoved(from first: Instant, to last: Instant) -> Bool {
        if let seek, seek <= last { return true }
        let place = moves.firstPlace { $0.upperBound >= first }
        return place < moves.count && moves[place].lowerBound <= last
    }

    /// Returns the number of times that the app was terminated before or at an instant.
    func deaths(by instant: Instant) -> Int { deaths.firstPlace { $0 > instant } }

    /// Returns the last instant of a run at which the player needed its playlists.
    ///
    /// - Parameter end: The end of the run.
    /// - Returns: The end of the run or, if the last session is over, the start of the run, at
    ///   which no request can be late.
    func end(ofRunAt end: Instant) -> Instant { isOver ? .start : end }
}

extension Happening {
    /// Whether the event may move the playhead in another way than by playback.
    fileprivate var mayMovePlayhead: Bool {
        switch kind {
        case .command(.seek), .command(.resume), .command(.setVideos), .command(.advance),
            .command(.selectItem), .event(.didAdvanceToPlaybackSession), .seekEnd, .jump, .death:
            return true
        default: break
        }
        switch lifecycle?.type {
        case .resumeBegin, .resumeComplete, .end, .fail, .failedToPlayToEndTime, .terminate:
            return true
        default: return false
        }
    }
}

/// The renditions that the player uses in a broadcast, derived from its playlist requests.
struct FolderUses {
    /// The most recently used rendition of each kind, by the first letter of the rendition's name.
    ///
    /// The first letters of names distinguish variant streams, audio and subtitles.
    private var latest: [Character: (folder: String, instant: Instant)] = [:]
    private var switches: [Character: Instant] = [:]
    private var refusals: [String: Instant] = [:]

    /// Records a request for a file in a rendition's folder, which identifies the rendition.
    mutating func take(_ request: RequestRecord, _ folder: String) {
        if case .failed = request.outcome { refusals[folder] = request.end ?? request.start }
        guard request.kind == .mediaPlaylist, let letter = folder.first else { return }
        if let last = latest[letter], last.folder != folder { switches[letter] = request.start }
        latest[letter] = (folder, request.start)
    }

    /// Returns whether another rendition of the same kind was loaded since an instant.
    ///
    /// The result is always `true` for subtitles, which may be selected again without another
    /// rendition in between.
    func isSwitched(_ folder: String, since instant: Instant) -> Bool {
        guard let letter = folder.first, letter != "s" else { return true }
        if let last = latest[letter], last.folder != folder, last.instant >= instant {
            return true
        }
        return switches[letter].map { $0 >= instant } ?? false
    }

    /// Returns whether, since an instant, there was a reason to load a playlist out of schedule.
    ///
    /// Either another rendition of the same kind was loaded, or a request for a resource in the
    /// folder failed.
    func isFree(_ folder: String, since instant: Instant) -> Bool {
        if let refused = refusals[folder], refused >= instant { return true }
        return isSwitched(folder, since: instant)
    }
}
