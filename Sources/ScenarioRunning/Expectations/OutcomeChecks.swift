import HeadlessPlayback
import Scenarios

extension RunRecord {
    /// The checks of a run's ledgers, errors and downloads, which apply to every run.
    var standingInspections: [Inspection] {
        let ledgers = LedgerChecks(self)
        return ledgers.all + OutcomeChecks(record: self, ledgers: ledgers).all
    }
}

/// Checks that a run reported no unexpected error, completed its downloads and obtained licences.
///
/// These checks apply to every run. They ignore errors if the scenario has an expectation about
/// errors. They ignore a download if an expectation or its last step determines its outcome.
struct OutcomeChecks {
    let record: RunRecord
    /// The checks of the ledgers, which report failed sessions and lost media.
    let ledgers: LedgerChecks

    private var scenario: Scenario { record.scenario }

    var all: [Inspection] {
        [
            Inspection("outcome.error", "no error is reported unexpectedly", errors),
            Inspection(
                "outcome.download", "every download is complete",
                incompleteDownloads + unansweredRequests),
        ]
    }

    /// The errors that no expectation mentions, and that no other check reports.
    private var errors: [Defect] {
        let areCompared = scenario.expectations.contains {
            if case .errors = $0 { true } else { false }
        }
        guard !areCompared else { return [] }
        let errors = record.errorEvents
        let covered = ledgers.coveredLines(of: errors)
        return errors.compactMap { happening, error -> Defect? in
            guard !ledgers.requiredLines.contains(happening.line) else { return nil }
            let isExcused =
                switch happening.kind {
                // The check of the playback service's answers reports this error.
                case .answer: true
                case .offline: isStated(happening)
                default: covered.contains(happening.line)
                }
            guard !isExcused else { return nil }
            return record.defect(
                expected: "no error that the scenario does not expect", found: error.words,
                at: happening)
        }
    }

    /// Returns whether the scenario states an outcome that explains an error of a download.
    ///
    /// If the scenario states that a download fails or is absent, that statement explains the
    /// errors of the download. If the scenario states a different outcome and the download does not
    /// have that outcome, the check of the outcome reports the difference. A step that cancels or
    /// removes the download explains the errors that follow it, until a step starts the download
    /// again.
    ///
    /// A licence can be preloaded without a download. A failed preload leaves no download, so only
    /// the statement that the download is absent explains the failure. No outcome of a download
    /// explains that the renewal of its licence has failed.
    private func isStated(_ happening: Happening) -> Bool {
        guard case .offline(_, let asset?) = happening.kind else { return false }
        let stated = statedOutcomes(of: asset)
        switch OfflineRequest(rawValue: happening.name) {
        case .renewFairPlayLicense: return false
        case .preloadFairPlayLicense: return stated.contains(.absent)
        case .requestVideoDownload, nil:
            return stated.contains { [.failed, .absent].contains($0) || $0 != outcome(of: asset) }
                || isEnded(asset, before: happening)
        }
    }

    /// Returns the outcomes that expectations state for the download of an asset.
    private func statedOutcomes(of place: Int) -> [DownloadOutcome] {
        scenario.expectations.compactMap { expectation in
            guard case .download(place, let outcome) = expectation else { return nil }
            return outcome
        }
    }

    private func outcome(of place: Int) -> DownloadOutcome { record.downloads[place] ?? .absent }

    /// Returns whether a step ended the download of an asset, and no later step started it again.
    ///
    /// - Parameters:
    ///   - place: The index of the asset.
    ///   - happening: The event before which the steps count; `nil` means the end of the run.
    /// - Returns: Whether the download was ended.
    private func isEnded(_ place: Int, before happening: Happening? = nil) -> Bool {
        steps(for: place, before: happening).last?.action.endsDownload ?? false
    }

