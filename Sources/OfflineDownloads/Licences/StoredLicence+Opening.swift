package import Sessions

extension StoredLicence {
    /// Opens the sealed secret of the licence.
    ///
    /// - Parameters:
    ///   - token: The download of the licence.
    ///   - folder: The store, which has the sealing key.
    ///   - licensing: The licensing that sealed the secret; `nil` opens nothing.
    /// - Returns: The secret for the content key.
    /// - Throws: Code 69304 when there is no licence, or it cannot be opened.
    func secret(
        of token: OfflineVideoToken, in folder: StoreFolder,
        with licensing: (any PersistentLicensing)?
    ) throws(OfflineError) -> [UInt8] {
        guard let sealed else { throw OfflineError(.invalidLicense, "there is no licence") }
        guard let licensing else {
            throw OfflineError(.invalidLicense, "nothing opens the licence that was kept")
        }
        do {
            guard let sealing = try folder.sealingKey() else {
                throw OfflineError(
                    .invalidLicense, "the key that the licence was sealed with is not there")
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

extension Catalogue {
    /// Opens the stored licences of a download, and returns the reason if one cannot be opened.
    ///
    /// Expiry is not a reason. Licences that a download in progress has not obtained yet are
    /// ignored.
    ///
    /// - Parameters:
    ///   - record: The record of the download.
    ///   - folder: The store.
    ///   - licensing: The licensing that sealed the licences.
    /// - Returns: The reason; `nil` when the licences can be opened, or when none was granted.
    /// - Throws: When the catalogue cannot be read.
    package func licenceDamage(
        of record: DownloadRecord, in folder: StoreFolder, with licensing: any PersistentLicensing
    ) throws(StoreError) -> OfflineError? {
        guard record.usesFairPlay, record.licenceTerm != nil else { return nil }
        let licences = try licences(of: record.token)
        if licences.isEmpty {
            return OfflineError.lostLicence
        }
        for licence in licences where licence.sealed != nil || record.state == .completed {
            do throws(OfflineError) {
                _ = try licence.secret(of: record.token, in: folder, with: licensing)
            } catch {
                return error
            }
        }
        return nil
    }
}

extension OfflineError {
    /// The error of a protected download whose rows about licences are missing.
    static let lostLicence = OfflineError(
        .invalidLicense,
        "the catalogue has lost the licence and the key that it was for; delete the download and"
            + " request it again")
}
