import HeadlessPlayback
package import Scenarios

/// Finds expectations that identify an error only by a code used in several domains.
///
/// Source: `Documentation/Brightcove.md#errors`.
package enum ErrorDomainLint {
    package static let code = "lint.error-domain"

    /// The codes that more than one domain of the simulated SDK uses.
    private static let sharedCodes = 69401...69404

    /// Checks the expectations of a scenario.
    ///
    /// - Parameter expectations: The expectations.
    /// - Returns: A finding for each ambiguous expectation.
    package static func findings(in expectations: [Expectation]) -> [LintFinding] {
        var codes: [Int] = []
        for expectation in expectations {
            switch expectation {
            case .errors(let errors):
                codes += errors.filter { $0.domain == nil }.map(\.code)
            case .order(let patterns): codes += patterns.compactMap(bareCode)
            case .count(let pattern, _), .never(let pattern):
                codes += [pattern].compactMap(bareCode)
            default: break
            }
        }
        return codes.filter(sharedCodes.contains).map { number in
            LintFinding(
                code, expected: "a domain with the code \(number), which several domains have",
                found: "only the code", at: .start)
        }
    }

    private static func bareCode(_ pattern: EventPattern) -> Int? {
        pattern.text.flatMap { Int($0) }
    }
}
