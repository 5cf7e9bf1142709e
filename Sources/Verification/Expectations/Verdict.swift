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
        var inspections = [steps(record)] + LedgerChecks(record).all
        for (index, expectation) in scenario.expectations.enumerated() {
            let line = scenario.lines.line(of: index, in: \.expectations)
            inspections += expectation.checks(record, cuePoints)
                .map { Inspection($0.asked(by: line)) }
        }
        inspections += lints(record)
        inspections += scenario.thresholds.enumerated().map { index, threshold in
            let line = scenario.lines.line(of: index, in: \.thresholds)
            return Inspection(threshold.check(metrics).asked(by: line))
        }
        return unique(applying(scenario, to: inspections))
    }

    /// A step that was not done makes a scenario say less than it seems to.
    private static func steps(_ record: RunRecord) -> Inspection {
        let scenario = record.scenario
        var failures = record.problems.map { problem in
            let step = problem.place.map { "step \($0 + 1) is done" } ?? "a store"
            var failure = record.failure(
                expected: step, found: problem.reason, at: problem.instant, line: problem.line)
            failure.line = problem.place.flatMap { scenario.lines.line(of: $0, in: \.steps) }
            return failure
        }
        failures += record.undone.map { place in
            let (verb, object) = scenario.steps[place].action.text(in: scenario.assets)
            let name = object.isEmpty ? verb : "\(verb) \(object)"
            var failure = record.failure(
                expected: "step \(place + 1), \(name), is done",
                found: "its moment never came", line: record.chronicle.lines.count)
            failure.line = scenario.lines.line(of: place, in: \.steps)
            return failure
        }
        return Inspection("scenario.step", "every step is done", failures)
    }

    /// A check for each code of a lint.
    static func lints(_ record: RunRecord) -> [Inspection] {
        let findings =
            record.findings + ErrorDomainLint.findings(in: record.scenario.expectations)
        return Lints.codes.map { code in
            let failures = findings.filter { $0.code == code }.map { finding in
                record.failure(
                    expected: finding.expected, found: finding.found,
                    at: finding.line > 0 ? finding.instant : nil, line: finding.line)
            }
            return Inspection(code, CheckCode.claim(of: code), failures)
        }
    }

    // MARK: What is known to be wrong

    private static func applying(_ scenario: Scenario, to inspections: [Inspection]) -> [Check] {
        let issues = scenario.knownIssues
        var occurred = issues.map { _ in false }
        var result = inspections.map { $0.settled(knowing: issues, &occurred) }
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
