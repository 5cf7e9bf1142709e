import Formats
import HeadlessPlayback
import Presentation
import Sessions
import VirtualTime

/// A test bench for a playback machine, which returns the effects of each input as lines of text.
struct MachineBench {
    private(set) var machine: PlaybackMachine
    private(set) var now = Instant.start
    /// Whether the machine accepted the last play or seek command; `nil` before the first command.
    private(set) var answer: Bool?

    /// Creates a machine whose presentation lasts ten seconds.
    init(
        cuePoints: [CuePoint] = [], rate: Double = 1,
        rules: (inout PlaybackRules) -> Void = { _ in }
    ) {
        var chosen = PlaybackRules()
        rules(&chosen)
        machine = PlaybackMachine(
            rules: chosen, cuePoints: CuePointCollection(cuePoints),
            rate: PlaybackRate(rate) ?? .normal, at: .start)
    }

    /// Returns a ready machine with ten seconds of media, available up to a position.
    static func ready(
        upTo seconds: Int64 = 10, cuePoints: [CuePoint] = [], playing: Bool = true,
        rules: (inout PlaybackRules) -> Void = { _ in }
    ) -> MachineBench {
        var bench = MachineBench(cuePoints: cuePoints, rules: rules)
        _ = bench.load()
        _ = bench.tracksReady(upTo: seconds)
        if playing { _ = bench.play() }
        return bench
    }

    /// Gives the machine an input, and returns the resulting effects.
    mutating func collect(_ input: (inout PlaybackMachine, Instant) -> Void) -> [String] {
        input(&machine, now)
        var effects: [PlaybackEffect] = []
        machine.takeEffects(into: &effects)
        return effects.map(\.line)
    }

    /// Loads a presentation of ten seconds, of which no media has arrived yet.
    mutating func load(
        for purpose: PlaybackMachine.LoadPurpose = .start, at seconds: Int64 = 0,
        live: TrackReadiness.Live? = nil
    ) -> [String] {
        collect { machine, now in
            machine.tracks = TrackReadiness()
            machine.tracks.live = live
            machine.load(for: purpose, at: now)
            machine.reportLoad(at: now)
            machine.tracks.isLoaded = true
            machine.tracks.presentationEnd = .seconds(10)
            machine.tracks.readyEnd = .seconds(seconds)
            machine.tracks.isReadyToEnd = false
            machine.start(at: .seconds(seconds), now: now)
            machine.settle(at: now)
        }
    }

    /// Changes the readiness of the tracks.
    mutating func tracks(_ change: (inout TrackReadiness) -> Void) -> [String] {
        collect { machine, now in
            change(&machine.tracks)
            machine.settle(at: now)
        }
    }

    /// Makes media available up to a position; at ten seconds, all media is available.
    mutating func tracksReady(upTo seconds: Int64) -> [String] {
        tracks {
            $0.hasStart = true
            $0.readyEnd = .seconds(seconds)
            $0.isReadyToEnd = seconds >= 10
        }
    }

    /// Advances the time without running the machine.
    mutating func elapse(_ seconds: Double) {
        now = now.advanced(by: .microseconds(Int64(seconds * 1_000_000)))
    }

    /// Advances the time, lets the machine take a step, and returns the resulting effects.
    mutating func pass(_ seconds: Double) -> [String] {
        now = now.advanced(by: .microseconds(Int64(seconds * 1_000_000)))
        return collect { machine, now in
            machine.advance(at: now)
            machine.settle(at: now)
        }
    }

    /// Advances time without inputs, as in a session; the machine takes a step only if one is due.
    mutating func passQuietly(_ seconds: Double) -> [String] {
        machine.quiet = QuietStretch(stop: machine.nextStop, end: machine.nextStop)
        now = now.advanced(by: .microseconds(Int64(seconds * 1_000_000)))
        if let lines = tick() { return lines }
        machine.quiet = nil
        return collect { machine, now in
            machine.advance(at: now)
            machine.settle(at: now)
        }
    }

    /// Lets the machine report progress at each wake until a position, without taking a step.
    mutating func rest(until seconds: Int64) {
        machine.quiet = QuietStretch(stop: .seconds(seconds), end: .seconds(seconds))
    }

    /// Returns the instant at which the machine must be woken next.
    mutating func wake(before stop: MediaTime) -> Instant? { machine.wake(before: stop) }

    /// Moves the playhead, and returns the effects; `nil` if a whole step of the machine is due.
    mutating func tick() -> [String]? {
        var effects: [PlaybackEffect] = []
        let next = machine.tick(at: now, into: &effects)
        return next == nil ? nil : effects.map(\.line)
    }

