import Presentation
import VirtualTime

/// The adaptation of the playback rate to the latency of a broadcast.
extension SessionShell {
    /// Schedules the next check of the latency, if the player adapts its rate to the latency.
    func scheduleLook() {
        guard let follower = media.follower, follower.rate != nil,
            let next = follower.nextLook(at: latencyMoment)
        else { return latencyLook.cancel() }
        world.loop.schedule(latencyLook, at: next)
    }

    /// Checks the latency, and changes the playback rate if required.
    ///
    /// - Returns: Whether a call of `step()` must follow.
    func lookAtLatency() -> Bool {
        handOverTracks()
        guard let look = media.follower?.look(at: latencyMoment), look.rate != machine.rates.catchUp
        else {
            scheduleLook()
            return false
        }
        // Until now, the playhead has moved at the former rate, so the session advances first.
        step()
        decide { $0.setRates(at: $1) { $0.follow(at: look.rate) } }
        media.observers.report(rate: look.rate, for: look.latency)
        return true
    }

    private var latencyMoment: LatencyMoment {
        LatencyMoment(
            position: machine.playhead.position(at: world.loop.now),
            readyEnd: machine.tracks.readyEnd, stalls: machine.stalls,
            isFollowed: machine.playhead.isMoving && machine.rates.chosen == .normal)
    }
}
