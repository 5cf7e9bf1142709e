import HeadlessPlaybackTesting
import Testing

@Suite struct VerdictTests {
    private static let failure = Failure(expected: "this", found: "that")

    @Test(arguments: [
        ([Check.Outcome.passed, .known(failure, bug: nil), .skipped("no key")], 0),
        ([.passed, .broken(failure)], 1),
        ([.failed(failure), .broken(failure), .passed], 2), ([], 2),
    ])
    func `a verdict is the outcome of the worst check, and failure without checks`(
        outcomes: [Check.Outcome], verdict: Int
    ) {
        var result = ScenarioResult(name: "a")
        result.checks = outcomes.map { Check("expect.end", "the end", $0) }
        #expect(result.verdict.rawValue == verdict)
    }
}
