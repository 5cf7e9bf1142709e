import Playlists
import Sessions
import Transport
import VirtualTime

/// Determines the files of a download from the location of its asset: playlists, keys, licences.
///
/// Releasing it cancels the work.
final class DownloadPreparation {
    typealias Completion = (Result<PackagePlan, OfflineError>) -> Void

    private weak var item: DownloadItem?
    private let services: DownloadServices
    private let token: OfflineVideoToken
    private let needsPlan: Bool
    private let headers: [HeaderField]
    private let access: AssetAccess
    private let planner: PackagePlanner
    private var completion: Completion = { _ in }
    private var walk: PlanningWalk?
    private var licence: Hold?
    private var isOver = false

    init(_ item: DownloadItem, services: DownloadServices, location: String, needsPlan: Bool) {
        self.item = item
        self.services = services
        self.needsPlan = needsPlan
        token = item.token
        headers = item.record.request.headers
        access = item.record.request.access(in: services.world)
        planner = PackagePlanner(sourceURL: location, selection: item.record.request.selection)
    }

    /// Starts; completes with the plan, which is then in the catalogue, or with an error.
    func start(_ completion: @escaping Completion) {
        self.completion = completion
        do throws(StoreError) {
            if !needsPlan, let plan = try services.catalogue.plan(of: token) {
                try write(plan)
                return askLicences(for: plan)
            }
        } catch {
            return end(.failure(OfflineError(error)))
        }
        plan()
    }

    private func end(_ result: Result<PackagePlan, OfflineError>) {
        guard !isOver else { return }
        isOver = true
        walk = nil
        licence = nil
        completion(result)
    }

    // MARK: Playlists and keys

    private func plan() {
        walk = PlanningWalk(
            planner, services: services, access: access, headers: headers
        ) { [weak self] result in
            guard let self, !isOver else { return }
            switch result {
            case .success(let plan): keep(plan)
            case .failure(let error): end(.failure(error))
            }
        }
        walk?.goOn()
    }

    private func keep(_ plan: PackagePlan) {
        do throws(StoreError) {
            if let old = try services.catalogue.plan(of: token), !plan.isContinuation(of: old) {
                // The files of the old plan may have the same names.
                try services.removeMedia(of: token, old)
            }
            try services.catalogue.setPlan(plan, of: token)
            try write(plan)
            askLicences(for: plan)
        } catch {
            end(.failure(OfflineError(error)))
        }
    }

    /// Writes the texts of the package, so that it can be played during the download.
    private func write(_ plan: PackagePlan) throws(StoreError) {
        guard let package = try services.folder.package(token, creates: true) else {
            throw .unknownToken(token)
        }
        for text in plan.texts { try package.write(Array(text.text.utf8), to: text.name) }
    }

    // MARK: Licences

    private func askLicences(for plan: PackagePlan) {
        do throws(StoreError) {
            let missing = try services.catalogue.licences(of: token).first { $0.sealed == nil }
            guard let missing else { return end(.success(plan)) }
            ask(for: missing, of: plan)
        } catch {
            end(.failure(OfflineError(error)))
        }
    }

    private func ask(for licence: StoredLicence, of plan: PackagePlan) {
        guard let item else { return }
        self.licence = services.licences.requestLicence(for: licence.key, of: item.record) {
            [weak self] result in
            guard let self, !isOver else { return }
            switch result {
            case .failure(let error): end(.failure(error))
            case .success(let grant):
                do throws(OfflineError) {
                    let record = try services.licences.keep([(grant, licence)], of: item.record)
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
