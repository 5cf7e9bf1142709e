import HeadlessPlayback
package import RunResults
import Scenarios

/// Evaluates a run: the checks that apply to every run, and the expectations of its scenario.
enum Verdict {
    /// The reason for skipping checks of media that a run does not read.
    static let reasonForUnreadMedia =
        "verification: playlist reads no media, so that it may be missing"

    /// Returns all checks of a run, in order.
    ///
    /// The order is: steps, ledger, expectations, lints, thresholds, known issues.
    static func checks(
        of record: RunRecord, _ cuePoints: CuePointCounting,
        _ metrics: [Threshold.Metric: Double], rules: [Check] = []
    ) -> [Check] {
        let scenario = record.scenario
        if record.isCancelled {
            let failure = record.failure(expected: "a run to its end", found: "it was cancelled")
            return [Check("scenario.cancelled", "the run was not cancelled", .failed(failure))]
        }
        var inspections =
            [steps(record)] + seeksBeyondEnd(record) + faults(record)
            + record.keyUse.inspections(of: record) + recordings(record) + answers(record)
            + record.standingInspections
        for (index, expectation) in scenario.expectations.enumerated() {
            let line = scenario.lines.line(of: index, in: \.expectations)
            if let inspection = expectation.inspection(record, cuePoints, line: line) {
                inspections.append(inspection)
            }
        }
        inspections += lints(record)
        inspections += record.broadcastInspections
        inspections += scenario.thresholds.enumerated().map { index, threshold in
            let line = scenario.lines.line(of: index, in: \.thresholds)
            let check = threshold.check(metrics, of: scenario.player.options.profile.name)
            return Inspection(check, line: line)
        }
        inspections += rules.map { Inspection($0) }
        return unique(applying(scenario, to: inspections))
    }

    /// Checks that every step of the scenario was performed.
    ///
    /// A scenario with a step that was not performed tests less than it seems to.
    private static func steps(_ record: RunRecord) -> Inspection {
        let scenario = record.scenario
        var failures = record.problems.map { problem in
            let step =
                problem.expected
                ?? problem.place.map { "step \(scenario.lines.number(ofStep: $0)) is done" }
                ?? "a store"
            var failure = record.failure(
                expected: step, found: problem.reason, at: problem.instant, line: problem.line)
            failure.line =
                problem.fileLine
                ?? problem.place.flatMap { scenario.lines.line(of: $0, in: \.steps) }
            return failure
        }
        failures += record.undone.map { place in
            let (verb, object) = scenario.steps[place].action.text(in: scenario.assets)
            let name = object.isEmpty ? verb : "\(verb) \(object)"
            var failure = record.failure(
                expected: "step \(scenario.lines.number(ofStep: place)), \(name), is done",
                found: "its trigger never occurred", line: record.chronicle.lineCount)
            failure.line = scenario.lines.line(of: place, in: \.steps)
            return failure
        }
        return Inspection("scenario.step", "every step is done", failures)
    }

    /// Checks that every fault was applied to a request, and every change of the network began.
    ///
    /// A scenario with a fault that applied to no request tests less than it seems to.
    static func faults(_ record: RunRecord) -> [Inspection] {
        let rules = record.scenario.allFaults
        let hasBroadcasts = record.scenario.assets.contains { $0.live != nil }
        let streams = record.scenario.service?.otherStreams ?? []
        let lateChanges = record.scenario.surroundings.network.changes.filter {
            $0.start > record.end
        }
        guard !rules.isEmpty || hasBroadcasts || !streams.isEmpty || !lateChanges.isEmpty else {
            return []
        }
        var defects = rules.indices.filter { !record.metFaults.contains($0) }.map { place in
            let rule = rules[place]
            return record.defect(
                expected: "fault \(place + 1), for \(rule.pattern.words), applies to a request",
                found: unmet(rule, record))
        }
        defects += record.broadcasts?.unmet(by: record.end, in: record) ?? []
        defects += streams.filter { $0.period.lowerBound > record.end }.map { stream in
            record.defect(
                expected: "the stream \(stream.session) at \(stream.period.lowerBound) begins",
                found: "the run ended at \(record.end)")
        }
        defects += lateChanges.map { change in
            record.defect(
                expected: "the change of the network at \(change.start) begins",
                found: "the run ended at \(record.end)")
        }
        return [Inspection("scenario.fault", "every fault applies to a request", defects)]
    }

