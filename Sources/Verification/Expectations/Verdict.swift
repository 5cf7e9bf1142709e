import HeadlessPlayback

/// Looks at a run: everything that is always looked at, and everything that its scenario expects.
enum Verdict {
    /// All checks of a run, in order: the steps, the ledger, the expectations, the lints, the
    /// thresholds, and at last what is known to be wrong.
    static func checks(
        of record: RunRecord, _ cuePoints: CuePointCounting,
        _ metrics: [Threshold.Metric: Double]
    ) -> [Check] {
        let scenario = record.scenario
        if record.isCancelled {
            let failure = record.failure(expected: "a run to its end", found: "it was given up")
            return [Check("scenario.cancelled", "the run was not given up", .failed(failure))]
        }
        var checks = [steps(record)] + LedgerChecks(record).all
        for expectation in scenario.expectations {
            checks += expectation.checks(record, cuePoints)
        }
        checks += lints(record)
        checks += scenario.thresholds.map { $0.check(metrics) }
        checks = applying(scenario.knownIssues, to: checks)
        return unique(checks)
    }

    /// A step that was not done makes a scenario say less than it seems to.
    private static func steps(_ record: RunRecord) -> Check {
        var failure: Failure?
        if let problem = record.problems.first {
            let step = problem.place.map { "step \($0 + 1) is done" } ?? "a store"
            failure = record.failure(
                expected: step, found: problem.reason, at: problem.instant, line: problem.line)
        } else if let place = record.undone.first {
            let (verb, object) = record.scenario.steps[place].action.text
            failure = record.failure(
                expected: "step \(place + 1), \(verb) \(object), is done",
                found: "its moment never came", line: record.chronicle.lines.count)
        }
        return Check("scenario.step", "every step is done", failure.map { .failed($0) } ?? .passed)
    }

    /// A check for each code of a lint.
    static func lints(_ record: RunRecord) -> [Check] {
        let findings =
            record.findings + ErrorDomainLint.findings(in: record.scenario.expectations)
        return Lints.codes.map { code in
            let own = findings.filter { $0.code == code }
            guard let first = own.first else { return Check(code, code, .passed) }
            let more = own.count > 1 ? " (and \(own.count - 1) more)" : ""
            return Check(
                code, code,
                .failed(
                    record.failure(
                        expected: first.expected, found: first.found + more,
                        at: first.line > 0 ? first.instant : nil, line: first.line)))
        }
    }

    // MARK: What is known to be wrong

    private static func applying(_ issues: [KnownIssue], to checks: [Check]) -> [Check] {
        var occurred = issues.map { _ in false }
        var result = checks.map { check -> Check in
            let failure: Failure
            switch check.outcome {
            case .failed(let reason), .broken(let reason): failure = reason
            case .passed, .known, .skipped: return check
            }
            let matching = issues.indices.filter { issues[$0].fits(check.code, failure) }
            for index in matching { occurred[index] = true }
            guard let first = matching.first else { return check }
            return Check(check.code, check.name, .known(failure, bug: issues[first].bug))
        }
        for (issue, occurred) in zip(issues, occurred) where !occurred && !issue.isSometimes {
            let text = issue.text.map { " with \"\($0)\"" } ?? ""
            let failure = Failure(
                expected: "\(issue.code)\(text) fails, as is known", found: "it does not")
            result.append(Check("issue.absent", "\(issue.code) is still wrong", .failed(failure)))
        }
        return result
    }

    /// Checks with names of their own: equal names are numbered.
    private static func unique(_ checks: [Check]) -> [Check] {
        var seen: [String: Int] = [:]
        return checks.map { check in
            let count = (seen[check.name] ?? 0) + 1
            seen[check.name] = count
            guard count > 1 else { return check }
            return Check(check.code, "\(check.name) (\(count))", check.outcome)
        }
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
