import Presentation
import VirtualTime

/// Passes inputs to the machine, and performs what the machine and the media supply request.
extension SessionShell {
    /// Passes an input and the readiness of the tracks to the machine, and performs its effects.
    ///
    /// - Returns: The result of the input.
    @discardableResult
    func decide<Answer>(_ input: (inout PlaybackMachine, Instant) -> Answer) -> Answer {
        refilling.isArriving = media.followArrivals()
        let readiness = media.takeReadiness()
        var effects = takeSpareEffects()
        let answer = Self.decide(input, readiness, &machine, &effects, at: world.loop.now)
        perform(&effects)
        spareEffects = effects
        return answer
    }

    /// Passes an input to a machine.
    ///
    /// The function accesses the machine only once, because each access is checked at run time.
    ///
    /// - Returns: The result of the input.
    private static func decide<Answer>(
        _ input: (inout PlaybackMachine, Instant) -> Answer, _ readiness: TrackReadiness?,
        _ machine: inout PlaybackMachine, _ effects: inout [PlaybackEffect], at now: Instant
    ) -> Answer {
        if let readiness { machine.tracks = readiness }
        machine.quiet = nil
        let answer = input(&machine, now)
        machine.takeEffects(into: &effects)
        return answer
    }

    /// Passes the readiness of the tracks to the machine, if the readiness may have changed.
    func handOverTracks() {
        refilling.isArriving = media.followArrivals()
        if let readiness = media.takeReadiness() { machine.tracks = readiness }
    }

    /// Returns an empty list for effects; the list reuses the memory of an earlier list.
    ///
    /// Performing the effects of one list may cause further effects, which need a list of their
    /// own.
    func takeSpareEffects() -> [PlaybackEffect] {
        var effects: [PlaybackEffect] = []
        swap(&effects, &spareEffects)
        return effects
    }

    /// Performs the effects of a list, and empties it.
    func perform(_ effects: inout [PlaybackEffect]) {
        for place in effects.indices { perform(effects[place]) }
        effects.clear()
    }

    /// Performs an action on the media supply now, and handles what the supply reports.
    ///
    /// - Returns: The result of the action.
    @discardableResult
    func supply<Answer>(_ action: (MediaSupply, MediaSupply.Moment) -> Answer) -> Answer {
        let answer = action(media, SupplyMoment(of: &machine, at: world.loop.now))
        while let news = media.news.next() { perform(news) }
        return answer
    }

    private func perform(_ news: MediaSupply.News) {
        switch news {
        case .loaded(let start):
            decide { $0.start(at: start, now: $1) }
            media.seek(to: start, from: start)
        case .placed(let syncSamples): machine.add(syncSamples: syncSamples, at: world.loop.now)
        case .protectionFailed(let error):
            decide { machine, _ in machine.reportProtectionError(error) }
        case .startsWithoutSubtitles(let error):
            decide { machine, _ in machine.report(.loadFailed(error)) }
        case .subtitlesLost(let error):
            forgetCues()
            media.dropSubtitles(after: error)
            decide { machine, _ in machine.report(.failedToPlayToEnd(error)) }
            report(.didChangeSelectedLegibleMediaOption(nil))
        case .selected(let event): report(event)
        case .manifestRenewed(let error): report(.manifestTTLWasUpdatedWithError(error))
        case .marked(let markers): decide { machine, _ in machine.list(markers) }
        case .failed(let error): fail(error)
        }
    }

    /// Fails the session for a reason.
    func fail(_ cause: SessionError) { decide { $0.fail(cause, at: $1) } }

    /// Reports an event.
    func report(_ event: PlaybackEvent.Kind) {
        decide { machine, _ in machine.report(event) }
    }

    private func perform(_ effect: consuming PlaybackEffect) {
        switch effect {
        case .report(let event): listener(.event(event))
        case .reportFacts:
            for event in MediaFacts(media).events { listener(.event(event)) }
        case .reportCue(let change):
            // Subtitles of 360° videos are not shown
            // (`Documentation/Brightcove.md#sidecar-subtitles`).
            guard !plan.video.isSpherical, let option = media.assetLoad.selection.legible else {
                return
            }
            listener(.event(change.event(of: option)))
        case .reportMarker(let news):
            media.record.note(news)
            listener(.call { [observers = media.observers] in observers.report(news) })
        case .call(let number, let finished):
            if let call = calls.take(number) { listener(.call { call(finished) }) }
        case .pass(let interval, let subtitles):
            media.pass(interval, subtitles)
        case .putTracks(let position):
            refilling.stop()
            media.seek(to: position, from: machine.playhead.position(at: world.loop.now))
            media.follower?.aim(at: position)
        case .askAgain(let place): media.change { $0.askAgain(trackAt: place) }
        case .release:
            wake.cancel()
            latencyLook.cancel()
            refilling.stop()
            media.release()
        case .notifyPlaying: for companion in plan.companions { companion.sessionPlays() }
        case .notifyEnd: for companion in plan.companions { companion.sessionEnds() }
        }
    }
}
