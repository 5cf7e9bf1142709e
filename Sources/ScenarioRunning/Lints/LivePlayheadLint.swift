import HeadlessPlayback
package import VirtualTime

/// The durations that bound the playhead's distance from the live edge of a broadcast.
package struct LiveBounds: Sendable {
    /// The durations that apply at an instant.
    package struct Distances: Sendable {
        /// The target duration.
        package let target: MediaTime
        /// The distance that the player keeps from the live edge.
        package let holdBack: MediaTime

        /// Creates the durations that apply at an instant.
        package init(target: MediaTime, holdBack: MediaTime) {
            self.target = target
            self.holdBack = holdBack
        }
    }

    /// A closure that returns the durations at an instant; `nil` before the first playlist.
    package let distances: @Sendable (Instant) -> Distances?
    /// Whether the playlist states where playback starts.
    package let statesStart: Bool

    /// Creates bounds.
    package init(
        statesStart: Bool = false, distances: @escaping @Sendable (Instant) -> Distances?
    ) {
        self.statesStart = statesStart
        self.distances = distances
    }
}

/// Finds playheads outside the window of a broadcast, and unexplained growth of the latency.
///
/// The latency is measured from the playhead to the end of the seekable range, which is the live
/// edge minus the hold-back. Stalls and pauses increase this distance by their durations. Any other
/// growth is unexplained, and is a finding.
package struct LivePlayheadLint: Lint {
    package static let codes = ["lint.live-window", "lint.live-latency"]
    package var followsProgress: Bool { bounds != nil }

    private struct State: Sendable {
        var begin = Instant.start
        var isLive = false
        var range: Range<MediaTime>?
        var distances: LiveBounds.Distances?
        var isPlaying = false
        /// The instant at which the current pause or stall began; `nil` when there is none.
        var waitsSince: Instant?
        /// The total duration of the pauses and stalls since the latest start, seek or jump.
        var waited = Duration.zero
        /// Whether playback has been paused since it started or last jumped into the window.
        var wasPaused = false
        /// The latency right after the start, a seek or a jump; `nil` when it is unknown.
        ///
        /// The latency is the distance of the playhead from the end of the seekable range.
        var base: MediaTime?
        var hasJoined = false
        /// Whether the next measured latency becomes the reference latency `base`.
        var isFree = false
        /// Whether the app has chosen a playback rate.
        ///
        /// The growth of the latency is then not checked, because the rate explains it.
        var hasRate = false
        /// The interval of media that the player may have loaded since the latest seek.
        ///
        /// It begins one target duration before the target of the seek, which is moved into the
        /// window if necessary, and ends at the latest live edge. The player may still have the
        /// media after it has left the window. The value is `nil` if there was no seek.
        var held: Range<MediaTime>?

        /// Returns whether the player may still have the media at a position.
        func canHold(_ time: MediaTime) -> Bool { !hasRate && held?.contains(time) == true }
    }

    private var sessions = SessionStates<State>()
    private let bounds: LiveBounds?

    /// Creates a lint.
    ///
    /// - Parameter bounds: The bounds of the playhead; `nil` for a scenario without a broadcast.
    package init(_ bounds: LiveBounds?) { self.bounds = bounds }

    package mutating func take(_ happening: Happening) -> [LintFinding] {
        guard let bounds else { return [] }
        switch happening.kind {
        case .command(.seek), .command(.resume), .seekEnd, .jump:
            sessions.change { $0.isFree = true }
            if case .jump = happening.kind {
                sessions.change { ($0.wasPaused, $0.held) = (false, nil) }
            }
            if case .command(.seek(let time)) = happening.kind {
                sessions.change { Self.seek(to: MediaTime(seconds: time), &$0) }
            }
        case .command(.setRate(let rate)) where rate != 1:
            sessions.change { $0.hasRate = true }
        default: break
        }
        guard let number = happening.session, case .event(let kind) = happening.kind else {
            return []
        }
        var state = sessions[number] ?? State()
        defer { sessions[number] = state }
        switch kind {
        case .didAdvanceToPlaybackSession: state = State(begin: happening.instant)
        case .didChangeDuration(let duration): state.isLive = duration.isIndefinite
        case .didReceiveLifecycleEvent(let event): follow(event, at: happening.instant, &state)
        case .didChangeSeekableRanges(let ranges):
            state.range = ranges.first
            state.distances = bounds.distances(happening.instant)
            Self.list(&state)
            return distance(at: happening.position, happening, &state)
        case .didProgressTo(.at(let time)): return progress(to: time, happening, &state)
        default: break
        }
        return []
    }

    private func follow(_ event: LifecycleEvent, at instant: Instant, _ state: inout State) {
        switch event.type {
        case .play, .playbackRecovered:
            if event.type == .play { state.isPlaying = true }
            if let since = state.waitsSince { state.waited += since.duration(to: instant) }
            state.waitsSince = nil
        case .pause, .playbackStalled:
            if event.type == .pause {
                state.isPlaying = false
                state.wasPaused = true
            } else {
                state.held = nil
            }
            if state.hasJoined { state.waitsSince = state.waitsSince ?? instant }
        case .resumeBegin: state = State(begin: instant)
        case .end, .fail, .terminate: state.isPlaying = false
        default: break
        }
    }

    /// Processes a seek: the player then requests the listed media, starting at the target.
    private static func seek(to target: MediaTime?, _ state: inout State) {
        state.held = nil
        guard let target, let range = state.range, let distances = state.distances else { return }
        // The player moves a target outside the window to the nearest end of the window, and may
        // start one segment earlier.
        let start = min(max(target, range.lowerBound), range.upperBound) - distances.target
        state.held = start..<range.upperBound + distances.holdBack
    }

    /// Processes a change of the window, after which the player can request further media.
    ///
    /// If media follows the loaded media but has left the window, the player can no longer request
    /// it.
    private static func list(_ state: inout State) {
        guard let held = state.held, let range = state.range, let distances = state.distances,
            range.lowerBound <= held.upperBound
        else { return }
        state.held =
            held.lowerBound..<max(held.upperBound, range.upperBound + distances.holdBack)
    }

    private func progress(
        to time: MediaTime, _ happening: Happening, _ state: inout State
    ) -> [LintFinding] {
        guard state.isLive, let range = state.range, let distances = state.distances else {
            return []
        }
        var findings: [LintFinding] = []
        if !state.hasJoined {
            state.hasJoined = true
            let base = max(.zero, range.upperBound - time)
            state.base = base
            let load = state.begin.duration(to: happening.instant)
            let most = distances.target * 2 + MediaTime(elapsed: load, rate: .normal)
            if bounds?.statesStart == false, !state.isFree, base > most {
                findings.append(
                    finding(
                        1, "a start at most \(most) s before \(range.upperBound)", "\(time)",
                        happening))
            }
        }
        guard state.isPlaying, state.waitsSince == nil, !state.isFree else { return findings }
        let first = range.lowerBound - distances.target
        let last = range.upperBound + distances.holdBack + distances.target
        if time > last || time < first && !state.wasPaused && !state.canHold(time) {
            findings.append(finding(0, "progress from \(first) to \(last)", "\(time)", happening))
        }
        return findings
    }

    private func distance(
        at position: MediaTime, _ happening: Happening, _ state: inout State
    ) -> [LintFinding] {
        guard state.isLive, state.isPlaying, state.hasJoined, state.waitsSince == nil,
            !state.hasRate, let range = state.range, let distances = state.distances
        else { return [] }
        let found = max(.zero, range.upperBound - position)
        if state.isFree {
            (state.isFree, state.base, state.waited) = (false, found, .zero)
            return []
        }
        let waited = MediaTime(elapsed: state.waited, rate: .normal)
        let most = (state.base ?? .zero) + distances.target * 2 + waited
        guard found > most else { return [] }
        // Each growth of the latency is reported only once.
        state.base = found - waited
        return [
            finding(
                1, "at most \(most) s from \(range.upperBound) after \(waited) s of waiting",
                "\(found) s", happening)
        ]
    }

    private func finding(
        _ code: Int, _ expected: String, _ found: String, _ happening: Happening
    ) -> LintFinding {
        LintFinding(
            Self.codes[code], expected: expected, found: found, at: happening.instant,
            line: happening.line)
    }
}
