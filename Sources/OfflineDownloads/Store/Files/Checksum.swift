import CXXHash
import Formats

/// The 64-bit XXH3 hash, which is fast enough to be computed for every byte that is written.
///
/// The hash detects damage, but not deliberate changes. The corresponding C functions are
/// `XXH3_64bits` and `XXH3_64bits_withSeed`.
package enum Checksum {
    /// Returns the hash of bytes.
    package static func of(_ bytes: [UInt8]) -> UInt64 {
        unsafe XXH3_64bits(bytes, bytes.count)
    }

    /// Returns the hash of bytes with a seed; different seeds yield unrelated hashes.
    static func of(_ bytes: [UInt8], seed: UInt64) -> UInt64 {
        unsafe XXH3_64bits_withSeed(bytes, bytes.count, seed)
    }
}

/// The single owner of the state of an incremental hash.
///
/// The corresponding C functions are `XXH3_createState`, `XXH3_64bits_update`, `XXH3_64bits_digest`
/// and `XXH3_freeState`.
@safe
struct StreamingChecksum: ~Copyable {
    private let state: OpaquePointer

    init() {
        guard let state = unsafe XXH3_createState() else { fatalError("out of memory") }
        unsafe self.state = state
        unsafe XXH3_64bits_reset(state)
    }

    deinit {
        unsafe XXH3_freeState(state)
    }

    mutating func update(_ bytes: RawSpan) {
        unsafe bytes.withUnsafeBytes { buffer in
            _ = unsafe XXH3_64bits_update(state, buffer.baseAddress, buffer.count)
        }
    }

    /// Discards all appended bytes, so that another hash can begin.
    mutating func reset() {
        unsafe XXH3_64bits_reset(state)
    }

    /// The hash of all appended bytes.
    var value: UInt64 { unsafe XXH3_64bits_digest(state) }
}

extension UInt64 {
    /// The number as sixteen hexadecimal digits in lower case.
    package var hexadecimal: String { Hexadecimal.text(self, digits: 16) }
}
