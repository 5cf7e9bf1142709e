import Playlists
import Sessions
import Transport
import VirtualTime

/// One walk from the location of an asset to what a download fetches: playlists, keys, licences.
///
/// Releasing it ends the walk.
final class DownloadPreparation {
    typealias Completion = (Result<PackagePlan, OfflineError>) -> Void

    private weak var item: DownloadItem?
    /// It owns the item, which owns this.
    private unowned let engine: DownloadEngine
    private let token: OfflineVideoToken
    private let needsPlan: Bool
    private var planner: PackagePlanner
    private var completion: Completion = { _ in }
    private var requests: [Int: FetchToken] = [:]
    private var licence: AnyObject?
    private var isOver = false

    init(_ item: DownloadItem, engine: DownloadEngine, location: String, needsPlan: Bool) {
        self.item = item
        self.engine = engine
        self.needsPlan = needsPlan
        token = item.token
        planner = PackagePlanner(sourceURL: location, selection: item.record.selection)
    }

    /// Starts the walk; it ends with the plan, which is in the catalogue then, or with an error.
    func start(_ completion: @escaping Completion) {
        self.completion = completion
        do throws(StoreError) {
            if !needsPlan, let plan = try engine.catalogue.plan(of: token) {
                try write(plan)
                return askLicences(for: plan)
            }
        } catch {
            return end(.failure(OfflineError(error)))
        }
        goOn()
    }

    private func end(_ result: Result<PackagePlan, OfflineError>) {
        guard !isOver else { return }
        isOver = true
        requests = [:]
        licence = nil
        completion(result)
    }

    // MARK: Playlists and keys

    private func goOn() {
        switch planner.next() {
        case .fetch(let requests): for request in requests { fetch(request) }
        case .failed(let error): end(.failure(error))
        case .done(let plan): keep(plan)
        }
    }

    private func fetch(_ request: PlannerRequest) {
        let subject: RecoveryPolicy.Subject = request.request.kind == .key ? .key : .playlist
        let workers = engine.workers
        let loader = engine.world.loader
        var resource = request.request
        resource.headers += engine.options.headers
        requests[request.id] = engine.fetcher.fetch(subject) { _, cancellation in
            resource.cancellation = cancellation
            let job = SmallFetch(request: resource, loader: loader)
            return workers.submit { job.run() }
        } completion: { [weak self] result in
            guard let self, !isOver else { return }
            requests[request.id] = nil
            switch result {
            case .success(let fetched):
                engine.fetcher.use(bytes: fetched.byteCount)
                planner.receive(
                    id: request.id, body: fetched.value.bytes, url: fetched.value.url)
                goOn()
            case .failure(let error):
                end(.failure(OfflineError(.downloadFailure, "\(error)", underlying: error)))
            }
        }
    }

    private func keep(_ plan: PackagePlan) {
        do throws(StoreError) {
            if let old = try engine.catalogue.plan(of: token), !plan.isContinuation(of: old) {
                // Files of another plan may have the names of this one's.
                try engine.catalogue.noteMissing(Array(old.resources.indices), of: token)
                try engine.folder.removePackage(token)
            }
            try engine.catalogue.setPlan(plan, of: token)
            try write(plan)
            askLicences(for: plan)
        } catch {
            end(.failure(OfflineError(error)))
        }
    }

    /// Writes what the package holds besides media, so that it can be played while media comes.
    private func write(_ plan: PackagePlan) throws(StoreError) {
        guard let package = try engine.folder.package(token, creates: true) else {
            throw .unknownToken(token)
        }
        for text in plan.texts { try package.write(Array(text.text.utf8), to: text.name) }
    }

    // MARK: Licences

    private func askLicences(for plan: PackagePlan) {
        do throws(StoreError) {
            let missing = try engine.catalogue.licences(of: token).first { $0.sealed == nil }
            guard let missing else { return end(.success(plan)) }
            ask(for: missing, of: plan)
        } catch {
            end(.failure(OfflineError(error)))
        }
    }

    private func ask(for licence: StoredLicence, of plan: PackagePlan) {
        guard let item else { return }
        self.licence = engine.requestLicence(for: licence.key, of: item.record) {
            [weak self] result in
            guard let self, !isOver else { return }
            switch result {
            case .failure(let error): end(.failure(error))
            case .success(let grant):
                do throws(OfflineError) {
                    let record = try engine.keep(grant, at: licence.ordinal, of: item.record)
                    item.update { $0 = record }
                    item.apply(.keyLoaded)
                    askLicences(for: plan)
                } catch {
                    end(.failure(error))
                }
            }
        }
    }
}
