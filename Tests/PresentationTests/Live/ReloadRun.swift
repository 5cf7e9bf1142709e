import Playlists
import Presentation
import VirtualTime

/// A reloader that receives answers from a test, with a record of its requests.
struct ReloadRun {
    var reloader: PlaylistReloader
    /// The instants and directives of the requests.
    var requests: [String] = []
    var updates: [LiveUpdate] = []
    var notices: [LiveNotice] = []
    var hasFailed = false
    var now = Instant.start

    init(
        _ profile: LiveProfile, with first: ReloadDirectives = .none,
        _ change: (inout LiveTuning) -> Void = { _ in }
    ) {
        var tuning = LiveTuning(profile)
        change(&tuning)
        reloader = PlaylistReloader(tuning)
        _ = reloader.start(at: .start, with: first)
    }

    /// The media sequence numbers of the accepted versions.
    var sequences: [Int] { updates.map(\.playlist.mediaSequence) }

    /// Issues the request that is due.
    @discardableResult
    mutating func request() -> ReloadDirectives {
        guard let next = reloader.next else {
            requests.append("none")
            return .none
        }
        now = max(now, next)
        let directives = reloader.request(at: now)
        let query = directives.query(skipComesFirst: reloader.tuning.skipComesFirst)
        requests.append(query.isEmpty ? "\(now)" : "\(now) \(query)")
        return directives
    }

    /// Issues the request that is due, and answers it.
    @discardableResult
    mutating func answer(
        _ playlist: MediaPlaylist, after load: Duration = .zero, age: Duration = .zero,
        distance: MediaTime? = nil
    ) -> ReloadStep {
        guard reloader.next != nil else {
            requests.append("none")
            return ReloadStep()
        }
        request()
        now = now.advanced(by: load)
        return take(reloader.receive(playlist, at: now, age: age, distance: distance))
    }

    /// Issues the request that is due, and refuses it.
    @discardableResult
    mutating func refuse(_ status: Int?, after load: Duration = .zero) -> ReloadStep {
        request()
        now = now.advanced(by: load)
        return take(reloader.fail(status: status, at: now))
    }

    private mutating func take(_ step: ReloadStep) -> ReloadStep {
        if let update = step.update { updates.append(update) }
        notices += step.notices
        hasFailed = hasFailed || step.hasFailed
        return step
    }
}

extension MediaPlaylist {
    /// Returns a playlist of segments of equal length, after a closure has changed it.
    static func live(
        _ numbers: Range<Int>, lasting seconds: Double = 4, target: Double? = nil,
        _ change: (inout MediaPlaylist) -> Void = { _ in }
    ) -> MediaPlaylist {
        var playlist = MediaPlaylist()
        playlist.mediaSequence = numbers.lowerBound
        playlist.targetDuration = .seconds(target ?? seconds)
        playlist.segments = numbers.map {
            MediaSegment(uri: "s\($0).ts", duration: .seconds(seconds))
        }
        change(&playlist)
        playlist.countDiscontinuities()
        return playlist
    }

    /// Returns a playlist whose segments have the given durations, after a closure has changed it.
    static func live(
        from first: Int = 0, durations: [Double], target: Double,
        _ change: (inout MediaPlaylist) -> Void = { _ in }
    ) -> MediaPlaylist {
        live(first..<first + durations.count, target: target) { playlist in
            for (index, duration) in durations.enumerated() {
                playlist.segments[index].duration = .seconds(duration)
            }
            change(&playlist)
        }
    }

    /// Changes the features of the server that `EXT-X-SERVER-CONTROL` announces.
    mutating func serve(_ change: (inout ServerControl) -> Void) {
        var control = serverControl ?? ServerControl()
        change(&control)
        serverControl = control
    }

    /// Announces blocking reloads, and parts with a given target duration.
    mutating func block(parts seconds: Double? = 1) {
        serve { $0.canBlockReload = true }
        partInformation = seconds.map { PartInformation(targetDuration: .seconds($0)) }
    }

    /// Lists parts after the last complete segment, in place of the parts that were listed before.
    mutating func add(parts count: Int, lasting seconds: Double = 1, independent: Set<Int> = [0]) {
        var tail = SegmentTail()
        tail.parts = (0..<count).map {
            PartialSegment(
                uri: "s\(mediaSequence + segments.count).\($0).ts", duration: .seconds(seconds),
                isIndependent: independent.contains($0))
        }
        self.tail = tail
    }

    /// Sets the date of a segment, in seconds after noon.
    mutating func date(_ index: Int, _ seconds: Double) {
        segments[index].programDateTime = .noon(plus: seconds)
    }
}

extension DateTime {
    /// 1 May 2026, 12 o'clock in UTC, in milliseconds since 1970.
    static let noon: Int64 = 1_777_636_800_000

    static func noon(plus seconds: Double) -> DateTime {
        DateTime(millisecondsSince1970: noon + Int64((seconds * 1000).rounded()))
    }
}
