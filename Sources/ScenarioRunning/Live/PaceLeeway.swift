import HeadlessPlayback
import VirtualTime

/// The periods in which a player may load playlists out of schedule, or need not load them.
///
/// It follows the events of a run in order. At an instant, it answers for the instants before.
struct PaceLeeway {
    /// The ended pauses, and the instants at which sessions begin, load again or end; their ends
    /// never fall.
    private var spans: [ClosedRange<Instant>] = []
    /// The start of the pause that has not ended; `nil` without one.
    private var pause: Instant?
    /// The instants after which segments may be requested again: seeks, jumps, and the begins and
    /// ends of sessions.
    private var moves: [Instant] = []
    /// The ends of apps.
    private var deaths: [Instant] = []
    /// Whether the last session has ended or is waiting.
    private var isOver = false

    /// Records an event.
    mutating func take(_ happening: Happening) {
        let instant = happening.instant
        if happening.mayMovePlayhead { moves.append(instant) }
        switch happening.kind {
        case .event(.didAdvanceToPlaybackSession):
            isOver = false
            spans.append(instant...instant)
        case .death:
            deaths.append(instant)
            spans.append(instant...instant)
        case .jump: spans.append(instant...instant)
        case .command(.setVideos), .command(.resume), .command(.advance), .command(.selectItem):
            spans.append(instant...instant)
        default: break
        }
        switch happening.lifecycle?.type {
        case .pause: pause = pause ?? instant
        case .play:
            if let since = pause.take() { spans.append(since...instant) }
        case .resumeBegin, .resumeComplete: spans.append(instant...instant)
        case .end, .fail, .terminate, .failedToPlayToEndTime:
            isOver = true
            spans.append(instant...instant)
        default: break
        }
    }

    /// Returns whether there was such an instant between two others, which are included.
    func isFree(from first: Instant, to last: Instant) -> Bool {
        if let pause, pause <= last { return true }
        return spans[spans.firstPlace { $0.upperBound >= first }...]
            .contains { $0.lowerBound <= last }
    }

    /// Returns whether the playhead may have moved elsewhere between two instants, which are included.
    func isMoved(from first: Instant, to last: Instant) -> Bool {
        let place = moves.firstPlace { $0 >= first }
        return place < moves.count && moves[place] <= last
    }

    /// The number of apps that ended before an instant, or at it.
    func deaths(by instant: Instant) -> Int { deaths.firstPlace { $0 > instant } }

    /// Returns the last instant at which playlists were needed, in a run with an end.
    func end(ofRunAt end: Instant) -> Instant { isOver ? .start : end }
}

extension Happening {
    /// Whether the playhead may continue elsewhere than by playing on.
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

/// The renditions of a broadcast in use, derived from the requests for their playlists.
struct FolderUses {
    /// The first letters of names distinguish variant streams, audio and subtitles.
    private var latest: [Character: (folder: String, instant: Instant)] = [:]
    private var switches: [Character: Instant] = [:]
    private var refusals: [String: Instant] = [:]

    /// Records a request for a file of a folder.
    mutating func take(_ request: RequestRecord, _ folder: String) {
        if case .failed = request.outcome { refusals[folder] = request.end ?? request.start }
        guard request.kind == .mediaPlaylist, let letter = folder.first else { return }
        if let last = latest[letter], last.folder != folder { switches[letter] = request.start }
        latest[letter] = (folder, request.start)
    }

    /// Returns whether other renditions of the kind were loaded from an instant on; subtitles may be
    /// selected again without another one.
    func isSwitched(_ folder: String, since instant: Instant) -> Bool {
        guard let letter = folder.first, letter != "s" else { return true }
        if let last = latest[letter], last.folder != folder, last.instant >= instant {
            return true
        }
        return switches[letter].map { $0 >= instant } ?? false
    }

    /// Returns whether other renditions of the kind were loaded, or a request of the folder failed,
    /// from an instant on.
    func isFree(_ folder: String, since instant: Instant) -> Bool {
        if let refused = refusals[folder], refused >= instant { return true }
        return isSwitched(folder, since: instant)
    }
}
