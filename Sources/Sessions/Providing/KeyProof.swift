package import Containers
package import Playlists

/// A period with a constant key, by the inputs of decryption.
package enum KeyPeriod: Hashable, Sendable {
    /// The keys that a playlist lists for a segment.
    case playlist([EncryptionKey])
    /// The bytes of a key, and other data that changes only with the key.
    case content([UInt8])
}

/// A proof that decrypted bytes have the right keys, which only a decoder can perform.
package struct KeyProof: Sendable {
    /// The keys that decrypted samples; samples refer to them by index.
    package var periods: [KeyPeriod]

    /// The first samples of each key; `nil` when the one key decrypted samples throughout.
    package var samples: [DecryptedSample]?

    package init(periods: [KeyPeriod], samples: [DecryptedSample]? = nil) {
        self.periods = periods
        self.samples = samples
    }
}
