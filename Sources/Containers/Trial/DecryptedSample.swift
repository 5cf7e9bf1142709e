/// A decrypted sample: its position in the media, and the number of its key.
package struct DecryptedSample: Hashable, Sendable {
    /// The position of the sample in bytes, counted from the first byte of the media.
    package let offset: Int64
    /// The number of the key that decrypted the sample.
    package let key: Int

    package init(offset: Int64, key: Int) {
        self.offset = offset
        self.key = key
    }
}
