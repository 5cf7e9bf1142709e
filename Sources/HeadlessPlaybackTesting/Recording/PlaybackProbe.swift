/// Watches a controller that a test drives, and holds what it saw against expectations.
///
/// ```swift
/// let probe = PlaybackProbe(controller)
/// controller.run()
/// try probe.expect(.everyCuePointOnce, .order([EventPattern("Ready"), EventPattern("End")]))
/// try probe.check()
/// ```
///
/// Its methods throw errors that say everything, which both testing frameworks print.
public final class PlaybackProbe {
    private let watch: ControllerWatch
    private let name: String

    /// Begins to watch; what happened before is not seen.
    ///
    /// - Parameters:
    ///   - controller: The controller.
    ///   - name: What failures call it.
    ///   - silenceLimit: The longest time without an event, while the player is meant to play, that is
    ///     not suspicious.
    public init(
        _ controller: PlaybackController, name: String = "playback",
        silenceLimit: Duration = .seconds(60)
    ) {
        watch = ControllerWatch(controller, silenceLimit: silenceLimit)
        self.name = name
    }

    /// The trace so far: a line for each event, ended by a line feed.
    public var trace: String { watch.trace.reduce(into: "") { $0 += $1 + "\n" } }

    /// Ends the test unless what was seen so far is as expected.
    ///
    /// - Parameter expectations: What has to have come of it.
    /// - Throws: ``ScenarioFailure`` with what is not.
    public func expect(_ expectations: Expectation...) throws(ScenarioFailure) {
        if let failure = ScenarioFailure(of: name, checks: watch.checks(of: expectations)) {
            throw failure
        }
    }

    /// Ends the test unless events were told in this order; others may lie between them.
    ///
    /// - Parameter names: The base names of the delegate's methods, or those of lifecycle events.
    /// - Throws: ``ScenarioFailure`` with the first that is missing.
    public func expectOrder(_ names: String...) throws(ScenarioFailure) {
        try expect(.order(names.map { EventPattern($0) }))
    }

    /// Ends the test unless everything is right that always has to be: the ledger balances, the media
    /// is sound and played to its end, and no lint found anything.
    ///
    /// - Parameter expectations: What narrows that: allowed losses, expected errors, an end that is not
    ///   to come.
    /// - Throws: ``ScenarioFailure`` with what is wrong.
    public func check(_ expectations: Expectation...) throws(ScenarioFailure) {
        let checks = watch.standingChecks(expectations) + watch.checks(of: expectations)
        if let failure = ScenarioFailure(of: name, checks: checks) { throw failure }
    }
}
