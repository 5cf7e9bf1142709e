package import Containers
package import Playlists

/// A key for as long as it stays the same, by what decryption depends on.
package enum KeyPeriod: Hashable, Sendable {
    /// The keys that a playlist lists for a segment.
    case playlist([EncryptionKey])
    /// The bytes of a key, and whatever else is the same as long as the key is.
    case content([UInt8])
}

/// What only a decoder can prove about decrypted bytes: that their keys are the right ones.
package struct KeyProof: Sendable {
    /// The keys that decrypted something; samples name them by their places here.
    package var periods: [KeyPeriod]

    /// The first samples of each key; `nil` when the one key decrypted samples throughout.
    package var samples: [DecryptedSample]?

    package init(periods: [KeyPeriod], samples: [DecryptedSample]? = nil) {
        self.periods = periods
        self.samples = samples
    }

    /// What remains to be proven.
    ///
    /// - Parameter proven: The keys that are known to be right.
    /// - Returns: The proof without their samples; `nil` when nothing remains.
    package func without(_ proven: Set<KeyPeriod>) -> KeyProof? {
        guard !periods.allSatisfy(proven.contains) else { return nil }
        let left = samples?.filter { !proven.contains(periods[$0.key]) }
        return KeyProof(periods: periods, samples: left)
    }
}
