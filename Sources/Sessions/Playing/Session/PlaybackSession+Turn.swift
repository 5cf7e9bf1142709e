import Presentation
import VirtualTime

/// Turns: everything that happens to a session is the input of one, and each ends in one step.
extension PlaybackSession {
    /// Handles an input, and what comes meanwhile, and brings the session up to now.
    func turn(_ input: SessionInput) {
        guard turns.begin(with: input) else { return }
        endTurn(needsStep: handle(input))
    }

    /// Follows the playhead, with a step unless reports suffice.
    func follow() {
        guard turns.begin(with: .wake) else { return }
        endTurn(needsStep: !tick())
    }

    /// Handles what has come meanwhile, and brings the session up to now.
    private func endTurn(needsStep isDue: Bool) {
        var needsStep = isDue
        repeat {
            while let next = turns.next() { needsStep = handle(next) || needsStep }
            if needsStep { step() }
            needsStep = false
        } while !turns.end()
    }

    /// Handles an input.
    ///
    /// - Returns: Whether anything may follow from it that a step would bring about.
    private func handle(_ input: SessionInput) -> Bool {
        switch input {
        case .wake: return true
        case .arrival(let number, let arrival): receive(arrival, of: number)
        case .asset(let news): return receive(news)
        case .load:
            guard machine.phase == .idle else { return false }
            begin(.start)
        case .resume(let position, let autoPlay):
            guard machine.phase.takesResumptions else { return false }
            decide { $0.beginResumption(at: $1) }
            begin(.resumption(position, autoPlay: autoPlay))
        case .play: return decide { $0.play(at: $1) }
        case .pause:
            machine.pauseBeforeReady()
            guard machine.isInPlayMode else { return false }
            step()
            decide { $0.pause(at: $1) }
        case .setRate(let rate):
            step()
            decide { $0.setRate(rate, at: $1) }
        case .waitForPlayhead(let position, let number):
            machine.waitForPlayhead(at: position, number)
        case .seek(let seek):
            step()
            return decide {
                $0.seek(
                    to: seek.target, toleranceBefore: seek.toleranceBefore,
                    toleranceAfter: seek.toleranceAfter, completion: seek.completion, at: $1)
            }
        case .selectAudio(let option): return select(audio: option)
        case .selectSubtitles(let option): return select(subtitles: option)
        case .refuseExternalPlayback: refuseExternalPlayback()
        case .failAtOnce(let error): decide { $0.failAtOnce(error, at: $1) }
        case .terminate: decide { $0.terminate(at: $1) }
        }
        return true
    }

    // MARK: The step

    /// Brings the session up to now.
    ///
    /// A turn ends in one; a command that counts from where the playhead is begins with another.
    func step() {
        guard machine.phase.isLive else { return }
        turns.beginStep()
        defer { turns.endStep() }
        if machine.playhead.isMoving { decide { $0.advance(at: $1) } }
        placeCues()
        fill()
        let place = placeOfInterest
        if change({ $0.letAudioJoin(at: place, lead: policy.rules.resumeLead) }) {
            record.follow(.ownTrack)
        }
        change { $0.retireReplacedAudio() }
        decide { $0.settle(at: $1) }
        scheduleWake()
    }

    /// Follows the playhead through a quiet stretch.
    ///
    /// - Returns: Whether reports sufficed; otherwise nothing was done, and a step is due.
    private func tick() -> Bool {
        guard let stop = machine.quiet?.stop, machine.tick(at: world.loop.now) else { return false }
        perform()
        scheduleWake(before: stop)
        return true
    }

    /// Requests what should be ready ahead of the playhead and is not.
    private func fill() {
        repeat {
            let goal = placeOfInterest + policy.goal(viewed: machine.played.total)
            var waiting: [Track.Number] = []
            while machine.isFetching,
                let number = tracks.next(below: goal, in: policy.trackOrder, besides: waiting)
            {
                if tracks.main?.number == number, isVariantPending(number) {
                    waiting.append(number)
                } else {
                    supply(number)
                }
            }
        } while machine.isFetching && placeHeld()
    }

