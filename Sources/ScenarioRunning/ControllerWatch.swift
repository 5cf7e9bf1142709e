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
    private var observations: [Hold] = []

    /// Starts to observe a controller; earlier events are not recorded.
    ///
    /// Requests are recorded in the request log of the controller's world. If the world has no
    /// request log, one is created.
    ///
    /// - Parameters:
    ///   - controller: The controller.
    ///   - silenceLimit: The longest acceptable time without an event while the player should play.
    public init(_ controller: PlaybackController, silenceLimit: Duration = .seconds(60)) {
        self.controller = controller
        firstRate = controller.playbackRate
        chronicle = Chronicle(
            lints: Lints.all(
                silenceLimit: silenceLimit,
                after: controller.currentSession.map {
                    EarlierSession(of: $0, at: controller.world.loop.now)
                }))
        if controller.world.requestLog == nil { controller.world.requestLog = RequestLog() }
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
    ///   for each invalid part.
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
        return expectations.compactMap { $0.inspection(record, cuePoints)?.settled }
    }

    /// Performs the checks that apply to every run: the ledgers of the sessions, and the lints.
    ///
    /// - Parameter expectations: The exceptions for the ledgers: permitted losses, expected errors,
    ///   or videos that are not played to their end.
    /// - Returns: The checks.
    public func standingChecks(_ expectations: [Expectation] = []) -> [Check] {
        var record = record(expectations)
        record.findings = chronicle.findingsIfClosed(
            at: controller.world.loop.now, isIdle: controller.world.loop.isIdle)
        return unfinishedRun
            + (record.standingInspections + Verdict.lints(record)).map(\.settled)
    }

    /// A failed check if the latest run of the controller ended at a limit; otherwise empty.
    private var unfinishedRun: [Check] {
        guard let found = controller.unfinishedRun else { return [] }
        let failure = Failure(expected: "a run that leaves no events", found: found)
        return [Check("scenario.cancelled", "the run was not given up", .failed(failure))]
    }

    private func record(_ expectations: [Expectation]) -> RunRecord {
        var scenario = Scenario("test", assets: [])
        scenario.expectations = expectations
        scenario.player.autoPlay = controller.autoPlay
        scenario.player.options = controller.options
        scenario.player.rate = firstRate
        var record = RunRecord(scenario, chronicle)
        record.sessions = controller.ledgers.map { ledger in
            // If the test itself abandons a session, media that was not played does not count as
            // lost.
            let isOver = ledger.sessionNumber != controller.currentSession?.number
            return SessionOutcome(
                number: ledger.sessionNumber, ledger: ledger,
                wasTakenAway: isOver && ledger.failure == nil)
        }
        record.skippedVideos = controller.skippedVideos
        record.waitingVideos = controller.waitingVideos
        record.requests = controller.world.requestLog?.folded ?? FoldedList()
        record.end = controller.world.loop.now
        record.isIdle = controller.world.loop.isIdle
        return record
    }
}

extension EarlierSession {
    /// Records the present state of a session that began before the observation.
    fileprivate init(of session: PlaybackSession, at instant: Instant) {
        self.init(
            number: session.number, isReady: session.isReady,
            isLoading: !session.isReady && session.failure == nil, isPlaying: session.isPlaying,
            instant: instant, position: session.position)
    }
}
