/// The header of one box of an ISO base media file.
///
/// Reference: ISO/IEC 14496-12, section 4.2.
package struct BoxHeader: Equatable, Sendable {
    /// The reason why bytes are not a box header, or why a box exceeds its enclosing bytes.
    package enum Fault: Error, Equatable, Sendable {
        /// The bytes end within the header.
        case cutHeader
        /// The stated size is smaller than the header.
        case small
        /// The box ends after the end of the bytes that enclose it.
        case large
    }

    /// The four characters of the type, as a number.
    package let code: UInt32

    /// The number of bytes in the header: 8 or 16.
    package let count: Int

    /// The size of the box in bytes, including its header.
    ///
    /// The size is `nil` if the box extends to the end of the enclosing bytes.
    package let byteCount: Int64?

    /// Reads the header at the start of some bytes.
    ///
    /// - Throws: `Fault` when the bytes are too few, or state an impossible size.
    package init(_ bytes: Span<UInt8>) throws(Fault) {
        guard bytes.count >= 8 else { throw .cutHeader }
        var size = UInt64(bytes.word(at: 0))
        code = bytes.word(at: 4)
        if size == 0 {
            count = 8
            byteCount = nil
            return
        }
        if size == 1 {
            guard bytes.count >= 16 else { throw .cutHeader }
            size = bytes.unsigned(at: 8, count: 8)
            count = 16
        } else {
            count = 8
        }
        guard size >= UInt64(count) else { throw .small }
        guard let known = Int64(exactly: size) else { throw .large }
        byteCount = known
    }

    /// Whether the header has eight bytes and states the size of the box.
    package var isShort: Bool { count == 8 && byteCount != nil }

    /// The four characters of the type.
    package var type: String {
        guard isPrintable else {
            return String(decoding: (0..<4).map { character($0) }, as: UTF8.self)
        }
        var text = ""
        for place in 0..<4 { text.unicodeScalars.append(Unicode.Scalar(character(place))) }
        return text
    }

    /// Whether the type consists of printable ASCII characters.
    package var isPrintable: Bool {
        for place in 0..<4 where !(0x20..<0x7F).contains(character(place)) { return false }
        return true
    }

    private func character(_ place: Int) -> UInt8 {
        UInt8(truncatingIfNeeded: code >> UInt32(24 - 8 * place))
    }
}
