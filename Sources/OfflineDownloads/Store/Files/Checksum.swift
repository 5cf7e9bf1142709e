import CXXHash

/// The XXH3 hash of 64 bits: fast enough to take along with every byte that is written.
///
/// The corresponding C functions are `XXH3_64bits` and `XXH3_64bits_withSeed`. It finds damage, and
/// is no proof against someone who wants to deceive.
package enum Checksum {
    /// The hash of bytes.
    package static func of(_ bytes: [UInt8]) -> UInt64 {
        unsafe XXH3_64bits(bytes, bytes.count)
    }

    /// The hash of bytes for a seed: another function for every seed.
    static func of(_ bytes: [UInt8], seed: UInt64) -> UInt64 {
        unsafe XXH3_64bits_withSeed(bytes, bytes.count, seed)
    }
}

/// The single owner of the state of a hash whose bytes come little by little.
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

    /// Starts anew.
    mutating func reset() {
        unsafe XXH3_64bits_reset(state)
    }

    /// The hash of the bytes so far.
    var value: UInt64 { unsafe XXH3_64bits_digest(state) }
}

extension UInt64 {
    /// Sixteen digits in lower case.
    package var hexadecimal: String {
        let digits = String(self, radix: 16)
        return String(repeating: "0", count: 16 - digits.utf8.count) + digits
    }
}
