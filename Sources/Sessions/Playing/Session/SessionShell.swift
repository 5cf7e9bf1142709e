import Formats
import Playlists
import Presentation
import Transport
import VirtualTime

/// The shell of a session, which handles one input after another and performs the consequences.
///
/// Everything that happens to a session arrives as an input. If an input requires a step,
/// the session then evaluates its whole state. The shell decides nothing itself. `PlaybackMachine`
/// decides which events are reported and when the playhead moves, `MediaSupply` obtains media, and
/// `PlaybackPolicy` has the rules of both. The shell has no reference to its session.
final class SessionShell {
    let plan: SessionPlan
    let world: PlaybackWorld
    let policy: PlaybackPolicy
    let options: PlaybackOptions
    /// A closure that handles an input, and keeps the session alive until the end of the handling.
    let input: (SessionInput) -> Void
    let listener: (SessionReport) -> Void

    var machine: PlaybackMachine
    let media: MediaSupply
    var calls = CallTable()
    let wake: Alarm
    let latencyLook: Alarm
    let refilling: Refilling
    /// The client that applies the limit on concurrent streams; `nil` if there is no limit.
    var streams: StreamConcurrencyClient?
    var spareEffects: [PlaybackEffect] = []
    /// The queue of the inputs that arrive while another input is handled.
    let turns = TurnQueue<SessionInput>()

    /// The language of captions that an earlier session selected; `nil` when it selected none.
    var persistedCaptionLanguage: String?
    /// The app's certificates for its key systems; `nil` when the session belongs to no controller.
    var applicationCertificates: ApplicationCertificates?
    /// Whether the session is played on another device.
    private(set) var isExternal = false

    /// Creates the shell of a session that has not loaded its source yet.
    ///
    /// - Parameters:
    ///   - number: The number of the session in its controller.
    ///   - plan: The plan of the session.
    ///   - world: The environment of the playback.
    ///   - rate: The speed of the playhead.
    ///   - policy: The policy to follow; `nil` means the policy that follows from the environment's
    ///     playback options.
    ///   - requestService: Obtains the app's service that renews playlist locations.
    ///   - input: Handles an input, and keeps the session alive until this is done.
    ///   - listener: Receives the reports of the session.
    init(
        number: Int, plan: SessionPlan, world: PlaybackWorld, rate: PlaybackRate,
        policy: PlaybackPolicy?, requestService: @escaping ManifestRenewer.ServiceRequest,
        input: @escaping (SessionInput) -> Void, listener: @escaping (SessionReport) -> Void
    ) {
        self.plan = plan
        self.world = world
        self.input = input
        self.listener = listener
        var options = world.options
        options.progressInterval = max(options.progressInterval, .milliseconds(1))
        self.options = options
        let policy = policy ?? PlaybackPolicy(options, missingSubtitles: plan.missingSubtitles)
        self.policy = policy
        machine = PlaybackMachine(
            rules: policy.rules, cuePoints: plan.video.cuePoints, rate: rate,
            at: world.loop.now)
        media = MediaSupply(
            plan, number: number, options: options, policy: policy, world: world,
            requestService: requestService
        ) { input(.arrival($0)) }
        wake = Alarm { input(.wake) }
        latencyLook = Alarm { input(.latencyLook) }
        refilling = Refilling(policy, world.loop) { input(.restEnd) }
    }

    /// The position of the playhead, or the target of a seek in progress.
    var placeOfInterest: MediaTime { machine.placeOfInterest(at: world.loop.now) }

    /// Sets whether the session is played on another device.
    func setExternal(_ isExternal: Bool) {
        self.isExternal = isExternal
        media.fetcher.isElsewhere = isExternal
        if isExternal { input(.refuseExternalPlayback) }
    }

    // MARK: Turns

    /// Handles an input, and advances the session to the present if the input requires this.
    ///
    /// Inputs that arrive during this call are handled before the call returns.
    func turn(_ input: SessionInput) {
        guard turns.begin(with: input) else { return }
        var needsStep = handle(input)
        while needsStep || !turns.end() {
            while let next = turns.next() { needsStep = handle(next) || needsStep }
            if needsStep { step() }
            needsStep = false
        }
        followStreams()
        if media.follower != nil {
            media.followPlaylists(
                isPaused: machine.isPaused, isOver: machine.phase == .finished)
        }
    }

    /// Handles an input.
    ///
    /// - Returns: Whether a call of `step()` must follow.
    private func handle(_ input: SessionInput) -> Bool {
        switch input {
        case .wake: return !tick()
        case .restEnd: break
        case .latencyLook: return lookAtLatency()
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
            let isRequested = options.reportsPauseRequestOfSystem
            decide { $0.pause(at: $1, isRequested: isRequested) }
        case .setRate(let rate):
            step()
            decide { $0.setRates(at: $1) { $0.choose(rate) } }
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
            let load = media.assetLoad
            guard
                load.asset?.maySelect(subtitles: option, insteadOf: load.selection.legible) == true
            else { return false }
            refilling.stop()
            // The step reports the cues of the previous subtitles up to the playhead, before these
            // cues are removed.
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
        media.forgetCues(passed: machine.played.withSubtitles)
        media.removeAll()
        decide { $0.load(for: purpose, at: $1) }
        var refusal: SessionError?
        for companion in plan.companions { refusal = companion.sessionLoads() ?? refusal }
        media.begin(applicationCertificates)
        decide { $0.reportLoad(at: $1) }
        if refuseExternalPlayback() { return }
        if let refusal { return fail(refusal) }
        media.load(persistedLanguage: persistedCaptionLanguage, for: purpose)
    }

    /// Fails the session if it is played on another device although its video forbids this.
    ///
    /// - Returns: Whether the session failed.
    @discardableResult
    private func refuseExternalPlayback() -> Bool {
        guard isExternal, let refusal = plan.externalPlaybackRefusal, machine.phase.mayBeRefused
        else { return false }
        fail(.refused(refusal))
        return true
    }
}
