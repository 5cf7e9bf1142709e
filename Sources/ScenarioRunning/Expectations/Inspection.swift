import HeadlessPlayback
import RunResults
import Scenarios

/// A check with all of its defects, before it is compared with the known issues.
///
/// A report shows one failure of a check. A known defect must not hide a new one, so all defects
/// are kept until the comparison.
struct Inspection {
    private let check: Check
    private let defects: [Defect]
    /// The line of the expectation in the scenario's file; `nil` if there is no such line.
    private let line: Int?

    /// Creates a check that passes if its list of defects is empty.
    init(_ code: String, _ name: String, _ defects: [Defect], line: Int? = nil) {
        check = Check(code, name, .passed)
        self.defects = defects
        self.line = line
    }

    /// Creates a check from the list of all its failures; it passes if the list is empty.
    init(_ code: String, _ name: String, _ failures: [Failure]) {
        self.init(code, name, failures.map { Defect($0) })
    }

    /// Creates an inspection from a finished check.
    init(_ check: Check, line: Int? = nil) {
        self.check = check
        self.line = line
        switch check.outcome {
        case .failed(let failure), .broken(let failure): defects = [Defect(failure)]
        case .passed, .known, .skipped: defects = []
        }
    }

    /// The check with the outcome that it has without known issues.
    var settled: Check {
        var forgiven: [Int] = []
        return settled(knowing: [], &forgiven)
    }

    /// Returns the check after comparison with the known issues.
    ///
    /// The outcome is a known issue only if all failures of the check are known issues.
    ///
    /// A known issue matches at most as many failures as it states, so that an issue with a text
    /// that is too general does not hide further failures. If several known issues match a failure,
    /// the issue with the longest text is used, because it is the most specific.
    ///
    /// - Parameters:
    ///   - issues: The known issues.
    ///   - forgiven: For each known issue, the number of failures that it has matched; updated
    ///     here.
    /// - Returns: The check, with its first unknown failure, or else its first failure.
    func settled(knowing issues: [KnownIssue], _ forgiven: inout [Int]) -> Check {
        let places = issues.indices.filter {
            CheckCode.current(issues[$0].code).contains(check.code)
        }
        var known: (issue: KnownIssue, defect: Defect)?
        var unknown: (first: Defect, count: Int)?
        for defect in defects {
            let fitting = places.filter {
                forgiven[$0] < issues[$0].times && issues[$0].fits(defect)
            }
            let length = fitting.map { issues[$0].text.utf8.count }.max()
            if let place = fitting.first(where: { issues[$0].text.utf8.count == length }) {
                forgiven[place] += 1
                known = known ?? (issues[place], defect)
            } else {
                unknown = (unknown?.first ?? defect, (unknown?.count ?? 0) + 1)
            }
        }
        var result = check
        if let (first, count) = unknown {
            let failure = joinedFailure(first, and: count - 1)
            if case .broken = check.outcome {
                result.outcome = .broken(failure)
            } else {
                result.outcome = .failed(failure)
            }
        } else if let known {
            result.outcome = .known(
                joinedFailure(known.defect, and: defects.count - 1), bug: known.issue.bug)
        }
        return result
    }

    /// Returns the failure for one defect, which also states the number of the other defects.
    private func joinedFailure(_ defect: Defect, and others: Int) -> Failure {
        var failure = defect.failure
        if others > 0 { failure.found += " (and \(others) more)" }
        failure.line = failure.line ?? line
        return failure
    }
}

extension KnownIssue {
    /// Returns whether the known issue matches a failure.
    fileprivate func fits(_ defect: Defect) -> Bool {
        defect.expected.contains(text) || defect.found.contains(text)
    }
}
