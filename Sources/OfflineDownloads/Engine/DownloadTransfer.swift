import Devices
import Formats
import Playlists
import Sessions
import Transport
import VirtualTime

/// Loads the files of one download concurrently, and computes its progress.
final class DownloadTransfer {
    /// A report to the owner of the transfer.
    enum Outcome {
        /// A connection is free.
        case connectionIsFree
        /// The number of bytes in the stored files, and the estimated number in all files.
        ///
        /// If `expected` is `nil`, the previous estimate remains.
        case bytes(received: Int64, expected: Int64?)
        /// Another file is stored; the value is the stored fraction of the media, from 0 to 1.
        case progress(Double)
        /// A file could not be loaded; the next attempt starts with this file.
        case interrupted(OfflineError)
        /// A file that was stored before has other bytes on the server now.
        case changed
        /// The store could not be read or written.
        case failed(OfflineError)
    }

    /// The progress of a track, or of the whole download.
    private struct Account {
        var resources = 0
        var stored = 0
        var duration = MediaTime.zero
        var storedDuration = MediaTime.zero

        var isComplete: Bool { stored == resources }

        /// The stored fraction, measured by media time as in the simulated SDKs.
        ///
        /// If no media time is known, it is the number of stored files divided by the number of all
        /// files.
        var fraction: Double {
            if isComplete { return 1 }
            if duration > .zero { return storedDuration.seconds / duration.seconds }
            return Double(stored) / Double(resources)
        }
    }

    private let services: DownloadServices
    private let report: (Outcome) -> Void
    private let token: OfflineVideoToken
    private let plan: PackagePlan
    private let package: PackageFolder
    private let headers: [HeaderField]
    private let access: AssetAccess
    /// The indices of the tracks that have files encrypted as a whole.
    private let encryptedTracks: Set<Int>
    /// The indices of the tracks whose encrypted files consist of whole cipher blocks.
    private let blockTracks: Set<Int>
    /// The indices of all resources in reverse order of loading.
    private let order: [Int]
    /// The indices of missing resources in reverse order of loading.
    private var missing: [Int] = []
    private var requests: [Int: FileUnderWay] = [:]
    /// The first stored versions of lost files, by the ordinals of their resources.
    private var originals: [Int: StoredFile]
    private var whole = Account()
    private var tracks: [Account]
    private var receivedBytes: Int64 = 0

    /// Prepares to load the missing files of a plan.
    ///
    /// - Parameters:
    ///   - plan: The plan.
    ///   - record: The record of the download.
    ///   - services: The services that the transfer uses.
    ///   - report: Receives the outcomes; the first call occurs before the initializer returns.
    /// - Throws: When the store cannot be read.
    init(
        _ plan: PackagePlan, of record: DownloadRecord, services: DownloadServices,
        report: @escaping (Outcome) -> Void
    ) throws(StoreError) {
        self.services = services
        self.report = report
        self.plan = plan
        token = record.token
        encryptedTracks = plan.encryptedTracks
        blockTracks = plan.blockTracks
        order = plan.fetchOrder.reversed()
        let ownHeaders =
            services.options.sendsOwnHeadersWithSegments ? record.request.headers : []
        headers = services.options.headers + ownHeaders
        access = record.request.access(in: services.world)
        guard let package = try services.folder.package(token, creates: true) else {
            throw .unknownToken(token)
        }
        self.package = package
        tracks = plan.tracks.map { _ in Account() }
        originals = services.book.originals(of: record.token)
        var absent: Set<Int> = []
        for stored in try services.catalogue.resources(of: token) {
            expect(stored.resource)
            if let file = stored.file, try isThere(file, as: stored.resource.name) {
                count(file, of: stored.resource)
            } else {
                absent.insert(stored.ordinal)
                originals[stored.ordinal] = stored.file ?? originals[stored.ordinal]
            }
        }
        missing = order.filter(absent.contains)
        reportBytes()
    }

    /// Whether all files are stored.
    var isComplete: Bool { whole.isComplete }

    /// Returns whether a file has its recorded size, and removes a file of any other size.
    private func isThere(_ file: StoredFile, as name: String) throws(StoreError) -> Bool {
        let size = try package.size(of: name)
        if let size, size != file.size { try package.remove(name) }
        return size == file.size
    }

    /// Removes the partial files, which are not needed after all files are complete.
    func removeParts() throws(StoreError) {
        try package.removeParts()
    }

