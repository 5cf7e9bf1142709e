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
        for (index, expectation) in scenario.expectations.enumerated() {
            let line = scenario.lines.line(of: index, in: \.expectations)
            checks += expectation.checks(record, cuePoints).map { $0.asked(by: line) }
        }
        checks += lints(record)
        checks += scenario.thresholds.enumerated().map { index, threshold in
            threshold.check(metrics).asked(by: scenario.lines.line(of: index, in: \.thresholds))
        }
        return unique(applying(scenario, to: checks))
    }

    /// A step that was not done makes a scenario say less than it seems to.
    private static func steps(_ record: RunRecord) -> Check {
        var failure: Failure?
        var place: Int?
        if let problem = record.problems.first {
            place = problem.place
            let step = problem.place.map { "step \($0 + 1) is done" } ?? "a store"
            failure = record.failure(
                expected: step, found: problem.reason, at: problem.instant, line: problem.line)
        } else if let undone = record.undone.first {
            place = undone
            let (verb, object) = record.scenario.steps[undone].action
                .text(in: record.scenario.assets)
            let name = object.isEmpty ? verb : "\(verb) \(object)"
            failure = record.failure(
                expected: "step \(undone + 1), \(name), is done",
                found: "its moment never came", line: record.chronicle.lines.count)
        }
        failure?.line = place.flatMap { record.scenario.lines.line(of: $0, in: \.steps) }
        return Check("scenario.step", "every step is done", failure.map { .failed($0) } ?? .passed)
    }

    /// A check for each code of a lint.
    static func lints(_ record: RunRecord) -> [Check] {
        let findings =
            record.findings + ErrorDomainLint.findings(in: record.scenario.expectations)
        return Lints.codes.map { code in
            let own = findings.filter { $0.code == code }
            let name = CheckCode.claim(of: code)
            guard let first = own.first else { return Check(code, name, .passed) }
            let more = own.count > 1 ? " (and \(own.count - 1) more)" : ""
            return Check(
                code, name,
                .failed(
                    record.failure(
                        expected: first.expected, found: first.found + more,
                        at: first.line > 0 ? first.instant : nil, line: first.line)))
        }
    }

    // MARK: What is known to be wrong

    private static func applying(_ scenario: Scenario, to checks: [Check]) -> [Check] {
        let issues = scenario.knownIssues
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
        for (index, issue) in issues.enumerated() where !occurred[index] && !issue.isSometimes {
            let text = issue.text.map { " with \"\($0)\"" } ?? ""
            let failure = Failure(
                expected: "\(issue.code)\(text) fails, as is known", found: "it does not",
                line: scenario.lines.line(of: index, in: \.knownIssues))
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

extension Check {
    /// The check with the line of the scenario's file that asked for it.
    fileprivate func asked(by line: Int?) -> Check {
        var check = self
        switch outcome {
        case .failed(var failure):
            failure.line = line
            check.outcome = .failed(failure)
        case .broken(var failure):
            failure.line = line
            check.outcome = .broken(failure)
        case .passed, .known, .skipped: break
        }
        return check
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
