import Playlists

/// Ties the secret of a licence to the download and the key that it was granted for.
///
/// It is sealed together with the secret, so that a row of the catalogue that comes to stand in the
/// place of another one opens nothing. Without that the wrong key would make noise of the media, which
/// nobody tells from media that is noise.
struct LicenceBinding {
    private let mark: [UInt8]

    init(_ token: OfflineVideoToken, _ key: EncryptionKey) {
        let named = Array("\(token)\n\(key.keyFormat)\n\(key.uri ?? "")".utf8)
        let (one, other) = (Checksum.of(named, seed: 1), Checksum.of(named, seed: 2))
        mark = Array((one.hexadecimal + other.hexadecimal).utf8)
    }

    /// The secret as it is sealed.
    func bound(_ secret: [UInt8]) -> [UInt8] { mark + secret }

    /// The secret of what was sealed.
    ///
    /// - Throws: Code 69304 for what was sealed for another download or another key.
    func secret(of bytes: [UInt8]) throws(OfflineError) -> [UInt8] {
        guard bytes.starts(with: mark) else {
            throw OfflineError(
                .invalidLicense, "the licence that was kept is that of another video or key")
        }
        return Array(bytes.dropFirst(mark.count))
    }
}
