package import Containers
package import Playlists

/// A period of media with one constant key, identified by the inputs of its decryption.
package enum KeyPeriod: Hashable, Sendable {
    /// The keys that a playlist lists for a segment.
    case playlist([EncryptionKey])
    /// The bytes of a key, and other data that changes only with the key.
    case content([UInt8])
}

/// A proof that bytes were decrypted with the right keys.
///
/// Only a decoder can perform it.
package struct KeyProof: Sendable {
    /// The periods of the keys that decrypted the samples; samples refer to them by index.
    package var periods: [KeyPeriod]

    /// The first samples of each key; `nil` when one key decrypted all samples.
    package var samples: [DecryptedSample]?

    package init(periods: [KeyPeriod], samples: [DecryptedSample]? = nil) {
        self.periods = periods
        self.samples = samples
    }
}
