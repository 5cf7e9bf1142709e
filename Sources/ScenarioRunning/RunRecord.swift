package import HeadlessPlayback
import RunResults
import Scenarios
package import VirtualTime

/// The records of a finished run, the basis of all checks.
package struct RunRecord {
    let scenario: Scenario
    package let chronicle: Chronicle
    /// The timelines of the sessions; `nil` if they were not observed.
    var timelines: TimelineWatch?
    /// The sessions of all launches of the app, in order.
    package var sessions: [SessionOutcome] = []
    /// The requests, in the order in which they were made.
    package var requests = FoldedList<RequestRecord>()
    /// The indices of the faults that were applied to at least one request.
    var metFaults: Set<Int> = []
    /// The use of the scenario's sources of keys, such as the responses of the key server.
    var keyUse = KeyUse()
    /// The numbers of requests and of licences before the first playback of a download.
    ///
    /// The value is `nil` if no download was played.
    var whenDownloadWasPlayed: (requests: Int, licences: Int)?
    /// The outcomes of the assets' downloads, by the indices of the assets.
    var downloads: [Int: DownloadOutcome] = [:]
    /// The videos that never had a session, because of an error or because no source is supported.
    var skippedVideos: [Video] = []
    /// The videos that were waiting in the controller's queue when the app died.
    ///
    /// Videos that were enqueued again later are not included.
    var droppedVideos: [DroppedVideos.Entry] = []
    /// The videos that were still waiting in the controller's queue at the end of the run.
    ///
    /// They include the videos that were inserted before the video that was current.
    var waitingVideos: [Video] = []
    /// The indices of the assets for which the playback service found no video.
    var unfoundAssets: [Int] = []
    /// The requests of the app that the playback service had not answered at the end of the run.
    var unanswered: [String] = []
    /// The steps that could not be done.
    var problems: [StepProblem] = []
    /// The indices of steps that were never due.
    package var undone: [Int] = []
    /// The findings of lints.
    var findings: [LintFinding] = []
    /// The instant of the end of the run.
    package var end = Instant.start
    /// Whether the run ended because no event was left; otherwise a limit or a step ended it.
    package var isIdle = true
    /// Whether the scenario itself ended the run, although a broadcast continues.
    package var isStopped = false
    /// Whether a limit that the scenario does not set ended the run.
    var isCutShort = false
    /// The smallest and largest distance of the playhead from the live edge in each period.
    ///
    /// The value is `nil` unless the distances were measured.
    var latencies: PeriodExtremes<MediaTime>?
    /// The lowest and highest playback rate in each period; `nil` if the rates were not measured.
    var rates: PeriodExtremes<Double>?
    /// The broadcasts of the world; `nil` if the world has none.
    var broadcasts: ScenarioBroadcasts?
    /// The results of the checks of requests for broadcasts; `nil` without broadcasts.
    var broadcastRequests: BroadcastInspector.Result?
    /// The checks of the origins of replayed recordings.
    var recordedOrigins: [OriginChecks] = []
    /// The comparison of positions and dates with the programme of a broadcast.
    var truth = ProgrammeTruth(hasBreaks: false)
    /// Whether the run was cancelled.
    var isCancelled = false

    init(_ scenario: Scenario, _ chronicle: Chronicle) {
        self.scenario = scenario
        self.chronicle = chronicle
    }

    package var happenings: FoldedList<Happening> { chronicle.happenings }
    /// The events of the run, without regular repetitions.
    ///
    /// If progress events or changes of the seekable range repeat at regular intervals, they are
    /// included only once.
    var exemplars: [Happening] { chronicle.happenings.exemplars }

    /// Returns a failure, with the trace around an event.
    func failure(expected: String, found: String, at happening: Happening?) -> Failure {
        failure(
            expected: expected, found: found, at: happening?.instant, line: happening?.line ?? 0)
    }

    /// Returns a failure, with the trace around a line; line 0 adds no trace.
    func failure(
        expected: String, found: String, at instant: Instant? = nil, line: Int = 0
    ) -> Failure {
        Failure(
            expected: expected, found: found, instant: instant,
            context: chronicle.excerpt(around: line))
    }

    /// Returns the first progress event of a session at or after a position; `nil` if none is.
    func firstProgress(of session: Int, from place: MediaTime) -> Happening? {
        happenings.first {
            $0.session == session && $0.line > 0 && $0.progress != nil && $0.position >= place
        }
    }

    /// Returns the last event of a session; `nil` if it has no events.
    func lastHappening(of session: Int) -> Happening? {
        chronicle.lastHappening(of: session)
    }
}

/// The outcome of a session.
package struct SessionOutcome {
    /// The number of the session, counted over all launches of the app.
    package let number: Int
    package let ledger: ClosedLedger
    /// Whether a step of the scenario, or the app before the observation began, ended the session.
    package let wasTakenAway: Bool
    /// Whether the session differs from the current session of an observed controller.
    var wasReplaced = false
    /// Whether the app died before the session loaded anything, and never played the video again.
    var wasLost = false

    /// The error of a session that refused a broadcast; `nil` for any other session.
    var refusedBroadcast: String? {
        guard let failure = ledger.failure, case .broadcast = failure.cause else { return nil }
        return "\(failure)"
    }
}

/// A step that could not be done.
struct StepProblem {
    /// The index of the step; `nil` when the problem concerns no particular step.
    let place: Int?
    let reason: String
    let instant: Instant
    let line: Int
    /// The object or state that was expected but missing, such as the name of a broadcast.
    ///
    /// If it is `nil`, the step was expected to be done. For a problem without a particular step,
    /// `nil` means that a usable store was expected.
    var expected: String?
    /// The faulty line of the scenario's file; `nil` means the line of the step.
    var fileLine: Int?

    init(_ place: Int?, _ reason: String, at instant: Instant, line: Int = 0) {
        self.place = place
        self.reason = reason
        self.instant = instant
        self.line = line
    }
}