    /// Schedules the next step that is due by time alone, and finds out whether reports suffice up to it.
    private func scheduleWake() {
        guard machine.playhead.isMoving else { return wake.cancel() }
        handOverTracks()
        var plan = WakePlan(
            position: position, goal: policy.goal(viewed: machine.played.total),
            stop: machine.nextStop)
        tracks.add(to: &plan)
        if tracks.isUnsettled || !intake.cues.isEmpty { plan.stepAlways() }
        machine.quiet = plan.stretch(after: machine.played, policy.buffer)
        scheduleWake(before: plan.stop)
    }

    private func scheduleWake(before stop: MediaTime) {
        let next = min(machine.nextReport, stop)
        guard let instant = machine.playhead.arrival(at: next) else { return }
        world.loop.schedule(wake, at: instant)
    }

    // MARK: Deciding and performing

    /// Hands the machine an input with the readiness of the tracks, and performs what it decides.
    @discardableResult
    func decide<Answer>(_ input: (inout PlaybackMachine, Instant) -> Answer) -> Answer {
        handOverTracks()
        machine.quiet = nil
        let answer = input(&machine, world.loop.now)
        perform()
        return answer
    }

    /// Hands the machine the readiness of the tracks, if that may have changed.
    private func handOverTracks() {
        if let readiness = tracks.takeReadiness() { machine.tracks = readiness }
    }

    /// Performs the effects that the machine has collected, in order.
    private func perform() {
        // What is performed may decide more, and then has a list of its own.
        var effects: [PlaybackEffect] = []
        swap(&effects, &spareEffects)
        machine.takeEffects(into: &effects)
        for effect in effects { perform(effect) }
        effects.removeAll(keepingCapacity: true)
        swap(&effects, &spareEffects)
    }

    /// Changes the tracks, and abandons the requests of those that no longer want them.
    @discardableResult
    func change<Answer>(_ change: (inout TrackSet) -> Answer) -> Answer {
        let answer = change(&tracks)
        for number in tracks.takeAbandoned() {
            requests.abandon(number, isGone: tracks[number] == nil)
        }
        return answer
    }

    /// Fails the session for a reason.
    func fail(_ cause: SessionError) { decide { $0.fail(cause, at: $1) } }

    /// Reports an event.
    func report(_ event: PlaybackEvent.Kind) { decide { machine, _ in machine.report(event) } }

    private func perform(_ effect: PlaybackEffect) {
        switch effect {
        case .report(let event): listener(self, .event(event))
        case .reportFacts:
            for event in MediaFacts(session: self).events { listener(self, .event(event)) }
        case .reportCue(let change):
            guard let option = assetLoad.selection.legible else { return }
            listener(self, .event(change.event(of: option)))
        case .call(let number, let finished):
            if let call = calls.take(number) { listener(self, .call { call(finished) }) }
        case .pass(let interval):
            record.variants.pass(interval)
            observers.report(passed: interval)
            record.passLate(tracks, in: interval)
        case .putTracks(let position): change { $0.seek(to: position) }
        case .askAgain(let place):
            let number = tracks.tracks[place].number
            change { $0.update(number) { $0.askAgain() } }
        case .release:
            wake.cancel()
            assetLoad.release()
            requests.decryption.protection = nil
            change { $0.release() }
        case .notifyPlaying: notifyCompanions { $0.sessionPlays() }
        case .notifyEnd: notifyCompanions { $0.sessionEnds() }
        }
    }

    /// Notifies the companions of the session, in their order.
    func notifyCompanions(_ news: (any SessionCompanion) -> Void) {
        for companion in plan.companions {
            if let companion = companion as? any SessionCompanion { news(companion) }
        }
    }
}
