/// The 64-bit FNV-1a hash, which is equal for the same bytes on every machine.
///
/// It is not safe against inputs that an attacker chooses. Its lower bits are not evenly
/// distributed.
package struct FNVHash: Equatable, Sendable {
    /// The hash of the bytes that were added so far.
    package private(set) var value: UInt64 = 0xCBF2_9CE4_8422_2325

    /// Creates the hash of an empty sequence of bytes.
    package init() {}

    /// Creates the hash of a text.
    ///
    /// - Parameter text: The text.
    package init(_ text: String) {
        for byte in text.utf8 { add(byte) }
    }

    /// The hash after an additional mixing step, which distributes all of its bits evenly.
    package var mixed: UInt64 {
        var hash = value
        hash = (hash ^ (hash >> 33)) &* 0xFF51_AFD7_ED55_8CCD
        hash = (hash ^ (hash >> 33)) &* 0xC4CE_B9FE_1A85_EC53
        return hash ^ (hash >> 33)
    }

    /// Adds a text to the hash, and then a byte that ends the text.
    ///
    /// - Parameters:
    ///   - text: The text.
    ///   - end: The byte, which separates texts from each other.
    package mutating func add(_ text: some StringProtocol, end: UInt8) {
        for byte in text.utf8 { add(byte) }
        add(end)
    }

    /// Adds a byte to the hash.
    ///
    /// - Parameter byte: The byte.
    package mutating func add(_ byte: UInt8) {
        value = (value ^ UInt64(byte)) &* 0x0000_0100_0000_01B3
    }
}
