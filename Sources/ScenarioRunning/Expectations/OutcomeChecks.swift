import Formats
import HeadlessPlayback
import Scenarios

/// Checks that a run reported no unexpected error and completed its downloads.
///
/// These checks apply to every run. Expectations about errors and downloads state the outcomes
/// themselves and replace these checks.
struct OutcomeChecks {
    private let record: RunRecord
    private let expectations: [Expectation]

    init(_ record: RunRecord) {
        self.record = record
        expectations = record.scenario.expectations
    }

    var all: [Inspection] {
        [
            Inspection("outcome.error", "no error is reported unexpectedly", errors),
            Inspection("outcome.download", "every download is complete", incompleteDownloads),
        ]
    }

    /// The errors that no expectation mentions.
    ///
    /// The checks of the ledgers report failed sessions and lost media, and a check of its own the
    /// errors of the playback service. An expectation about a download states its error, and a
    /// cancelled download reports one.
    private var errors: [Defect] {
        let areCompared = expectations.contains { if case .errors = $0 { true } else { false } }
        guard !areCompared else { return [] }
        let areDownloadsExpected =
            expectations.contains { if case .download = $0 { true } else { false } }
            || record.scenario.steps.contains { $0.action.endsDownload }
        let reported = Set(
            record.sessions.filter { session in
                session.ledger.failure != nil && !session.wasTakenAway
                    || !session.ledger.ledger.tracks.allSatisfy(\.isSound)
            }.map(\.number))
        return record.exemplars.compactMap { happening -> Defect? in
            guard let error = happening.error, !reported.contains(happening.session ?? 0),
                !expectations.mention(happening)
            else { return nil }
            switch happening.kind {
            case .answer: return nil
            case .offline where areDownloadsExpected: return nil
            default: break
            }
            return record.defect(
                expected: "no error that the scenario does not expect",
                found: "\(error.domain) \(error.code): \(PlaceText.cut(error.text))", at: happening)
        }
    }

    /// The downloads that a step started and that are not complete at the end.
    ///
    /// A step that cancels or deletes a download, and an expectation about it, excuse it. A failed
    /// download has reported an error.
    private var incompleteDownloads: [Defect] {
        let actions = record.scenario.steps.map(\.action)
        var places: [Int] = []
        for case .download(let place, _) in actions where !places.contains(place) {
            places.append(place)
        }
        return places.compactMap { place -> Defect? in
            let isExpected = expectations.contains {
                if case .download(place, _) = $0 { true } else { false }
            }
            let outcome = record.downloads[place] ?? .absent
            let isEnded = actions.contains { $0.endsDownload && $0.assets.contains(place) }
            guard !isExpected, !isEnded, [.incomplete, .absent].contains(outcome) else {
                return nil
            }
            return record.defect(
                expected:
                    "the download of \(record.scenario.assets.name(of: place)) is playable",
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
