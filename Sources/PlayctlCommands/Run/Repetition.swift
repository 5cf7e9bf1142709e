import CommandTree
import HeadlessPlayback
package import RunResults

/// Checks whether a scenario is deterministic, by running it several times.
package enum Repetition {
    /// Runs a scenario several times.
    ///
    /// - Parameters:
    ///   - count: The number of runs.
    ///   - run: Runs the scenario once.
    /// - Returns: The first result, with a check that the other results are equal to it.
    package static func run(_ count: Int, _ run: () -> ScenarioResult) -> ScenarioResult {
        var first = run()
        guard count > 1 else { return first }
        var wallTime = first.wallTime
        var failure: Failure?
        for number in 2...count where failure == nil {
            // After an interruption, all runs are cancelled and have equal results, so the search
            // for a difference would not end the loop.
            if Interruption.hasHappened { break }
            let next = run()
            wallTime += next.wallTime
            failure = difference(of: next, number: number, from: first)
        }
        first.wallTime = wallTime
        first.checks.append(
            Check(
                "scenario.nondeterministic", "\(count) runs are equal",
                failure.map(Check.Outcome.failed) ?? .passed))
        return first
    }

    /// Returns the first difference between two results, ignoring wall times; `nil` when equal.
    private static func difference(
        of result: ScenarioResult, number: Int, from first: ScenarioResult
    ) -> Failure? {
        var compared = result
        compared.wallTime = first.wallTime
        if compared == first { return nil }
        let traces = zip(first.trace, result.trace)
        let place =
            traces.enumerated().first { $0.element.0 != $0.element.1 }?.offset
            ?? min(first.trace.count, result.trace.count)
        if place < max(first.trace.count, result.trace.count) {
            func line(_ trace: [String]) -> String {
                trace.indices.contains(place) ? trace[place] : "the end of the trace"
            }
            let start = max(0, place - 3)
            let context = first.trace[start..<min(place + 1, first.trace.count)].enumerated().map {
                TraceExcerptLine(
                    number: start + $0.offset + 1, text: $0.element,
                    isMarked: start + $0.offset == place)
            }
            return Failure(
                expected: "run \(number) as the first: \(line(first.trace))",
                found: line(result.trace), context: context)
        }
        for (one, other) in zip(first.checks, result.checks) where one != other {
            return Failure(
                expected: "run \(number) as the first: \(one.code) \(one.outcome)",
                found: "\(other.code) \(other.outcome)")
        }
        return Failure(
            expected: "run \(number) as the first",
            found: "other checks, metrics or histories, with an equal trace")
    }
}
