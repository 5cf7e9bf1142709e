import Presentation
import VirtualTime

/// Turns: each event of a session is the input of a turn, and each turn ends in one step.
extension PlaybackSession {
    /// Handles an input and all inputs that arrive meanwhile, and advances the session to the
    /// present.
    func turn(_ input: SessionInput) {
        guard turns.begin(with: input) else { return }
        var needsStep = handle(input)
        repeat {
            while let next = turns.next() { needsStep = handle(next) || needsStep }
            if needsStep { step() }
            needsStep = false
        } while !turns.end()
        followStreams()
        media.followPlaylists(isPaused: machine.isPaused, isOver: machine.phase == .finished)
    }

    /// Handles an input.
    ///
    /// - Returns: Whether a step must follow.
    private func handle(_ input: SessionInput) -> Bool {
        switch input {
        case .wake: return !tick()
        case .restEnd: break
        case .arrival(let arrival): return supply { $0.receive(arrival, at: $1) }
        case .load:
            guard machine.phase == .idle else { return false }
            begin(.start)
        case .resume(let position, let autoPlay):
            guard machine.phase.takesResumptions else { return false }
            decide { $0.beginResumption(at: $1) }
            begin(.resumption(position, autoPlay: autoPlay))
        case .play:
            guard streams?.mayPlay() ?? true else { return false }
            return decide { $0.play(at: $1) }
        case .stream(let order): return perform(order)
        case .pause:
            streams?.withdrawPlay()
            machine.pauseBeforeReady()
            guard machine.isInPlayMode else { return false }
            step()
            decide { $0.pause(at: $1) }
        case .pauseBySystem:
            guard machine.isInPlayMode else { return false }
            step()
            let isRequested = options.tellsPauseRequestOfSystem
            decide { $0.pause(at: $1, isRequested: isRequested) }
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
        case .selectAudio(let option):
            refilling.stop()
            return supply { media, _ in media.select(audio: option) }
        case .selectSubtitles(let option):
            guard media.maySelect(subtitles: option) else { return false }
            refilling.stop()
            // Cues that were due up to here have been reported.
            step()
            forgetCues()
            return supply { media, _ in media.select(subtitles: option) }
        case .refuseExternalPlayback: refuseExternalPlayback()
        case .failAtOnce(let error): decide { $0.failAtOnce(error, at: $1) }
        case .failBecauseOfReset: fail(.refused(.mediaServicesReset))
        case .terminate: decide { $0.terminate(at: $1) }
        }
        return true
    }

    // MARK: Loading

    /// Loads the source, for the first time or again.
    private func begin(_ purpose: PlaybackMachine.LoadPurpose) {
        media.removeAll()
        decide { $0.load(for: purpose, at: $1) }
        var refusal: SessionError?
        for companion in plan.companions { refusal = companion.sessionLoads() ?? refusal }
        media.begin(applicationCertificates)
        decide { $0.reportLoad(at: $1) }
        if refuseExternalPlayback() { return }
        if let refusal { return fail(refusal) }
        media.load(persistedLanguage: persistedCaptionLanguage)
    }

    /// Fails when a video is shown on another device that may not be.
    ///
    /// - Returns: Whether it did.
    @discardableResult
    private func refuseExternalPlayback() -> Bool {
        guard isExternal, let refusal = plan.externalPlaybackRefusal, machine.phase.mayBeRefused
        else { return false }
        fail(.refused(refusal))
        return true
    }

    // MARK: The step

    /// Advances the session to the present.
    ///
    /// A turn ends with a step; a command that depends on the position of the playhead also begins
    /// with one.
    func step() {
        guard machine.phase.isLive else { return }
        turns.beginStep()
        defer { turns.endStep() }
        if machine.playhead.isMoving { decide { $0.advance(at: $1) } }
        placeCues()
        fill()
        media.changeAudio(at: placeOfInterest)
        decide { $0.settle(at: $1) }
        catchUpWithWindow()
        scheduleWake()
    }

    /// Continues elsewhere when the window of a broadcast has moved past the playhead.
    private func catchUpWithWindow() {
        guard machine.phase == .ready,
            let reaction = supply({ $0.reactionBehindWindow(at: $1) })
        else { return }
        switch reaction {
        case .jump(let position):
            // If playback already waits at this position, another jump has no effect.
            guard position != placeOfInterest else { return }
            media.recordRejoin(from: placeOfInterest, at: position)
            decide { $0.rejoin(at: position, now: $1) }
            turn(.wake)
        case .fail(let error): fail(error)
        }
    }

    /// Follows the playhead through a quiet stretch.
    ///
    /// - Returns: Whether reports were sufficient; otherwise nothing was done, and a step is due.
    private func tick() -> Bool {
        guard let next = machine.tick(at: world.loop.now) else { return false }
        perform()
        world.loop.schedule(wake, at: next)
        return true
    }

    /// Requests the missing media ahead of the playhead.
    private func fill() {
        repeat {
            guard machine.isFetching else { break }
            supply { $0.chooseAtArrival(at: $1) }
            guard !refilling.rests else { continue }
            let goal = refilling.goal(machine, media)
            var waiting: [Track.Number] = []
            while machine.isFetching,
                supply({ $0.fill(below: goal, besides: &waiting, at: $1) })
            {}
            if machine.isFetching, waiting.isEmpty { refilling.restIfFull(machine, media, goal) }
        } while machine.isFetching && supply { $0.placeHeld(at: $1) }
    }

