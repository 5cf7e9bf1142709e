import Presentation
import VirtualTime

/// The times at which a session requests media: by its lead, and not while it rests.
final class Refilling {
    private let policy: PlaybackPolicy
    private let loop: EventLoop
    private let alarm: Alarm
    private var rest: RefillRest
    /// Whether a segment is arriving that can be played meanwhile.
    var isArriving = false

    /// Creates a state without a rest.
    ///
    /// - Parameters:
    ///   - policy: The policy to follow.
    ///   - loop: The loop of the world.
    ///   - end: Called when a rest is over.
    init(_ policy: PlaybackPolicy, _ loop: EventLoop, end: @escaping () -> Void) {
        self.policy = policy
        self.loop = loop
        rest = RefillRest(policy.refill)
        alarm = Alarm(end)
    }

    /// Whether requests rest now.
    var rests: Bool { rest.rests(at: loop.now) }

    /// The instant of the next look at a segment that can be played while it arrives.
    var nextLook: Instant { loop.now.advanced(by: .milliseconds(10)) }

    /// Returns the instant of the next look at a playhead that waits; `nil` without one.
    func nextLook(at machine: PlaybackMachine) -> Instant? {
        guard isArriving, machine.waiting != nil else { return machine.waitEnd }
        return min(machine.waitEnd ?? nextLook, nextLook)
    }

    /// Returns the position that the lead for requests counts from.
    func counted(_ machine: PlaybackMachine) -> MediaTime {
        let hasStarted = machine.waitEnd != nil || machine.played.total > .zero
        return machine.placeOfInterest(at: loop.now)
            + (hasStarted ? policy.refill.readAhead : .zero)
    }

    /// Returns the position up to which tracks should be ready.
    func goal(_ machine: PlaybackMachine, _ media: MediaSupply) -> MediaTime {
        media.goal(policy.goal(viewed: machine.played.total), from: counted(machine))
    }

    /// Returns the amount of media to have ready, for the plan of a wake.
    func planned(_ machine: PlaybackMachine, _ media: MediaSupply) -> MediaTime {
        guard rest.end == nil else { return .zero }
        return goal(machine, media) - machine.playhead.position(at: loop.now)
    }

    /// Begins a rest if the buffer is full.
    func restIfFull(_ machine: PlaybackMachine, _ media: MediaSupply, _ goal: MediaTime) {
        let place = machine.placeOfInterest(at: loop.now)
        guard let lead = media.restingLead(below: goal, from: place, ahead: counted(machine))
        else { return }
        rest.begin(with: lead, at: machine.playhead.rate, loop.now)
    }

    /// Ends a pause of requests, because other media is needed.
    func stop() {
        rest.stop()
        alarm.cancel()
    }

    /// Schedules the end of a rest, unless playback is paused.
    func follow(_ machine: PlaybackMachine) {
        guard let end = rest.end, machine.isFetching, !machine.isPaused else {
            return alarm.cancel()
        }
        loop.schedule(alarm, at: end)
    }
}
