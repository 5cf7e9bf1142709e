import Devices
import Playlists
import Sessions
import Transport
import VirtualTime

/// A granted licence and the time of its request.
struct GrantedLicence {
    let licence: PersistentLicence
    /// The time of the request, in milliseconds since the start of 1970.
    let requestTime: Int64
}

/// Requests licences that can be stored, seals them and stores them.
final class LicenceDesk {
    private let world: PlaybackWorld
    private let folder: StoreFolder
    private let catalogue: Catalogue
    private let clock: StoreClock
    private let device: Device
    private let options: DownloadOptions
    private let fetcher: ResourceFetcher
    private let host: DownloadHost
    private let book: RecordBook
    /// The licence exchanges that were started; some of them may have ended already.
    private var exchanges: [LicenceExchangeUnderWay] = []

    init(
        world: PlaybackWorld, folder: StoreFolder, catalogue: Catalogue, clock: StoreClock,
        device: Device, options: DownloadOptions, fetcher: ResourceFetcher, host: DownloadHost,
        book: RecordBook
    ) {
        self.world = world
        self.folder = folder
        self.catalogue = catalogue
        self.clock = clock
        self.device = device
        self.options = options
        self.fetcher = fetcher
        self.host = host
        self.book = book
    }

    private var licensing: (any PersistentLicensing)? { host.licensing }

    /// Returns the services for obtaining licences.
    ///
    /// - Parameters:
    ///   - record: The record of the download.
    ///   - source: The source that names the key server; `nil` means the source of the download.
    /// - Returns: The services.
    private func protectionHost(for record: DownloadRecord, source: Source?) -> ProtectionHost {
        let access = record.request.access(in: world)
        let source =
            source ?? record.request.video.sources.first {
                LocalPath.url($0.url) == record.request.sourceURL
            }
            ?? Source(url: record.request.sourceURL)
        return ProtectionHost(
            loop: world.loop, source: source, keyTimeout: options.recovery.keyTimeout,
            isSimulator: device.capabilities.isSimulator
        ) { [fetcher] url, send, completion in
            fetcher.exchange(url, access: access, send: send, completion: completion)
        } fetch: { [fetcher] request, completion in
            var request = request
            request.access = access
            return fetcher.fetchKey(request, completion: completion)
        } report: { _ in
        }
    }

    /// Requests a licence for storage; the request fails if the app is in the background.
    ///
    /// When the app moves to the background, a licence exchange in progress ends, as it may on a
    /// device.
    ///
    /// Source: `Documentation/BrightcoveOffline.md#background`.
    func requestLicence(
        for key: PackagePlan.LicenceKey, of record: DownloadRecord,
        terms: PersistentLicenceTerms? = nil, source: Source? = nil,
        completion: @escaping (Result<GrantedLicence, OfflineError>) -> Void
    ) -> Hold? {
        let refusal: OfflineError? =
            if licensing?.accepts(key.key) != true {
                OfflineError(
                    .unsupported, "no key system is set up for licences of \(key.key.keyFormat)")
            } else if device.appState == .background {
                Self.backgroundRefusal
            } else if terms ?? record.request.terms == nil {
                OfflineError(
                    .invalidParameter, "the licence must be a purchase or have a rental duration")
            } else {
                nil
            }
        guard refusal == nil, let licensing, let terms = terms ?? record.request.terms else {
            let error =
                refusal ?? OfflineError(.unsupported, "no key system is set up for licences")
            return world.loop.schedule(after: .zero) { completion(.failure(error)) }
        }
        let requestTime = clock.now
        let hold = LicenceHold(world.loop, completion)
        exchanges.removeAll { $0.hold == nil }
        exchanges.append(LicenceExchangeUnderWay(hold: hold))
        hold.request = licensing.requestLicence(
            for: key.key, playlistURL: key.playlistURL, terms: terms,
            host: protectionHost(for: record, source: source)
        ) { [weak hold] result in
            hold?.end(
                result.map { GrantedLicence(licence: $0, requestTime: requestTime) }
                    .mapError(OfflineError.init(licence:)))
        }
        return hold
    }

    private static var backgroundRefusal: OfflineError {
        OfflineError(.downloadFailure, "licences are not available in the background")
    }

    /// Ends every licence exchange in progress, because the app left the foreground.
    func endExchanges() {
        let ended = exchanges
        exchanges = []
        for exchange in ended { exchange.hold?.end(.failure(Self.backgroundRefusal)) }
    }

