package import Sessions
package import VirtualTime

/// Obtains all licences of a download again, and stores them when all were granted.
///
/// Releasing the object cancels the requests.
package final class LicenceRenewal: Hold {
    private let engine: DownloadEngine
    private let terms: PersistentLicenceTerms
    private let source: Source?
    private let licences: [StoredLicence]
    private let completion: (OfflineError?) -> Void
    private var record: DownloadRecord
    private var grants: [GrantedLicence] = []
    private var request: Hold?

    fileprivate init(
        _ token: OfflineVideoToken, engine: DownloadEngine, terms: PersistentLicenceTerms,
        source: Source?, completion: @escaping (OfflineError?) -> Void
    ) throws(OfflineError) {
        self.engine = engine
        self.terms = terms
        self.source = source
        self.completion = completion
        do throws(StoreError) {
            guard let record = try engine.catalogue.record(of: token) else {
                throw .unknownToken(token)
            }
            self.record = record
            licences = try engine.catalogue.licences(of: token)
        } catch {
            throw OfflineError(error)
        }
        guard !licences.isEmpty else {
            if record.usesFairPlay { throw OfflineError.lostLicence }
            throw OfflineError(.unsupported, "the video is not protected by FairPlay")
        }
    }

    /// Requests the next licence, or stores all licences if none is left to request.
    ///
    /// The code that creates the renewal calls this method once, to start it.
    package func goOn() {
        guard grants.count < licences.count else { return keep() }
        request = engine.services.licences.requestLicence(
            for: licences[grants.count].key, of: record, terms: terms, source: source
        ) { [weak self] result in
            guard let self else { return }
            switch result {
            case .success(let grant):
                grants.append(grant)
                goOn()
            case .failure(let error): completion(error)
            }
        }
    }

    private func keep() {
        // The terms of the old licence no longer apply.
        record.licenceRequestTime = nil
        record.licenceExpiration = nil
        record.playDuration = nil
        record.initialPlaybackTime = nil
        record.request.terms = terms
        do throws(OfflineError) {
            _ = try engine.services.licences.keep(
                Array(zip(grants, licences)), of: record, isRenewal: true)
            completion(nil)
        } catch {
            completion(error)
        }
    }
}

extension DownloadEngine {
    /// Prepares to obtain the licences of a download again; the downloaded files do not change.
    ///
    /// - Parameters:
    ///   - token: The token of the download.
    ///   - terms: The terms to request.
    ///   - source: The source that names the key server; `nil` means the download's source.
    ///   - completion: Called with `nil` when the new licences are stored, or with the reason why
    ///     the old ones remain.
    /// - Returns: The renewal, which starts with ``LicenceRenewal/goOn()``.
    /// - Throws: When there is no such download, or it needs no licence.
    package func renewal(
        of token: OfflineVideoToken, terms: PersistentLicenceTerms, source: Source? = nil,
        completion: @escaping (OfflineError?) -> Void
    ) throws(OfflineError) -> LicenceRenewal {
        try LicenceRenewal(
            token, engine: self, terms: terms, source: source, completion: completion)
    }
}
