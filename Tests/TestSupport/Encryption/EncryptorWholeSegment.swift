import ContentProtection

/// An encryptor that encrypts each segment as a whole.
package enum EncryptorWholeSegment {
    /// Encrypts a segment in AES-CBC with PKCS #7 padding.
    package static func encrypt(_ clear: [UInt8], key: [UInt8], vector: [UInt8]) throws -> [UInt8] {
        let missing = 16 - clear.count % 16
        var bytes = clear + [UInt8](repeating: UInt8(missing), count: missing)
        var cipher = try BlockCipher(.chained, .encrypt, key: key)
        try cipher.restart(vector)
        try cipher.apply(to: &bytes)
        return bytes
    }
}