    mutating func play() -> [String] {
        var changes = false
        defer { answer = changes }
        return collect { machine, now in
            changes = machine.play(at: now)
            if changes { machine.settle(at: now) }
        }
    }

    mutating func pause(isRequested: Bool = true) -> [String] {
        collect { machine, now in
            machine.pauseBeforeReady()
            machine.advance(at: now)
            machine.pause(at: now, isRequested: isRequested)
        }
    }

    mutating func setRate(_ rate: Double) -> [String] {
        collect { machine, now in
            machine.advance(at: now)
            machine.setRates(at: now) { $0.choose(PlaybackRate(rate) ?? .normal) }
            machine.settle(at: now)
        }
    }

    /// Sets the playback rate at which the player corrects its latency in a broadcast.
    mutating func catchUp(at rate: Double) -> [String] {
        collect { machine, now in
            machine.advance(at: now)
            machine.setRates(at: now) { $0.follow(at: PlaybackRate(rate) ?? .normal) }
            machine.settle(at: now)
        }
    }

    /// Begins a seek, and performs its consequences at once unless `settles` is `false`.
    mutating func seek(
        to seconds: Double, tolerance: Double = 0, number: Int = 1, settles: Bool = true
    ) -> [String] {
        var isUnderWay = false
        defer { answer = isUnderWay }
        return collect { machine, now in
            machine.advance(at: now)
            let span = MediaTime(seconds: tolerance) ?? .zero
            isUnderWay = machine.seek(
                to: MediaTime(seconds: seconds) ?? .zero, toleranceBefore: span,
                toleranceAfter: span, completion: number, at: now)
            if isUnderWay, settles { machine.settle(at: now) }
        }
    }

    mutating func wait(for seconds: Int64, number: Int) -> [String] {
        collect { machine, now in
            machine.waitForPlayhead(at: .seconds(seconds), number)
            machine.advance(at: now)
            machine.settle(at: now)
        }
    }

    /// Continues a broadcast at another position.
    mutating func rejoin(at seconds: Int64) -> [String] {
        collect { $0.rejoin(at: .seconds(seconds), now: $1) }
    }

    mutating func fail(_ error: SessionError = .ended) -> [String] {
        collect { $0.fail(error, at: $1) }
    }

    mutating func terminate() -> [String] { collect { $0.terminate(at: $1) } }

    mutating func resume(at seconds: Int64, autoPlay: Bool) -> [String] {
        collect { $0.beginResumption(at: $1) }
            + load(for: .resumption(.seconds(seconds), autoPlay: autoPlay), at: seconds)
    }

    mutating func add(cues: [SubtitleCue]) -> [String] {
        collect { machine, _ in
            machine.followCues()
            do throws(CueTrack.Overflow) {
                try machine.add(cues: cues, joinsPieces: false)
            } catch {
                machine.report(.failedToPlayToEnd(.ended))
            }
        }
    }

    mutating func forgetCues() -> [String] { collect { $0.forgetCues(at: $1) } }

    mutating func add(syncSamples seconds: [Double]) {
        let times = seconds.compactMap { MediaTime(seconds: $0) }
        machine.add(syncSamples: times, at: now)
    }

    mutating func failAtOnce() -> [String] {
        collect { $0.failAtOnce(.noPlayableSource(.noPlayableSource), at: $1) }
    }

    mutating func protectionFails(_ url: String = "key") -> [String] {
        collect { machine, _ in
            machine.reportProtectionError(
                .decryption(UnderlyingError(CancellationError()), url: url))
        }
    }

    mutating func playsByItself() { machine.playsByItself = true }
}

extension PlaybackEffect {
    /// The effect as a line of text, in the form that the tests expect.
    fileprivate var line: String {
        switch self {
        case .report(let kind):
            let event = PlaybackEvent(instant: .start, session: nil, kind: kind)
            guard case .didReceiveLifecycleEvent(let lifecycle) = kind else {
                return "\(event.name) \(event.traceText)"
            }
            return lifecycle.type.rawValue
        case .reportFacts: return "facts"
        case .reportCue(.show(let cue)): return "show \(cue.text)"
        case .reportCue(.hide(let cue)): return "hide \(cue.text)"
        case .reportMarker(.listed(let point)): return "listed \(point.words)"
        case .reportMarker(.late(let point)): return "late \(point.words)"
        case .reportMarker(.unusable(let trouble)): return "unusable \(trouble.reason)"
        case .call(let number, let finished): return "call \(number) \(finished)"
        case .pass(let interval, _): return "pass \(interval.lowerBound)-\(interval.upperBound)"
        case .putTracks(let position): return "put \(position)"
        case .askAgain(let track): return "ask \(track)"
        case .release: return "release"
        case .notifyPlaying: return "playing"
        case .notifyEnd: return "over"
        }
    }
}
