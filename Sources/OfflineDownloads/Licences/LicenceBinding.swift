import Playlists

/// Binds the secret of a licence to its download and key.
///
/// The binding is sealed with the secret, so a catalogue row moved to another place opens nothing.
/// Otherwise the wrong key would turn media into noise, which cannot be distinguished from noisy
/// media.
struct LicenceBinding {
    private let mark: [UInt8]

    init(_ token: OfflineVideoToken, _ key: EncryptionKey) {
        let named = Array("\(token)\n\(key.keyFormat)\n\(key.uri ?? "")".utf8)
        let (one, other) = (Checksum.of(named, seed: 1), Checksum.of(named, seed: 2))
        mark = Array((one.hexadecimal + other.hexadecimal).utf8)
    }

    /// Returns the secret with its binding, to be sealed.
    func bound(_ secret: [UInt8]) -> [UInt8] { mark + secret }

    /// Returns the secret of an opened seal.
    ///
    /// - Throws: Code 69304 when it was sealed for another download or key.
    func secret(of bytes: [UInt8]) throws(OfflineError) -> [UInt8] {
        guard bytes.starts(with: mark) else {
            throw OfflineError(
                .invalidLicense, "the licence that was kept is that of another video or key")
        }
        return Array(bytes.dropFirst(mark.count))
    }
}
