import Playlists

/// A binding of a licence's secret to the download and the key of the licence.
///
/// The binding is sealed together with the secret. If a catalogue row is moved to another download
/// or key, its secret is therefore rejected. Without the binding, the wrong key would decrypt the
/// media to noise, which cannot be distinguished from noisy media.
struct LicenceBinding {
    private let mark: [UInt8]

    init(_ token: OfflineVideoToken, _ key: EncryptionKey) {
        let named = Array("\(token)\n\(key.keyFormat)\n\(key.uri ?? "")".utf8)
        let (one, other) = (Checksum.of(named, seed: 1), Checksum.of(named, seed: 2))
        mark = Array((one.hexadecimal + other.hexadecimal).utf8)
    }

    /// Returns the bytes to seal: the binding, and then the secret.
    func bound(_ secret: [UInt8]) -> [UInt8] { mark + secret }

    /// Returns the secret in unsealed bytes, without the binding.
    ///
    /// - Throws: Code 69304 when the secret was sealed for another download or key.
    func secret(of bytes: [UInt8]) throws(OfflineError) -> [UInt8] {
        guard bytes.starts(with: mark) else {
            throw OfflineError(
                .invalidLicense, "the stored licence belongs to another video or key")
        }
        return Array(bytes.dropFirst(mark.count))
    }
}
