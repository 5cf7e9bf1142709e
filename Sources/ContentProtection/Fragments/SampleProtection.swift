import Formats

/// The 16 bytes that identify a key in Common Encryption.
public struct KeyIdentifier: Hashable, Sendable {
    /// The 16 bytes of the identifier.
    public let bytes: [UInt8]

    /// Creates an identifier.
    ///
    /// - Parameter bytes: 16 bytes.
    public init(_ bytes: [UInt8]) { self.bytes = bytes }
}

extension KeyIdentifier: CustomStringConvertible {
    /// The bytes in hexadecimal digits.
    public var description: String {
        Hexadecimal.text(bytes)
    }
}

/// The encryption parameters that a track or a sample group states for its samples.
///
/// Reference: ISO/IEC 23001-7, sections 6 (sample groups) and 8.2 (track encryption box).
package struct SampleProtection: Equatable, Sendable {
    package var isProtected: Bool
    /// The number of encrypted blocks in a pattern; zero when there is no pattern.
    package var cryptBlocks: Int
    /// The number of clear blocks in a pattern.
    package var skipBlocks: Int
    /// The length of each sample's initialization vector in bytes.
    ///
    /// It is zero if all samples use the constant initialization vector.
    package var vectorCount: Int
    package var key: KeyIdentifier
    /// The initialization vector of every sample; empty when each sample has its own.
    package var constantVector: [UInt8]

    /// Reads the fields common to `tenc` and the entries of `seig`.
    ///
    /// - Parameters:
    ///   - reader: The reader, positioned at the byte that can state a pattern.
    ///   - hasPattern: Whether that byte states a pattern; if `false`, the byte is ignored.
    /// - Throws: `DecryptionError` when the fields are incomplete.
    init(_ reader: inout BoxReader, hasPattern: Bool) throws(DecryptionError) {
        let place = reader.index
        let pattern = try reader.integer(1)
        cryptBlocks = hasPattern ? pattern >> 4 : 0
        skipBlocks = hasPattern ? pattern & 0x0F : 0
        isProtected = try reader.integer(1) != 0
        vectorCount = try reader.integer(1)
        key = KeyIdentifier(try reader.array(16))
        constantVector = []
        guard isProtected else { return }
        if vectorCount == 0 {
            constantVector = try reader.array(reader.integer(1))
            guard [8, 16].contains(constantVector.count) else {
                throw DecryptionError(.missingInitializationVector, offset: place)
            }
        }
        guard [0, 8, 16].contains(vectorCount) else {
            throw DecryptionError(.initializationVectorLength(vectorCount), offset: place)
        }
        guard cryptBlocks > 0 || skipBlocks == 0 else {
            throw DecryptionError(.malformed("a pattern that encrypts nothing"), offset: place)
        }
    }
}

/// A Common Encryption scheme.
///
/// Reference: ISO/IEC 23001-7, section 10.
package enum ProtectionScheme: String, CaseIterable, Sendable {
    /// Counter mode (CTR) for all bytes.
    case cenc
    /// Cipher block chaining (CBC) for all complete blocks.
    case cbc1
    /// Counter mode (CTR) in a pattern of encrypted and clear blocks.
    case cens
    /// Cipher block chaining (CBC) in a pattern of encrypted and clear blocks.
    case cbcs
}
