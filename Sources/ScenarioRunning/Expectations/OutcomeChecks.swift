import HeadlessPlayback
import Scenarios

extension RunRecord {
    /// The checks of a run's ledgers, errors and downloads, which apply to every run.
    var standingInspections: [Inspection] {
        let ledgers = LedgerChecks(self)
        return ledgers.all + OutcomeChecks(record: self, ledgers: ledgers).all
    }
}

/// Checks that a run reported no unexpected error and completed its downloads.
///
/// These checks apply to every run. They ignore errors if the scenario has an expectation about
/// errors. They ignore a download if an expectation or a step determines its outcome.
struct OutcomeChecks {
    let record: RunRecord
    /// The checks of the ledgers, which report failed sessions and lost media.
    let ledgers: LedgerChecks

    private var scenario: Scenario { record.scenario }

    var all: [Inspection] {
        [
            Inspection("outcome.error", "no error is reported unexpectedly", errors),
            Inspection("outcome.download", "every download is complete", incompleteDownloads),
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

    /// Returns whether the download of an asset was ended, and not started again, before an event.
    private func isEnded(_ place: Int, before happening: Happening) -> Bool {
        var isEnded = false
        for earlier in record.exemplars {
            guard case .step(let action) = earlier.kind, action.assets.contains(place) else {
                continue
            }
            if earlier.line >= happening.line { break }
            if action.endsDownload { isEnded = true }
            if case .download = action { isEnded = false }
        }
        return isEnded
    }

    /// Returns whether the scenario states how the download of an asset ends.
    ///
    /// A step that cancels or removes the download counts as well.
    private func isDownloadOutcomeStated(_ place: Int) -> Bool {
        !statedOutcomes(of: place).isEmpty
            || scenario.steps.contains {
                $0.action.endsDownload && $0.action.assets.contains(place)
            }
    }

    /// The defects for downloads that a step started and that are not complete at the end.
    ///
    /// A failed download is not a defect here, because it has reported an error.
    private var incompleteDownloads: [Defect] {
        var places: [Int] = []
        for case .download(let place, _) in scenario.steps.map(\.action)
        where !places.contains(place) {
            places.append(place)
        }
        return places.compactMap { place -> Defect? in
            let outcome = outcome(of: place)
            guard !isDownloadOutcomeStated(place), [.incomplete, .absent].contains(outcome) else {
                return nil
            }
            return record.defect(
                expected: "the download of \(scenario.assets.name(of: place)) is playable",
                found: outcome.rawValue,
                at: record.happenings.last { if case .offline = $0.kind { true } else { false } })
        }
    }
}

extension ScenarioStep.Action {
    /// Whether the action cancels or removes the download of an asset.
    fileprivate var endsDownload: Bool {
        switch self {
        case .cancelDownload, .deleteDownload, .device(.deleteInSettings), .device(.evict): true
        default: false
        }
    }
}