    /// Returns the steps that started or ended the download of an asset, in order.
    private func steps(
        for place: Int, before happening: Happening? = nil
    ) -> [(action: ScenarioStep.Action, line: Int)] {
        let linesOfProblems = Set(record.problems.map(\.line))
        return record.exemplars.compactMap { earlier in
            guard case .step(let action) = earlier.kind, action.assets.contains(place),
                action.startsDownload || action.endsDownload,
                !linesOfProblems.contains(earlier.line),
                happening.map({ earlier.line < $0.line }) ?? true
            else { return nil }
            return (action, earlier.line)
        }
    }

    /// The defects for downloads that a step started and that are not complete at the end.
    ///
    /// A failed download is a defect here only if the app did not receive its error, for example
    /// because the app was in the background until the run ended.
    private var incompleteDownloads: [Defect] {
        var places: [Int] = []
        for case .download(let place, _) in scenario.steps.map(\.action)
        where !places.contains(place) {
            places.append(place)
        }
        return places.compactMap { place -> Defect? in
            let outcome = outcome(of: place)
            guard statedOutcomes(of: place).isEmpty, outcome != .playable, !isEnded(place),
                outcome != .failed || !isFailureReported(place)
            else { return nil }
            return record.defect(
                expected: "the download of \(scenario.assets.name(of: place)) is playable",
                found: outcome.rawValue,
                at: record.happenings.last { if case .offline = $0.kind { true } else { false } })
        }
    }

    /// Returns whether the app received an error of a download after the last step that started it.
    ///
    /// The error of a preload or a renewal of a licence does not report that a download failed.
    private func isFailureReported(_ place: Int) -> Bool {
        let start = steps(for: place).last { $0.action.startsDownload }?.line ?? 0
        return record.exemplars.contains { happening in
            guard case .offline(.some, asset: place) = happening.kind else { return false }
            switch OfflineRequest(rawValue: happening.name) {
            case .requestVideoDownload, nil: return happening.line > start
            case .preloadFairPlayLicense, .renewFairPlayLicense: return false
            }
        }
    }

    /// The defects for requests to the offline manager that were never answered.
    ///
    /// The statement that the download is absent also states that its request, or the preload of
    /// its licence, has no answer. So does the statement that no answer is reported. A download
    /// that is absent for another reason is an incomplete download.
    private var unansweredRequests: [Defect] {
        OpenRequests(record).all.compactMap { request -> Defect? in
            let isDownload = request.kind == .requestVideoDownload
            if isDownload && outcome(of: request.asset) == .absent { return nil }
            let isAbsent =
                request.kind == .preloadFairPlayLicense
                && statedOutcomes(of: request.asset).contains(.absent)
            guard !isAbsent, !scenario.expectations.includeNoAnswer(to: request.kind) else {
                return nil
            }
            guard case .step(let action) = request.step.kind else { return nil }
            let (verb, object) = action.text(in: scenario.assets)
            let end = request.isLost ? "the app died" : "the run ended"
            return record.defect(
                expected: "\(verb) \(object) is answered",
                found: "\(end) before it was answered", at: request.step)
        }
    }
}

extension [Expectation] {
    /// Returns whether an expectation states that the app receives no answer to a kind of request.
    fileprivate func includeNoAnswer(to request: OfflineRequest) -> Bool {
        contains { expectation in
            switch expectation {
            case .never(let pattern), .count(let pattern, 0...0):
                pattern == EventPattern(request.rawValue)
            default: false
            }
        }
    }
}

extension ScenarioStep.Action {
    /// Whether the action starts a download, or continues it after a pause or a failure.
    fileprivate var startsDownload: Bool {
        switch self {
        case .download, .resumeDownload: true
        default: false
        }
    }

    /// Whether the action cancels or removes the download of an asset.
    fileprivate var endsDownload: Bool {
        switch self {
        case .cancelDownload, .deleteDownload, .device(.deleteInSettings), .device(.evict): true
        default: false
        }
    }
}
