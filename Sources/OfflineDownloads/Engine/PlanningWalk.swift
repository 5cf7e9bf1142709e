import Playlists
import Sessions
import Transport
import VirtualTime

/// Drives a planner: performs its requests until it has a plan.
///
/// Releasing the object cancels the requests.
final class PlanningWalk: Hold {
    private let services: DownloadServices
    private var planner: PackagePlanner
    private let headers: [HeaderField]
    private let access: AssetAccess
    private let completion: (Result<PackagePlan, OfflineError>) -> Void
    /// The descriptions of the changes that faults have made to the playlists.
    private(set) var alterations: [String] = []
    private var requests: [Int: FetchToken] = [:]

    init(
        _ planner: PackagePlanner, services: DownloadServices, access: AssetAccess,
        headers: [HeaderField] = [],
        completion: @escaping (Result<PackagePlan, OfflineError>) -> Void
    ) {
        self.planner = planner
        self.services = services
        self.headers = headers
        self.access = access
        self.completion = completion
    }

    /// Performs the next step.
    ///
    /// The code that creates the object calls this method once, to start.
    func goOn() {
        switch planner.next() {
        case .fetch(let requests): for request in requests { fetch(request) }
        case .failed(let error): end(.failure(error))
        case .done(let plan): end(.success(plan))
        }
    }

    private func end(_ result: Result<PackagePlan, OfflineError>) {
        requests = [:]
        completion(result)
    }

    private func fetch(_ request: PlannerRequest) {
        let subject: RecoveryPolicy.Subject = request.request.kind == .key ? .key : .playlist
        var resource = request.request
        resource.headers += headers
        requests[request.id] = services.fetchSmall(resource, subject, for: access) {
            [weak self] result in
            guard let self, requests[request.id] != nil else { return }
            requests[request.id] = nil
            switch result {
            case .success(let found):
                if let alteration = found.alteration { alterations.append(alteration) }
                planner.receive(id: request.id, body: found.bytes, url: found.url)
                goOn()
            case .failure(let error):
                end(.failure(OfflineError(.downloadFailure, because: error)))
            }
        }
    }
}
