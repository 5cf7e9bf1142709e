/// Observes a controller driven by a test, and compares its events with expectations.
///
/// ```swift
/// let probe = PlaybackProbe(controller)
/// controller.run()
/// try probe.expect(.everyCuePointOnce, .order([EventPattern("Ready"), EventPattern("End")]))
/// try probe.check()
/// ```
///
/// Its methods throw errors with complete descriptions, which both testing frameworks print.
public final class PlaybackProbe {
    private let watch: ControllerWatch
    private let name: String

    /// Creates a probe that observes a controller; earlier events are not recorded.
    ///
    /// Expectations about requests concern all later requests in the controller's world, including
    /// requests of other controllers and of downloads in that world.
    ///
    /// - Parameters:
    ///   - controller: The controller.
    ///   - name: The name of the controller in failure messages.
    ///   - silenceLimit: The longest acceptable time without an event while the player should play.
    public init(
        _ controller: PlaybackController, name: String = "playback",
        silenceLimit: Duration = .seconds(60)
    ) {
        watch = ControllerWatch(controller, silenceLimit: silenceLimit)
        self.name = name
    }

    /// The current trace: one line for each event, ended by a line feed.
    public var trace: String { watch.trace.reduce(into: "") { $0 += $1 + "\n" } }

    /// Ends the test unless the recorded events meet expectations.
    ///
    /// - Parameters:
    ///   - first: The first expectation.
    ///   - others: Further expectations.
    /// - Throws: ``ScenarioFailure`` with the expectations that fail. Expectations that only permit
    ///   exceptions fail, because they have an effect only in ``check(_:)``.
    public func expect(
        _ first: Expectation, _ others: Expectation...
    ) throws(ScenarioFailure) {
        let expectations = [first] + others
        let checks = expectations.compactMap(\.exceptionCheck) + watch.checks(of: expectations)
        if let failure = ScenarioFailure(of: name, checks: checks) {
            throw failure
        }
    }

    /// Ends the test unless events were reported in this order, possibly with others in between.
    ///
    /// - Parameter names: The base names of delegate methods, or the names of lifecycle events.
    /// - Throws: ``ScenarioFailure`` with the first missing event.
    public func expectOrder(_ names: String...) throws(ScenarioFailure) {
        try expect(.order(names.map { EventPattern($0) }))
    }

    /// Ends the test unless the general requirements and the given expectations are met.
    ///
    /// The general requirements apply to every playback:
    ///
    /// - the accounts of each session (its ledger) balance, and the played media was intact;
    /// - every video in the queue of the controller is played to its end, even if the app or the
    ///   test replaces or skips it;
    /// - every fault and every network change in the `PlaybackOptions` of the world occurs;
    /// - no error is reported, and no lint reports a problem;
    /// - the latest run of the controller processed all events, and did not stop at a limit.
    ///
    /// Some expectations state exceptions to these requirements: permitted losses of media,
    /// expected errors, an expected event whose pattern names a failure, or a video that is not
    /// played to its end.
    ///
    /// - Parameter expectations: The expectations, which may be exceptions.
    /// - Throws: ``ScenarioFailure`` with the requirements and the expectations that are not met.
    public func check(_ expectations: Expectation...) throws(ScenarioFailure) {
        let checks = watch.standingChecks(expectations) + watch.checks(of: expectations)
        if let failure = ScenarioFailure(of: name, checks: checks) { throw failure }
    }
}

extension Expectation {
    /// A failed check if the expectation only permits exceptions to other checks; otherwise `nil`.
    fileprivate var exceptionCheck: Check? {
        switch self {
        case .allowed, .allowedBroadcast:
            Check(
                "scenario.invalid", "the expectations make sense",
                .failed(
                    Failure(
                        expected: "an expectation with a check of its own",
                        found: "an exception, which has an effect only in check(_:)")))
        default: nil
        }
    }
}
