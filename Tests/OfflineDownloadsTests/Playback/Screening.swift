import ContentProtection
import HeadlessPlayback
import OfflineDownloads
import Sessions
import TestSupport
import VirtualTime

/// A download and its players in one simulation.
final class Screening {
    /// The date at which simulations start, in milliseconds since 1970.
    static let epoch: Int64 = 1_000_000_000_000

    /// The loader of everything that is not stored.
    let origin: ScriptedLoader
    let download: Download
    let library: OfflineLibrary
    let token: OfflineVideoToken
    /// The key systems of the provider chain.
    var keySystems: [any KeySystem] = [IdentityKeySystem()]

    /// Starts a download without letting time pass.
    init(
        _ media: String, network: NetworkConditions = .unlimited, workers: Workers = .shared,
        licensing: (any PersistentLicensing)? = nil,
        _ configure: (inout DownloadRequest) -> Void = { _ in }
    ) throws {
        origin = ScriptedLoader()
        // Uses one connection, so that segments arrive one after another.
        download = try Download(loader: origin, network: network, workers: workers) {
            $0.connections = 1
        }
        download.engine.licensing = licensing
        library = OfflineLibrary(download.engine)
        token = try download.start(media, configure)
    }

    var world: PlaybackWorld { download.world }
    var device: Device { download.device }

    /// Returns a download of half of `single`: two of five segments, with the third in progress.
    static func halfway(workers: Workers = .shared) throws -> Screening {
        let network = NetworkConditions(bitsPerSecond: 250_000)
        let screening = try Screening(SampleMedia.single.path, network: network, workers: workers)
        screening.download.run(until: 4)
        return screening
    }

    /// Returns a complete download.
    static func finished(
        _ media: String = SampleMedia.transportStream.path,
        licensing: (any PersistentLicensing)? = nil,
        _ configure: (inout DownloadRequest) -> Void = { _ in }
    ) throws -> Screening {
        let screening = try Screening(media, licensing: licensing, configure)
        screening.download.run()
        return screening
    }

    func record() throws -> DownloadRecord {
        guard let record = try library.catalogue.record(of: token) else {
            throw StoreError.unknownToken(token)
        }
        return record
    }

    func video() throws -> Video {
        OfflineVideoObject.make(record: try record(), folder: library.folder, isIntact: true)
    }

    func player(_ library: OfflineLibrary? = nil, in other: PlaybackWorld? = nil) -> Playback {
        let offline = OfflineSessionProvider(library: library ?? self.library)
        return Playback(
            in: other ?? world,
            provider: ProtectedSessionProvider(upstream: offline, keySystems: keySystems))
    }

    /// Returns the requests that reach the origin while a closure runs.
    func requests(during body: () throws -> Void) rethrows -> [String] {
        var before = origin.asked[...]
        try body()
        // Both lists of requests are sorted, so the requests made before the closure ran can be
        // skipped one by one.
        return origin.asked.filter { name in
            if before.first == name {
                before.removeFirst()
                return false
            }
            return true
        }
    }
}

extension Playback {
    /// Domains and codes of the reported errors.
    var codes: [String] { recorder.errors.map { "\($0.domain) \($0.code)" } }

    /// The cause of the failed playback; `nil` when it has not failed.
    var failure: SessionError? { controller.currentSession?.failure?.cause }
}
