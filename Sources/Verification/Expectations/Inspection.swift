import HeadlessPlayback

/// A check together with everything that it found wrong, before it is settled what of that counts.
///
/// A check of a report says one failure. What is known to be wrong must not hide what is not, so that
/// all are kept until the known issues have been held against them.
struct Inspection {
    private let check: Check
    private let failures: [Failure]

    /// Creates a check that holds where nothing is wrong.
    init(_ code: String, _ name: String, _ failures: [Failure]) {
        check = Check(code, name, .passed)
        self.failures = failures
    }

    /// Takes over a check that says everything by itself.
    init(_ check: Check) {
        self.check = check
        switch check.outcome {
        case .failed(let failure), .broken(let failure): failures = [failure]
        case .passed, .known, .skipped: failures = []
        }
    }

    /// The check when nothing is known to be wrong.
    var settled: Check {
        var occurred: [Bool] = []
        return settled(knowing: [], &occurred)
    }

    /// The check when some things are known to be wrong: it is known only if each of its failures is.
    ///
    /// - Parameters:
    ///   - issues: What is known to be wrong.
    ///   - occurred: For each of them, whether it was found; set for those that are.
    /// - Returns: The check, with the first failure that is not known, or else the first of all.
    func settled(knowing issues: [KnownIssue], _ occurred: inout [Bool]) -> Check {
        var known: (issue: KnownIssue, failure: Failure)?
        var unknown: [Failure] = []
        for failure in failures {
            let matching = issues.indices.filter { issues[$0].fits(check.code, failure) }
            for index in matching { occurred[index] = true }
            if let first = matching.first {
                known = known ?? (issues[first], failure)
            } else {
                unknown.append(failure)
            }
        }
        var result = check
        if let first = unknown.first {
            let failure = first.and(unknown.count - 1)
            if case .broken = check.outcome {
                result.outcome = .broken(failure)
            } else {
                result.outcome = .failed(failure)
            }
        } else if let known {
            result.outcome = .known(
                known.failure.and(failures.count - 1), bug: known.issue.bug)
        }
        return result
    }
}

extension Failure {
    /// The failure with the number of those that are not told.
    fileprivate func and(_ others: Int) -> Failure {
        guard others > 0 else { return self }
        var copy = self
        copy.found += " (and \(others) more)"
        return copy
    }
}

extension KnownIssue {
    /// Whether a failure is the one that is known.
    fileprivate func fits(_ code: String, _ failure: Failure) -> Bool {
        guard code == self.code else { return false }
        guard let text else { return true }
        return failure.expected.contains(text) || failure.found.contains(text)
    }
}