    /// Removes the segments that lack promised media, so that a later attempt loads them again.
    ///
    /// - Returns: The error about the removed segments; `nil` if no media is absent.
    func removeShortSegments() throws(StoreError) -> OfflineError? {
        let cancellation = services.world.loop.cancellation
        let lacks = PromisedMedia(plan: plan, package: package, cancellation: cancellation).lacks()
        guard let first = lacks.first else { return nil }
        let ordinals = lacks.map(\.ordinal)
        for ordinal in ordinals { try package.remove(plan.resources[ordinal].name) }
        var record = try services.book.record(of: token)
        try services.note(missing: ordinals, of: &record, replacing: ordinals)
        services.book.update(token) { $0 = record }
        let more = lacks.count > 1 ? ", and \(lacks.count - 1) more" : ""
        let url = SafeText.url(plan.resources[first.ordinal].url)
        return OfflineError(.downloadFailure, "\(url): \(first.reason)\(more)")
    }

    func track(_ index: Int) -> PackagePlan.Track? {
        plan.tracks.indices.contains(index) ? plan.tracks[index] : nil
    }

    // MARK: Requests

    /// Starts the next request.
    ///
    /// - Returns: Whether a request was started; `false` when all missing files are already
    ///   requested.
    func fetchNext() -> Bool {
        guard let ordinal = missing.popLast() else { return false }
        let resource = plan.resources[ordinal]
        var request = plan.request(for: resource)
        request.headers += headers
        request.access = access
        request.cause = RequestCause(.download)
        services.options.recovery.bound(&request, of: resource, in: plan)
        let underWay = FileUnderWay { [report] in report(.connectionIsFree) }
        requests[ordinal] = underWay
        let isText = plan.tracks[resource.track].kind == .subtitles
        let job = FileJob(
            request: request, name: resource.name, package: package,
            isEncrypted: encryptedTracks.contains(resource.track),
            hasBlocks: blockTracks.contains(resource.track),
            alteredFiles: isText ? services.world.alteredFiles : nil,
            isCarried: services.world.link != nil, loop: services.world.loop, underWay: underWay)
        underWay.request = services.fetcher.fetch(.segment, job, on: services.segmentWorkers) {
            [weak self] result in
            self?.receive(result, of: ordinal)
        }
        return true
    }

    /// Cancels the requests in progress; later requests resume after the received bytes.
    func stop() {
        guard !requests.isEmpty else { return }
        let given = requests
        requests = [:]
        missing += order.filter { given[$0] != nil }
        for underWay in given.values { underWay.release() }
    }

    private func receive(
        _ result: Result<Fetched<FileFetch.Arrival>, SessionError>, of ordinal: Int
    ) {
        requests.removeValue(forKey: ordinal)?.release()
        switch result {
        case .success(let fetched):
            services.fetcher.use(bytes: fetched.byteCount)
            do throws(StoreError) {
                try take(fetched.value, of: ordinal)
            } catch {
                missing.append(ordinal)
                report(.failed(OfflineError(error)))
            }
        case .failure(let error):
            missing.append(ordinal)
            report(.interrupted(OfflineError(.downloadFailure, because: error)))
        }
    }

    private func take(_ arrival: FileFetch.Arrival, of ordinal: Int) throws(StoreError) {
        let resource = plan.resources[ordinal]
        let file: StoredFile
        switch arrival {
        case .stored(let stored): file = stored
        case .carried(let bytes): file = try package.write(bytes, to: resource.name)
        case .unwritten(let error): throw error
        }
        // Files from two different encodes must not be combined in a package, even if all of
        // their properties are equal.
        if let original = originals[ordinal], original != file { return report(.changed) }
        guard services.device.takeSpace(file.size) else {
            try package.remove(resource.name)
            throw .full(path: resource.name)
        }
        count(file, of: resource)
        services.book.noteStored(token, ordinal, file)
        reportBytes()
        let track = tracks[resource.track]
        if track.fraction > 0 {
            services.report(
                .trackProgress(track: resource.track, percent: track.fraction * 100), of: token)
        }
        if track.isComplete { services.report(.trackFinished(track: resource.track), of: token) }
        report(.progress(whole.fraction))
    }

    // MARK: Counting

    private func expect(_ resource: PackagePlan.Resource) {
        for account in [\DownloadTransfer.whole, \DownloadTransfer.tracks[resource.track]] {
            self[keyPath: account].resources += 1
            self[keyPath: account].duration += resource.duration
        }
    }

    private func count(_ file: StoredFile, of resource: PackagePlan.Resource) {
        for account in [\DownloadTransfer.whole, \DownloadTransfer.tracks[resource.track]] {
            self[keyPath: account].stored += 1
            self[keyPath: account].storedDuration += resource.duration
        }
        receivedBytes += file.size
    }

    private func reportBytes() {
        let fraction = whole.fraction
        let estimate = Double(receivedBytes) / max(fraction, 0.001)
        let unfinished = fraction == 0 ? nil : Int64(min(estimate, 1e15))
        report(.bytes(received: receivedBytes, expected: isComplete ? receivedBytes : unfinished))
    }
}
