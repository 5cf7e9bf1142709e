package import Containers
package import Playlists

/// The identity of a period of media during which the key is constant.
///
/// It consists of the inputs of the decryption.
package enum KeyPeriod: Hashable, Sendable {
    /// The keys that a playlist lists for a segment.
    case playlist([EncryptionKey])
    /// The key and other data of the decryption, such as an identifier or initialization vector.
    ///
    /// The other data changes only when the key changes.
    case content([UInt8])
    /// No key: the container describes the samples as clear although the playlist lists a key.
    case clear

    /// Whether a key decrypted the samples, and the decryption states which one.
    var isOfDecryptor: Bool {
        if case .content = self { true } else { false }
    }
}

/// The data with which a decoder proves that bytes were decrypted with the right keys.
///
/// Only a decoder can perform this proof.
package struct KeyProof: Sendable {
    /// The key periods of the decrypted samples; each sample refers to its period by index.
    package var periods: [KeyPeriod]

    /// The first samples of each key; `nil` when one key decrypted all samples.
    package var samples: [DecryptedSample]?

    package init(periods: [KeyPeriod], samples: [DecryptedSample]? = nil) {
        self.periods = periods
        self.samples = samples
    }
}