    /// Checks that the recordings contain a response to each request.
    ///
    /// The check fails for a request without a recorded response, since the recorded server would
    /// have responded to the request.
    private static func recordings(_ record: RunRecord) -> [Inspection] {
        guard record.scenario.assets.contains(where: { $0.recording != nil }) else { return [] }
        let answers = Inspection(
            "scenario.recording", "the recording has every answer",
            record.broadcasts?.unrecorded(in: record) ?? [])
        guard record.scenario.player.options.verification == .playlist else { return [answers] }
        let media = Check(
            "scenario.recorded-media", "the recorded media is read",
            .skipped(reasonForUnreadMedia))
        return [answers, Inspection(media)]
    }

    /// Checks that the playback service delivered each requested object.
    private static func answers(_ record: RunRecord) -> [Inspection] {
        let expectsErrors = record.scenario.expectations.contains {
            if case .errors(let errors) = $0 { !errors.isEmpty } else { false }
        }
        guard record.scenario.service != nil else { return [] }
        // If errors are expected, the expectation compares them one by one, so they are not defects
        // here.
        let failed = record.exemplars.filter { happening in
            guard case .answer(let error) = happening.kind else { return false }
            return error != nil && !expectsErrors
        }
        let defects = failed.map { happening in
            record.defect(
                expected: "\(happening.name) is answered", found: happening.text, at: happening)
        }
        let waiting = record.unanswered.map { name in
            record.defect(expected: "\(name) is answered", found: "the run ended before")
        }
        return [
            Inspection(
                "scenario.answer", CheckCode.claim(of: "scenario.answer"), defects + waiting)
        ]
    }

    /// Returns the reason why a fault was not applied to any request.
    private static func unmet(_ rule: FaultRule, _ record: RunRecord) -> String {
        let fitting = record.requests.filter { $0.isFromOutside && $0.fits(rule.pattern) }
        if fitting.isEmpty { return "no request that matches it" }
        let isAsked = fitting.enumerated().contains { occurrence, request in
            rule.occurrences?.contains(occurrence) ?? true
                && rule.period?.contains(request.start) ?? true
        }
        let cause =
            !isAsked
            ? "never at that time"
            : fitting.contains { $0.fault == rule.fault } && rule.fault != .stale
                ? "no answer differs by it"
                : rule.expiry != nil
                    ? "no token has expired by then"
                    : rule.fault == .stale
                        ? "there is no older answer" : "another fault comes first"
        return "it is requested \((fitting.count...fitting.count).words), and \(cause)"
    }

    /// Returns one check for each lint code.
    ///
    /// A check fails if a lint reports findings under the code.
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

    // MARK: Known issues

    private static func applying(_ scenario: Scenario, to inspections: [Inspection]) -> [Check] {
        let issues = scenario.knownIssues
        var forgiven = issues.map { _ in 0 }
        var result = inspections.map { $0.settled(knowing: issues, &forgiven) }
        var badCodes = Set(result.filter(\.isBad).map(\.code))
        for (index, issue) in issues.enumerated()
        where forgiven[index] < issue.times && !issue.isSometimes {
            let times = issue.times == 1 ? "" : " \((issue.times...issue.times).words)"
            let isOther = CheckCode.current(issue.code).contains { badCodes.contains($0) }
            let found =
                forgiven[index] > 0
                ? (forgiven[index]...forgiven[index]).words
                : isOther ? "it fails and says something else" : "it does not"
            let failure = Failure(
                expected: "\(issue.code) fails with \"\(issue.text)\"\(times), as is known",
                found: found,
                line: scenario.lines.line(of: index, in: \.knownIssues))
            result.append(Check("issue.absent", "\(issue.code) is still wrong", .failed(failure)))
            badCodes.insert("issue.absent")
        }
        return result
    }

    /// Returns the checks with unique names; equal names are numbered.
    private static func unique(_ checks: [Check]) -> [Check] {
        var names = UniqueNames()
        return checks.map { Check($0.code, names.take($0.name), $0.outcome) }
    }
}

extension RunRecord {
    /// Returns all checks of the run.
    ///
    /// - Parameter rules: The checks of the assets against the rules of `playctl lint`.
    /// - Returns: The checks, in the order in which reports list them.
    package func checks(rules: [Check] = []) -> [Check] {
        Verdict.checks(of: self, CuePointCounting(self), Metrics.values(of: self), rules: rules)
    }
}

extension NetworkConditions {
    /// The changes of the bandwidth, except for the changes that end an outage.
    ///
    /// A run may end during an outage, so the change that would end the outage need not take place.
    fileprivate var changes: [Step] {
        steps.indices.filter { $0 == 0 || steps[$0 - 1].bitsPerSecond != 0 }.map { steps[$0] }
    }
}
