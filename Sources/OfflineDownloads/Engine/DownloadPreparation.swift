import Playlists
import Sessions
import Transport
import VirtualTime

/// A task that determines a download's files and loads its playlists, keys and licences.
///
/// The task starts from the location of the asset. Releasing the object cancels the work.
final class DownloadPreparation {
    /// A report to the owner of the preparation.
    enum Outcome {
        /// A licence is stored; the record contains its terms.
        case licenceStored(DownloadRecord)
        /// All stored media was removed, because the new plan has other files.
        case mediaRemoved
        /// Everything except the media files of the plan is in the store.
        ///
        /// This is the last report.
        case prepared(PackagePlan)
        /// The files of the download cannot be determined.
        ///
        /// This is the last report.
        case failed(OfflineError)
    }

    private let services: DownloadServices
    private let token: OfflineVideoToken
    /// The record as it was when the preparation was created; the record book has the current one.
    private let first: DownloadRecord
    private let needsPlan: Bool
    /// Whether the preparation has started to read the playlists of the asset.
    ///
    /// If it is false, the preparation uses the plan in the catalogue.
    private(set) var hasReadPlaylists = false
    private let headers: [HeaderField]
    private let access: AssetAccess
    private let planner: PackagePlanner
    private var report: (Outcome) -> Void = { _ in }
    private var walk: PlanningWalk?
    private var licence: Hold?
    private var isOver = false

    /// Creates a preparation that has not started.
    ///
    /// - Parameters:
    ///   - record: The record of the download.
    ///   - services: The services that the preparation uses.
    ///   - location: The current location of the video.
    ///   - needsPlan: Whether the playlists must be read, even if the catalogue contains a plan.
    init(
        of record: DownloadRecord, services: DownloadServices, location: String, needsPlan: Bool
    ) {
        self.services = services
        self.needsPlan = needsPlan
        token = record.token
        first = record
        headers = record.request.headers
        access = record.request.access(in: services.world)
        planner = PackagePlanner(sourceURL: location, selection: record.request.selection)
    }

    /// The current record.
    private var record: DownloadRecord { services.book[token] ?? first }

    /// Starts the preparation; the plan is stored in the catalogue before it is reported.
    func start(_ report: @escaping (Outcome) -> Void) {
        self.report = report
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

    /// Cancels the work; nothing is reported any more.
    func stop() {
        isOver = true
        walk = nil
        licence = nil
    }

    private func end(_ result: Result<PackagePlan, OfflineError>) {
        guard !isOver else { return }
        stop()
        switch result {
        case .success(let plan): report(.prepared(plan))
        case .failure(let error): report(.failed(error))
        }
    }

    // MARK: Playlists and keys

    private func plan() {
        hasReadPlaylists = true
        walk = PlanningWalk(
            planner, services: services, access: access, headers: headers
        ) { [weak self] result in
            guard let self, !isOver else { return }
            switch result {
            case .success(let plan): keep(plan, walk?.alterations ?? [])
            case .failure(let error): end(.failure(error))
            }
        }
        walk?.goOn()
    }

    private func keep(_ plan: PackagePlan, _ alterations: [String]) {
        do throws(StoreError) {
            let old = try services.catalogue.storedPlan(of: token)
            if !old.isEmpty, !plan.isContinuation(of: old) {
                // The old files are removed, because files of the new plan may have the same names.
                try services.removeMedia(of: token)
                report(.mediaRemoved)
                if isOver { return }
            }
            try services.catalogue.setPlan(plan, of: token)
            let package = try write(plan)
            services.world.alteredFiles.note(
                package.url(of: PackagePlan.topName), alterations: alterations)
            askLicences(for: plan)
        } catch {
            end(.failure(OfflineError(error)))
        }
    }

    /// Writes the playlists of the package, so that it can be played during the download.
    @discardableResult
    private func write(_ plan: PackagePlan) throws(StoreError) -> PackageFolder {
        guard let package = try services.folder.package(token, creates: true) else {
            throw .unknownToken(token)
        }
        for text in plan.texts { try package.write(Array(text.text.utf8), to: text.name) }
        return package
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
        self.licence = services.licences.requestLicence(for: licence.key, of: record) {
            [weak self] result in
            guard let self, !isOver else { return }
            switch result {
            case .failure(let error): end(.failure(error))
            case .success(let grant):
                do throws(OfflineError) {
                    let record = try services.licences.keep([(grant, licence)], of: record)
                    report(.licenceStored(record))
                    askLicences(for: plan)
                } catch {
                    end(.failure(error))
                }
            }
        }
    }
}
