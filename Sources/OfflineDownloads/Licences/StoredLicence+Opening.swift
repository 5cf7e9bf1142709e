import Formats
package import Sessions

extension StoredLicence {
    /// Opens the sealed secret of the licence.
    ///
    /// - Parameters:
    ///   - token: The token of the licence's download.
    ///   - folder: The store, which has the sealing key.
    ///   - licensing: The licensing that sealed the secret; without it, the secret cannot be
    ///     opened.
    /// - Returns: The secret for the content key.
    /// - Throws: Code 69304 when there is no licence, or it cannot be opened.
    func secret(
        of token: OfflineVideoToken, in folder: StoreFolder,
        with licensing: (any PersistentLicensing)?
    ) throws(OfflineError) -> [UInt8] {
        guard let sealed else { throw .noLicence }
        guard let licensing else {
            throw OfflineError(.invalidLicense, "no key system is set up to open the licence")
        }
        do {
            guard let sealing = try folder.sealingKey() else {
                throw OfflineError(
                    .invalidLicense, "the store has lost the key that opens its licences")
            }
            let opened = try licensing.open(sealed, with: sealing)
            return try LicenceBinding(token, key.key).secret(of: opened)
        } catch let error as OfflineError {
            throw error
        } catch {
            throw OfflineError(.invalidLicense, because: error)
        }
    }
}

extension DownloadRecord {
    /// Opens the stored licences of the download, and returns the reason if one cannot be opened.
    ///
    /// Expiry is not a reason. Licences that a download in progress has not obtained yet are
    /// ignored.
    ///
    /// - Parameters:
    ///   - licences: The stored licences.
    ///   - folder: The store.
    ///   - licensing: The licensing that sealed the licences.
    /// - Returns: The reason; `nil` when the licences can be opened, or when none is needed.
    package func damage(
        of licences: [StoredLicence], in folder: StoreFolder,
        with licensing: any PersistentLicensing
    ) -> OfflineError? {
        guard usesFairPlay else { return nil }
        let mustHaveLicence = state == .completed
        guard licenceTerm != nil else { return mustHaveLicence ? .noLicence : nil }
        if licences.isEmpty { return .lostLicence }
        for licence in licences where licence.sealed != nil || mustHaveLicence {
            do throws(OfflineError) {
                _ = try licence.secret(of: token, in: folder, with: licensing)
            } catch {
                return error
            }
        }
        return nil
    }
}

extension OfflineError {
    /// The error of a protected download that has no licence, or whose licence has no dates.
    static let noLicence = OfflineError(.invalidLicense, "there is no licence")
    /// The error of a protected download whose licence rows are missing.
    static let lostLicence = OfflineError(
        .invalidLicense,
        "the catalogue has lost the licence and its content key; delete the download and request it"
            + " again")

    /// Whether a new licence can replace the unusable licence that caused this error.
    ///
    /// A licence cannot be replaced if its key is unknown, or if the store cannot seal a new one.
    package var isOfRenewableLicence: Bool {
        self != .lostLicence && !(underlying?.error is StoreError)
    }
}
