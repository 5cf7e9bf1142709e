import Presentation
import VirtualTime

/// Decides when a session requests media, depending on the media that is already buffered.
///
/// During a rest, the session makes no requests for media. A rest begins when the buffer is full.
final class Refilling {
    // The parts of the policy that this class needs. Each method call on the whole policy would
    // copy it.
    private let rules: RefillRules
    private let leadGoal: PlaybackPolicy.LeadGoal
    private let loop: EventLoop
    private let alarm: Alarm
    private var rest: RefillRest
    /// Whether a segment that can be played before it is complete is being received.
    var isArriving = false

    /// Creates a state in which requests are not paused.
    ///
    /// - Parameters:
    ///   - policy: The policy to follow.
    ///   - loop: The event loop of the virtual clock.
    ///   - end: Called when a pause in requests is over.
    init(_ policy: PlaybackPolicy, _ loop: EventLoop, end: @escaping () -> Void) {
        rules = policy.refill
        leadGoal = policy.leadGoal
        self.loop = loop
        rest = RefillRest(policy.refill)
        alarm = Alarm(end)
    }

    /// Whether a rest, which is a pause in the requests for media, is in progress.
    var rests: Bool { rest.rests(at: loop.now) }

    /// The instant of the next check of a segment that is being received.
    var nextLook: Instant { loop.now.advanced(by: .milliseconds(10)) }

    /// Returns the instant of the next check of a waiting playhead; `nil` when no check is due.
    func nextLook(at moment: RefillMoment) -> Instant? {
        guard isArriving, moment.isWaiting else { return moment.waitEnd }
        return min(moment.waitEnd ?? nextLook, nextLook)
    }

    /// Returns the position from which buffered media is measured for decisions about requests.
    func counted(_ moment: RefillMoment) -> MediaTime {
        let hasStarted = moment.waitEnd != nil || moment.viewed > .zero
        return moment.place + (hasStarted ? rules.readAhead : .zero)
    }

    /// Returns the position up to which tracks should be buffered.
    ///
    /// If the rules exclude the end of the last segment from the buffered media, the length of that
    /// end is added to the position.
    func goal(_ moment: RefillMoment, _ media: MediaSupply) -> MediaTime {
        let goal = counted(moment) + leadGoal.lead(viewed: moment.viewed)
        guard rules.uncounted != WithheldEnd() else { return goal }
        let isInFragments = media.inspect { $0.hasFragments }
        return goal + rules.uncounted.length(inFragments: isInFragments)
    }

    /// Returns the amount of media to buffer ahead of the playhead, for a ``WakePlan``.
    ///
    /// The amount is zero during a rest, which is a pause in the requests for media.
    func planned(_ moment: RefillMoment, _ media: MediaSupply) -> MediaTime {
        guard rest.end == nil else { return .zero }
        return goal(moment, media) - moment.position
    }

    /// Pauses the requests for media if the buffer is full.
    ///
    /// - Parameters:
    ///   - present: A closure that returns the state of the machine. The closure is called only for
    ///     players that pause their requests.
    ///   - media: The supply of the session's media.
    ///   - goal: The position up to which the tracks should be buffered.
    func restIfFull(
        _ present: @autoclosure () -> RefillMoment, _ media: MediaSupply, _ goal: MediaTime
    ) {
        guard rules.askAgainAt != nil, media.assetLoad.pendingVariant == nil else { return }
        let moment = present()
        let lead = media.inspect {
            $0.restingLead(
                below: goal, from: moment.place, ahead: counted(moment), rules: rules)
        }
        guard let lead else { return }
        rest.begin(with: lead, at: moment.rate, loop.now)
    }

    /// Ends the pause in requests, because media that is not buffered is needed.
    func stop() {
        rest.stop()
        alarm.cancel()
    }

    /// Schedules the end of a rest (a pause in requests), unless playback is paused.
    func follow(_ moment: RefillMoment) {
        guard let end = rest.end, moment.isFetching, !moment.isPaused else {
            return alarm.cancel()
        }
        loop.schedule(alarm, at: end)
    }
}

/// The values of a playback machine that determine the requests for media.
///
/// The whole machine is large, and each use of it as an argument would copy it.
struct RefillMoment {
    /// The position of the playhead.
    let position: MediaTime
    /// The position of the playhead, or the target of a seek in progress.
    let place: MediaTime
    /// The amount of media that the playhead has passed.
    let viewed: MediaTime
    /// The rate of the playhead.
    let rate: PlaybackRate
    /// The instant at which the playhead ends its wait; `nil` until enough media is buffered.
    let waitEnd: Instant?
    /// Whether the playhead moves.
    let isMoving: Bool
    /// Whether the playhead waits for media.
    let isWaiting: Bool
    /// Whether the session fetches media.
    let isFetching: Bool
    /// Whether playback has begun and is paused now.
    let isPaused: Bool
}

// The machine is passed as `inout` although nothing changes it: as a value, it would be copied.
extension RefillMoment {
    /// Reads the state of a machine at an instant.
    init(of machine: inout PlaybackMachine, at now: Instant) {
        position = machine.playhead.position(at: now)
        place = machine.placeOfInterest(position)
        viewed = machine.played.total
        rate = machine.playhead.rate
        waitEnd = machine.waitEnd
        isMoving = machine.playhead.isMoving
        isWaiting = machine.waiting != nil
        isFetching = machine.isFetching
        isPaused = machine.isPaused
    }
}

extension SupplyMoment {
    /// Reads the state of a machine at an instant.
    init(of machine: inout PlaybackMachine, at now: Instant) {
        position = machine.playhead.position(at: now)
        place = machine.placeOfInterest(position)
        passed = machine.played.intervals
        if case .loading(let purpose) = machine.phase { load = purpose } else { load = nil }
    }
}

extension SessionShell {
    /// The current values of the machine that determine the requests for media.
    var refillMoment: RefillMoment { RefillMoment(of: &machine, at: world.loop.now) }
}
