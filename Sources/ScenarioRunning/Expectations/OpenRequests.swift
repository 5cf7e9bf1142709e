import HeadlessPlayback
import Scenarios

/// The requests of a run to the offline manager that the app received no answer to.
///
/// The manager answers each request once, unless the run ends or the app dies before. A request
/// that was lost when the app died is not in the list if the app later repeats it, or downloads the
/// asset.
struct OpenRequests {
    /// A request without an answer.
    struct Request {
        let kind: OfflineRequest
        /// The index of the requested asset.
        let asset: Int
        /// The step that made the request.
        let step: Happening
        /// Whether the app died after the request.
        fileprivate(set) var isLost = false
    }

    /// The requests, in the order in which they were made.
    private(set) var all: [Request] = []

    init(_ record: RunRecord) {
        guard record.scenario.steps.contains(where: { $0.action.offlineRequest != nil }) else {
            return
        }
        var problems = record.problems[...]
        for happening in record.exemplars {
            while let problem = problems.first, problem.line < happening.line {
                withdraw(problems.removeFirst(), of: record.scenario)
            }
            take(happening)
        }
        for problem in problems { withdraw(problem, of: record.scenario) }
    }

    private mutating func take(_ happening: Happening) {
        switch happening.kind {
        case .step(let action):
            guard let kind = action.offlineRequest, let asset = action.assets.first else { return }
            all.removeAll {
                $0.isLost && $0.asset == asset && [$0.kind, .requestVideoDownload].contains(kind)
            }
            all.append(Request(kind: kind, asset: asset, step: happening))
        case .offline(_, let asset?):
            let answered = all.firstIndex {
                $0.kind.rawValue == happening.name && $0.asset == asset
            }
            if let answered { all.remove(at: answered) }
        case .death:
            for place in all.indices { all[place].isLost = true }
        default: break
        }
    }

    /// Removes the request of a step that could not be done, since no request was made.
    private mutating func withdraw(_ problem: StepProblem, of scenario: Scenario) {
        guard let place = problem.place, scenario.steps.indices.contains(place),
            let kind = scenario.steps[place].action.offlineRequest,
            let asset = scenario.steps[place].action.assets.first,
            let request = all.lastIndex(where: { $0.kind == kind && $0.asset == asset })
        else { return }
        all.remove(at: request)
    }
}

extension ScenarioStep.Action {
    /// The request that the action makes to the offline manager; `nil` for other actions.
    fileprivate var offlineRequest: OfflineRequest? {
        switch self {
        case .download: .requestVideoDownload
        case .preloadLicence: .preloadFairPlayLicense
        case .renewLicence: .renewFairPlayLicense
        default: nil
        }
    }
}
