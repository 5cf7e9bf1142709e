public import HeadlessPlayback
import PlaybackControl
public import RunResults
public import Scenarios
import Sessions
import VirtualTime

/// Observes a controller driven by a test, as a runner does for a scenario.
///
/// The observer writes the trace and passes events to the lints. Its records can be compared with
/// the expectations of scenarios. It refuses expectations about downloads, a key server, latency
/// and the playback rate, and about events that occur only in the trace of a scenario.
public final class ControllerWatch {
    private let controller: PlaybackController
    private let chronicle: Chronicle
    /// The playback rate at the start of the observation.
    private let firstRate: Double
    /// The number of sessions that had been replaced before the observation began.
    private let sessionsBefore: Int
    /// The request log at the start of the observation, and its number of requests.
    private let requestsBefore: (log: RequestLog, count: Int)
    /// The instant at which the observation began.
    private let start: Instant
    private var observations: [Hold] = []

    /// Starts to observe a controller; earlier events are not recorded.
    ///
    /// Requests are recorded in the request log of the controller's world. If the world has no
    /// request log, one is created. The log does not distinguish the controllers of a world, so
    /// later requests of other controllers and of downloads are included.
    ///
    /// - Parameters:
    ///   - controller: The controller.
    ///   - silenceLimit: The longest acceptable time without an event while the player should play.
    public init(_ controller: PlaybackController, silenceLimit: Duration = .seconds(60)) {
        self.controller = controller
        firstRate = controller.playbackRate
        let count = controller.ledgers.count
        sessionsBefore = controller.currentSession == nil ? count : count - 1
        let log = controller.world.requestLog ?? RequestLog()
        requestsBefore = (log, log.count)
        start = controller.world.loop.now
        chronicle = Chronicle(
            lints: Lints.all(
                silenceLimit: silenceLimit,
                after: controller.currentSession.map {
                    EarlierSession(of: $0, at: controller.world.loop.now)
                }))
        controller.world.requestLog = log
        observations = [
            controller.observe { [weak self] in self?.chronicle.write($0, sessionsBefore: 0) },
            controller.observeCommands { [weak self] in self?.hear($0) },
        ]
    }

    private func hear(_ command: PlaybackCommand) {
        let session = controller.currentSession
        chronicle.note(
            Happening(
                .command(command), at: controller.world.loop.now, session: session?.number,
                position: session?.position ?? .zero))
    }

    /// The lines of the trace so far.
    public var trace: [String] { chronicle.lines() }

    /// Compares the events so far with expectations.
    ///
    /// - Parameter expectations: The expectations.
    /// - Returns: A check for each expectation, except for expectations that only restrict other
    ///   checks. If any expectation is invalid, none is evaluated, and the result is a failed check
    ///   for each invalid part. If the controller has had no video to play, every check fails. If
    ///   nothing was observed, every check of events and requests fails.
    public func checks(of expectations: [Expectation]) -> [Check] {
        let invalid = expectations.flatMap { $0.invalidParts + $0.partsBeyondController }
        guard invalid.isEmpty else {
            return invalid.enumerated().map { index, failure in
                Check(
                    "scenario.invalid", "the expectations make sense (\(index + 1))",
                    .failed(failure))
            }
        }
        let record = record(expectations)
        let cuePoints = CuePointCounting(record)
        let isEmpty = record.sessions.isEmpty && record.skippedVideos.isEmpty
        return expectations.compactMap { expectation in
            guard var check = expectation.inspection(record, cuePoints)?.settled else { return nil }
            // Without a video or an observed moment, a check passes only because no event occurred,
            // so it must fail.
            if isEmpty, !check.isBad {
                check.outcome = .failed(
                    record.failure(expected: "a video is played", found: "none"))
            } else if hasObservedNothing(record), !expectation.isOfLedgers, !check.isBad {
                check.outcome = .failed(
                    record.failure(
                        expected: "something is observed",
                        found: "nothing since the observation began at \(start)"))
            }
            return check
        }
    }

    /// Returns whether no event, command, request or time passed since the observation began.
    private func hasObservedNothing(_ record: RunRecord) -> Bool {
        record.happenings.isEmpty && record.requests.isEmpty && record.end == start
    }

    /// Performs the checks that apply to every run: the faults, the ledgers and the lints.
    ///
    /// Each fault and each change of the network that the options of the world state must have
    /// occurred. A session that the app or the test replaces before the end of its video fails the
    /// checks, unless it was replaced before the observation began.
    ///
    /// - Parameter expectations: The exceptions for the ledgers: permitted losses, expected errors,
    ///   or videos that are not played to their end.
    /// - Returns: The checks.
    public func standingChecks(_ expectations: [Expectation] = []) -> [Check] {
        var record = record(expectations)
        record.findings = chronicle.findingsIfClosed(
            at: controller.world.loop.now, isIdle: controller.world.loop.isIdle)
        let inspections =
            Verdict.faults(record) + record.standingInspections + Verdict.lints(record)
        return unfinishedRun + inspections.map(\.settled)
    }

    /// A failed check if the latest run of the controller ended at a limit; otherwise empty.
    private var unfinishedRun: [Check] {
        guard let found = controller.unfinishedRun else { return [] }
        let failure = Failure(expected: "a run that leaves no events", found: found)
        return [Check("scenario.cancelled", "the run was not cancelled", .failed(failure))]
    }

    private func record(_ expectations: [Expectation]) -> RunRecord {
        var scenario = Scenario("test", assets: [])
        scenario.expectations = expectations
        scenario.player.autoPlay = controller.autoPlay
        scenario.player.options = controller.options
        scenario.surroundings.faults = controller.world.faultRules
        scenario.surroundings.network = controller.world.network
        scenario.player.rate = firstRate
        var record = RunRecord(scenario, chronicle)
        record.sessions = controller.ledgers.enumerated().map { place, ledger in
            SessionOutcome(
                number: ledger.sessionNumber, ledger: ledger,
                wasTakenAway: place < sessionsBefore && ledger.failure == nil,
                wasReplaced: ledger.sessionNumber != controller.currentSession?.number)
        }
        record.skippedVideos = controller.skippedVideos
        record.waitingVideos = controller.waitingVideos
        record.requests = requests
        record.metFaults = controller.world.metFaults
        record.end = controller.world.loop.now
        record.isIdle = controller.world.loop.isIdle
        return record
    }

    /// The requests since the observation began.
    private var requests: FoldedList<RequestRecord> {
        guard let log = controller.world.requestLog else { return FoldedList() }
        guard log === requestsBefore.log, requestsBefore.count > 0 else { return log.folded }
        return log.folded.dropFirst(requestsBefore.count)
            .reduce(into: FoldedList()) { $0.append($1) }
    }
}

extension Expectation {
    /// Whether the ledgers of sessions decide the expectation.
    ///
    /// The ledger of a session also covers the time before an observation began.
    fileprivate var isOfLedgers: Bool {
        switch self {
        case .end, .variants, .jumps, .alteredPlaylists: true
        default: false
        }
    }
}

extension EarlierSession {
    /// Records the current state of a session that began before the observation.
    fileprivate init(of session: PlaybackSession, at instant: Instant) {
        self.init(
            number: session.number, isReady: session.isReady,
            isLoading: !session.isReady && session.failure == nil, isPlaying: session.isPlaying,
            instant: instant, position: session.position)
    }
}
