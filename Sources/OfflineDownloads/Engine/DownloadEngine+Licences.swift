import Playlists
import Sessions
import Transport
import VirtualTime

/// A licence that was granted, and when it had been asked for.
struct GrantedLicence {
    let licence: PersistentLicence
    /// In milliseconds since 1970.
    let requestTime: Int64
}

extension DownloadEngine {
    /// What downloads lend to who gets licences.
    func protectionHost(for record: DownloadRecord) -> ProtectionHost {
        let loader = world.loader
        let fetcher = fetcher
        let workers = workers
        let source =
            record.video.sources.first { LocalPath.url($0.url) == record.sourceURL }
            ?? Source(url: record.sourceURL)
        return ProtectionHost(
            loop: world.loop, source: source, keyTimeout: options.recovery.keyTimeout
        ) { request, completion in
            var request = request
            return fetcher.fetch(.key, request) { attempt in
                request.cancellation = attempt.cancellation
                let job = KeyJob(request: request, loader: attempt.loader(loader))
                return workers.submit { job.run() }
            } completion: { result in
                if case .success(let fetched) = result { fetcher.use(bytes: fetched.byteCount) }
                completion(result.map(\.value))
            }
        } tell: { _ in
        }
    }

    /// Asks for a licence to keep, unless the app is in the background.
    ///
    /// Source: document 000 (Preload A FairPlay License).
    func requestLicence(
        for key: PackagePlan.LicenceKey, of record: DownloadRecord,
        terms: PersistentLicenceTerms? = nil,
        completion: @escaping (Result<GrantedLicence, OfflineError>) -> Void
    ) -> AnyObject? {
        let refusal: OfflineError? =
            if licensing?.accepts(key.key) != true {
                OfflineError(.unsupported, "nobody gets licences of \(key.key.keyFormat)")
            } else if device.appState == .background {
                OfflineError(.downloadFailure, "licences cannot be had in the background")
            } else if terms ?? record.terms == nil {
                OfflineError(
                    .invalidParameter, "the licence must be a purchase or have a rental duration")
            } else {
                nil
            }
        guard refusal == nil, let licensing, let terms = terms ?? record.terms else {
            let error = refusal ?? OfflineError(.unsupported, "nobody gets licences")
            return world.loop.schedule(after: .zero) { completion(.failure(error)) }
        }
        let requestTime = clock.now
        // A licence that comes at once is heard of in a turn of its own, like any other.
        let hold = LicenceHold()
        hold.request = licensing.requestLicence(
            for: key.key, playlistURL: key.playlistURL, terms: terms,
            host: protectionHost(for: record)
        ) { [loop = world.loop, weak hold] result in
            guard let hold, hold.arrival == nil else { return }
            hold.arrival = loop.schedule(after: .zero) {
                completion(
                    result.map { GrantedLicence(licence: $0, requestTime: requestTime) }
                        .mapError(OfflineError.init(licence:)))
            }
        }
        return hold
    }

    /// Seals a licence and writes it down.
    ///
    /// - Returns: The record with the terms of the licence: of several the earliest end counts.
    func keep(
        _ grant: GrantedLicence, for kept: StoredLicence, of record: DownloadRecord
    ) throws(OfflineError) -> DownloadRecord {
        do {
            let binding = LicenceBinding(record.token, kept.key.key)
            let sealed = try seal(binding.bound(grant.licence.secret))
            try catalogue.setLicence(sealed, ordinal: kept.ordinal, of: record.token)
        } catch let error as StoreError {
            throw OfflineError(error)
        } catch let error as SessionError {
            throw OfflineError(licence: error)
        } catch {
            throw OfflineError(.invalidLicense, "\(error)")
        }
        var record = record
        let term = LicenceTerm(of: grant.licence, requestedAt: grant.requestTime)
        let isFirst = record.licenceRequestTime == nil
        record.usesFairPlay = true
        record.licenceRequestTime = grant.requestTime
        record.licenceExpiration =
            isFirst
            ? term.expiration
            : [record.licenceExpiration, term.expiration].compactMap { $0 }.min()
        record.playDuration =
            isFirst
            ? term.playDuration : [record.playDuration, term.playDuration].compactMap { $0 }.min()
        return record
    }

    private func seal(_ secret: [UInt8]) throws -> [UInt8] {
        guard let licensing else { throw OfflineError(.unsupported, "nobody seals licences") }
        return try licensing.seal(secret, with: sealingKey(madeBy: licensing))
    }

    private func sealingKey(madeBy licensing: any PersistentLicensing) throws -> [UInt8] {
        if let key = try folder.sealingKey() { return key }
        return try folder.keepSealingKey(try licensing.makeSealingKey())
    }
}

/// The hold on a licence that was asked for: releasing it abandons the request.
private final class LicenceHold {
    var request: AnyObject?
    var arrival: EventToken?
}

extension OfflineError {
    /// Wraps an error of who gets licences; one that is numbered as ours keeps its number.
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
