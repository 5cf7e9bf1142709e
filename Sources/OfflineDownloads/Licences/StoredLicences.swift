package import Playlists
package import Sessions

/// The stored licences of one download, for examining its media.
///
/// The terms of the licences do not matter: an expired licence decrypts the media, too.
package final class StoredLicences: KeptLicences {
    private let token: OfflineVideoToken
    private let folder: StoreFolder
    private let licensing: any PersistentLicensing
    private let licences: [LicenceName: StoredLicence]
    /// The secrets of the licences that were used; `nil` for a licence that cannot be opened.
    private var secrets: [LicenceName: [UInt8]?] = [:]

    /// Reads the licences of a download from the catalogue.
    ///
    /// - Parameters:
    ///   - token: The token of the download.
    ///   - folder: The store.
    ///   - catalogue: The catalogue of the store.
    ///   - licensing: The licensing that sealed the licences.
    /// - Throws: When the catalogue cannot be read.
    package init(
        of token: OfflineVideoToken, in folder: StoreFolder, by catalogue: Catalogue,
        with licensing: any PersistentLicensing
    ) throws(StoreError) {
        self.token = token
        self.folder = folder
        self.licensing = licensing
        licences = LicenceName.licences(try catalogue.licences(of: token))
    }

    /// Returns the secret of the stored licence for a key.
    ///
    /// - Returns: The secret; `nil` when there is no licence, or it cannot be opened.
    package func licence(for key: EncryptionKey, url: String) -> [UInt8]? {
        let name = LicenceName(format: key.keyFormat, url: url)
        if let known = secrets[name] { return known }
        let secret = try? licences[name]?.secret(of: token, in: folder, with: licensing)
        secrets[name] = .some(secret)
        return secret
    }
}

/// The key format and the location of a key, by which its stored licence is found.
struct LicenceName: Hashable {
    let format: String
    let url: String

    /// Returns the stored licences by their names; of licences with one name, the first.
    static func licences(_ stored: [StoredLicence]) -> [LicenceName: StoredLicence] {
        let named = stored.map { licence in
            let key = licence.key.key
            let url = URIReference.resolve(key.uri ?? "", against: licence.key.playlistURL)
            return (LicenceName(format: key.keyFormat, url: url), licence)
        }
        return Dictionary(named) { first, _ in first }
    }
}
