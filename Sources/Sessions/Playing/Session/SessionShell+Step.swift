import Presentation
import VirtualTime

/// The step of a session in a turn of the event loop.
///
/// A step advances the playhead, reports cues, requests media, and schedules the next step.
extension SessionShell {
    /// Advances the session to the present.
    ///
    /// This function is called at the end of a turn of the event loop if an input of the turn
    /// requires a step, and before a command that depends on the position of the playhead.
    func step() {
        guard machine.phase.isLive else { return }
        turns.beginStep()
        defer { turns.endStep() }
        if machine.playhead.isMoving { decide { $0.advance(at: $1) } }
        placeCues()
        fill()
        if media.inspect({ $0.mayChangeAudio }) { supply { $0.changeAudio(at: $1) } }
        decide { $0.settle(at: $1) }
        rejoinIfBehind()
        scheduleWake()
        scheduleLook()
    }

    /// Jumps, or fails the session, if the live window has moved past the playhead.
    private func rejoinIfBehind() {
        guard let follower = media.follower, machine.phase == .ready,
            let reaction = follower.reaction(
                of: media.tracks, at: placeOfInterest,
                dvrFrom: media.plan.source.dvrThreshold(media.options))
        else { return }
        switch reaction {
        case .jump(let position):
            // If playback already waits at this position, another jump has no effect.
            guard position != placeOfInterest else { return }
            follower.rejoin(from: placeOfInterest, at: position)
            media.observers.report(rejoinFrom: placeOfInterest, at: position)
            decide { $0.rejoin(at: position, now: $1) }
            turn(.wake)
        case .fail(let error): fail(error)
        }
    }

    /// Moves the playhead at a scheduled time at which only its progress is reported.
    ///
    /// - Returns: Whether the progress was reported. Otherwise, the function did nothing, and the
    ///   session requires a whole step.
    func tick() -> Bool {
        var effects = takeSpareEffects()
        let next = machine.tick(at: world.loop.now, into: &effects)
        if next != nil { perform(&effects) }
        spareEffects = effects
        guard let next else { return false }
        world.loop.schedule(wake, at: next)
        return true
    }

    /// Requests the missing media ahead of the playhead.
    private func fill() {
        repeat {
            guard machine.isFetching else { break }
            if media.choosesAtArrival { supply { $0.chooseAtArrival(at: $1) } }
            guard !refilling.rests else { continue }
            let goal = refilling.goal(refillMoment, media)
            var waiting: [Track.Number] = []
            while machine.isFetching,
                supply({ $0.fill(below: goal, besides: &waiting, at: $1) })
            {}
            if machine.isFetching, waiting.isEmpty {
                refilling.restIfFull(refillMoment, media, goal)
            }
        } while machine.isFetching && media.requests.isHolding && supply { $0.placeHeld(at: $1) }
    }

    /// Adds the cues that have arrived and can be placed, and reports the cues that are due.
    private func placeCues() {
        guard media.awaitsCues else { return }
        // The cues up to the playhead are reported before new cues are added. A new cue that the
        // playhead has already passed is never reported; `missed` lists such cues for the ledger.
        decide { machine, _ in machine.followCues() }
        for placed in media.takeCues() {
            let missed = machine.reporter.missedCues(
                placed.cues, joinsPieces: placed.joinsPieces)
            media.record.place(placed, missed: missed, cuePlayback)
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
    func forgetCues() {
        media.forgetCues(passed: machine.played.withSubtitles)
        media.record.forgetMisplacedCues(in: cuePlayback)
        decide { $0.forgetCues(at: $1) }
    }

    /// The played part of the presentation, which determines whether misplaced cues are lost.
    private var cuePlayback: MisplacedCues.Playback {
        MisplacedCues.Playback(
            end: media.tracks.presentationEnd, passed: machine.played.withSubtitles,
            isBroadcast: media.follower != nil)
    }

    /// Sets the stretch in which only progress is reported, and returns the next wake-up time.
    ///
    /// - Returns: The instant at which the session must continue; `nil` while the playhead does not
    ///   move.
    private static func wake(
        _ machine: inout PlaybackMachine, after plan: WakePlan, _ buffer: BufferOptimizer
    ) -> Instant? {
        machine.quiet = plan.stretch(after: machine.played, buffer)
        return machine.wake(before: plan.stop)
    }

    /// Schedules the next time at which the session must continue, if that time is known.
    ///
    /// The function also determines whether the session only reports progress at the times before
    /// its next step.
    private func scheduleWake() {
        let moment = refillMoment
        refilling.follow(moment)
        handOverTracks()
        guard moment.isMoving else {
            guard let next = refilling.nextLook(at: moment) else { return wake.cancel() }
            return world.loop.schedule(wake, at: next)
        }
        var plan = WakePlan(
            position: moment.position, goal: refilling.planned(moment, media),
            stop: machine.nextStop)
        media.add(to: &plan)
        guard let next = Self.wake(&machine, after: plan, policy.buffer) else { return }
        world.loop.schedule(wake, at: refilling.isArriving ? max(next, refilling.nextLook) : next)
    }
}