    /// Seals licences and stores them with their terms in one transaction.
    ///
    /// - Parameters:
    ///   - grants: The granted licences and the rows in which they are stored.
    ///   - record: The record of the download, with the terms of its stored licences.
    ///   - isRenewal: Whether the licences replace all stored licences, so that a play duration is
    ///     counted from the next playback.
    /// - Returns: The record with the combined terms of the licences; the earliest end applies.
    /// - Throws: When the licences cannot be sealed or stored; the old licences then remain.
    func keep(
        _ grants: [(grant: GrantedLicence, kept: StoredLicence)], of record: DownloadRecord,
        isRenewal: Bool = false
    ) throws(OfflineError) -> DownloadRecord {
        let renewed = grants.reduce(record) { $0.taking($1.grant) }
        do {
            let sealed = try grants.map { grant, kept in
                let binding = LicenceBinding(record.token, kept.key.key)
                return (try seal(binding.bound(grant.licence.secret)), kept.ordinal)
            }
            try catalogue.transaction { () throws(StoreError) in
                for (sealed, ordinal) in sealed {
                    try catalogue.setLicence(sealed, ordinal: ordinal, of: record.token)
                }
                if isRenewal { try catalogue.forgetFirstPlayback(of: record.token) }
                try book.storeLicence(of: renewed, isRenewal: isRenewal)
                if let time = renewed.licenceRequestTime {
                    try catalogue.restartSeenTime(of: record.token, at: time)
                }
            }
        } catch let error as StoreError {
            throw OfflineError(error)
        } catch let error as SessionError {
            throw OfflineError(licence: error)
        } catch let error as OfflineError {
            throw error
        } catch {
            throw OfflineError(.invalidLicense, because: error)
        }
        return renewed
    }

    private func seal(_ secret: [UInt8]) throws -> [UInt8] {
        guard let licensing else {
            throw OfflineError(.unsupported, "no key system is set up to seal licences")
        }
        return try licensing.seal(secret, with: sealingKey(madeBy: licensing))
    }

    private func sealingKey(madeBy licensing: any PersistentLicensing) throws -> [UInt8] {
        if let key = try folder.sealingKey() { return key }
        return try folder.keepSealingKey(try licensing.makeSealingKey())
    }
}

/// A hold on a licence request; the request remains in progress while this object exists.
final class LicenceHold: Hold {
    typealias Completion = (Result<GrantedLicence, OfflineError>) -> Void

    var request: Hold?
    private var arrival: EventToken?
    private let loop: EventLoop
    private let completion: Completion

    init(_ loop: EventLoop, _ completion: @escaping Completion) {
        self.loop = loop
        self.completion = completion
    }

    /// Ends the licence exchange with a result; only the first call has an effect.
    ///
    /// The result is reported in a separate event-loop turn, even if it was available
    /// synchronously.
    func end(_ result: Result<GrantedLicence, OfflineError>) {
        guard arrival == nil else { return }
        arrival = loop.schedule(after: .zero) { [completion] in completion(result) }
    }
}

/// A weak reference to a licence exchange that may still be in progress.
private struct LicenceExchangeUnderWay {
    weak var hold: LicenceHold?
}

extension DownloadRecord {
    /// Returns the record with the terms of a further licence.
    ///
    /// The earliest value of each limit applies.
    fileprivate func taking(_ grant: GrantedLicence) -> DownloadRecord {
        var record = self
        let term = LicenceTerm(of: grant.licence, requestedAt: grant.requestTime)
        let isFirst = licenceRequestTime == nil
        record.usesFairPlay = true
        record.licenceRequestTime = grant.requestTime
        record.licenceExpiration =
            isFirst
            ? term.expiration : [licenceExpiration, term.expiration].compactMap { $0 }.min()
        record.playDuration =
            isFirst ? term.playDuration : [playDuration, term.playDuration].compactMap { $0 }.min()
        return record
    }
}

extension OfflineError {
    /// Creates an offline error from an error of a licence request.
    ///
    /// An error that already has the domain and a code of offline videos keeps its code.
    init(licence error: SessionError) {
        if case .contentKey(let failure) = error, failure.domain == Self.domain,
            let code = Code(rawValue: failure.code)
        {
            self.init(code, failure.reason, underlying: error)
        } else {
            self.init(.downloadFailure, "no licence: \(error)", underlying: error)
        }
    }
}
