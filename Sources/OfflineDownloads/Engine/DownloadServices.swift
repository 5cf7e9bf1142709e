import Devices
import Sessions
import Transport
import VirtualTime

/// The services shared by the downloads of an engine: the simulation, the store and the records.
///
/// The services have no reference to the engine. The engine owns its downloads, and each download
/// owns its transfer; downloads and transfers receive these services.
struct DownloadServices {
    let world: PlaybackWorld
    let device: Device
    let folder: StoreFolder
    let catalogue: Catalogue
    let clock: StoreClock
    let options: DownloadOptions
    let fetcher: ResourceFetcher
    /// The threads that fetch segments.
    ///
    /// There are two per connection, so that one file is written while the next one arrives.
    let segmentWorkers: Workers
    let host: DownloadHost
    let book: RecordBook
    let licences: LicenceDesk

    /// The maximum size of the poster or the thumbnail of a video, in bytes.
    static let largestPicture = 32 << 20

    /// Reports an event at the end of the event-loop turn.
    func report(_ event: DownloadEvent, of token: OfflineVideoToken) {
        world.loop.atEndOfTurn { [weak host] in host?.observer?(token, event) }
    }

    /// Fetches a small resource into memory.
    func fetchSmall(
        _ request: ResourceRequest, _ subject: RecoveryPolicy.Subject, for access: AssetAccess,
        completion: @escaping (Result<SmallJob.Found, SessionError>) -> Void
    ) -> FetchToken {
        var request = request
        request.headers += options.headers
        request.access = access
        request.patience = options.recovery.patienceForAnswers
        request.cause = RequestCause(.download)
        return fetcher.fetch(subject, SmallJob(request: request)) { [fetcher] result in
            if case .success(let fetched) = result { fetcher.use(bytes: fetched.byteCount) }
            completion(result.map(\.value))
        }
    }

    /// Removes all files of a download except its pictures.
    ///
    /// All resources of the plan are recorded as missing.
    func removeMedia(of token: OfflineVideoToken) throws(StoreError) {
        book.forgetFiles(of: token)
        try catalogue.noteMissing(try catalogue.resources(of: token).map(\.ordinal), of: token)
        let record = try book.record(of: token)
        let old = try folder.hasPackage(token) ? try folder.package(token) : nil
        var pictures: [(name: String, bytes: [UInt8])] = []
        for name in record.pictureNames {
            let bytes = try old?.read(name, limit: Self.largestPicture)
            if let bytes { pictures.append((name, bytes)) }
        }
        // The folder is removed too, including files that cancelled requests are still writing.
        try folder.removePackage(token)
        for (name, bytes) in pictures {
            try folder.package(token, creates: true)?.write(bytes, to: name)
        }
    }
}

/// The objects and closures that the app supplies: licensing, location renewal, observer.
final class DownloadHost {
    /// The provider of licences to store; `nil` means that protected videos cannot be downloaded.
    var licensing: (any PersistentLicensing)?
    /// A closure that receives every event, at the end of the event-loop turn in which it occurs.
    var observer: ((OfflineVideoToken, DownloadEvent) -> Void)?
    /// A closure that requests the new location of a video whose location has expired.
    ///
    /// The closure passes the new location to its second argument, or `nil` when it is unknown.
    var refresh: ((DownloadRecord, @escaping (String?) -> Void) -> Void)?
}