    /// Reports the cues that have arrived and whose times count from a known origin.
    private func placeCues() {
        guard media.awaitsCues else { return }
        // Cues due up to here have been reported; cues that have ended by now will not be reported.
        decide { machine, _ in machine.followCues() }
        for placed in media.takeCues() {
            let overflow = decide { machine, _ -> CueTrack.Overflow? in
                do throws(CueTrack.Overflow) {
                    try machine.add(cues: placed.cues, joinsPieces: placed.joinsPieces)
                    return nil
                } catch {
                    return error
                }
            }
            guard let overflow else { continue }
            let error = SessionError.subtitles(SubtitleReadingError(overflow), url: placed.url)
            return supply { media, _ in media.loseSubtitles(error) }
        }
    }

    /// Hides the shown cues and removes all cues, because other subtitles are selected.
    private func forgetCues() {
        media.forgetCues()
        decide { $0.forgetCues(at: $1) }
    }

    /// Schedules the next step that is due at a known time, and determines whether reports suffice
    /// until then.
    private func scheduleWake() {
        refilling.follow(machine)
        handOverTracks()
        guard machine.playhead.isMoving else {
            guard let next = refilling.nextLook(at: machine) else { return wake.cancel() }
            return world.loop.schedule(wake, at: next)
        }
        var plan = WakePlan(
            position: position, goal: refilling.planned(machine, media),
            stop: machine.nextStop)
        media.add(to: &plan)
        machine.quiet = plan.stretch(after: machine.played, policy.buffer)
        guard let next = machine.wake(before: plan.stop) else { return }
        world.loop.schedule(wake, at: refilling.isArriving ? max(next, refilling.nextLook) : next)
    }

    // MARK: Deciding and performing

    /// Passes an input and the readiness of the tracks to the machine, and performs its effects.
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
        refilling.isArriving = media.followArrivals()
        if let readiness = media.takeReadiness() { machine.tracks = readiness }
    }

    /// Performs the effects that the machine has collected, in order.
    private func perform() {
        // Performing an effect may cause further effects, which are then in a separate list.
        var effects: [PlaybackEffect] = []
        swap(&effects, &spareEffects)
        machine.takeEffects(into: &effects)
        for effect in effects { perform(effect) }
        effects.removeAll(keepingCapacity: true)
        swap(&effects, &spareEffects)
    }

    /// Supplies media for the present moment, and performs the resulting effects.
    @discardableResult
    private func supply<Answer>(_ action: (MediaSupply, MediaSupply.Moment) -> Answer) -> Answer {
        let answer = action(media, moment)
        while let news = media.takeNews() { perform(news) }
        return answer
    }

    private var moment: MediaSupply.Moment {
        var load: PlaybackMachine.LoadPurpose?
        if case .loading(let purpose) = machine.phase { load = purpose }
        return MediaSupply.Moment(
            position: position, place: placeOfInterest, passed: machine.played.intervals,
            load: load)
    }

    private func perform(_ news: MediaSupply.News) {
        switch news {
        case .loaded(let start):
            decide { $0.start(at: start, now: $1) }
            media.seek(to: start)
        case .placed(let syncSamples): machine.add(syncSamples: syncSamples, at: world.loop.now)
        case .protectionFailed(let error):
            decide { machine, _ in machine.reportProtectionError(error) }
        case .startsWithoutSubtitles(let error):
            decide { machine, _ in machine.report(.loadFailed(error)) }
        case .subtitlesLost(let error):
            forgetCues()
            media.dropSubtitles()
            decide { machine, _ in machine.report(.failedToPlayToEnd(error)) }
            report(.didChangeSelectedLegibleMediaOption(nil))
        case .selected(let event): report(event)
        case .manifestRenewed(let error): report(.manifestTTLWasUpdatedWithError(error))
        case .failed(let error): fail(error)
        }
    }

    /// Fails the session for a reason.
    private func fail(_ cause: SessionError) { decide { $0.fail(cause, at: $1) } }

    /// Reports an event.
    func report(_ event: PlaybackEvent.Kind) {
        decide { machine, _ in machine.report(event) }
    }

    private func perform(_ effect: PlaybackEffect) {
        switch effect {
        case .report(let event): listener(self, .event(event))
        case .reportFacts:
            for event in MediaFacts(media).events { listener(self, .event(event)) }
        case .reportCue(let change):
            guard showsSubtitles, let option = media.assetLoad.selection.legible else { return }
            listener(self, .event(change.event(of: option)))
        case .call(let number, let finished):
            if let call = calls.take(number) { listener(self, .call { call(finished) }) }
        case .pass(let interval): media.pass(interval)
        case .putTracks(let position):
            refilling.stop()
            media.seek(to: position)
        case .askAgain(let place): media.askAgain(trackAt: place)
        case .release:
            wake.cancel()
            refilling.stop()
            media.release()
        case .notifyPlaying: for companion in plan.companions { companion.sessionPlays() }
        case .notifyEnd: for companion in plan.companions { companion.sessionEnds() }
        }
    }
}
