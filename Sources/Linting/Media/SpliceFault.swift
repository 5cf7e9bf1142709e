import Formats

/// The reason why bytes or a text in a playlist are not a splice_info_section.
///
/// Reference: ANSI/SCTE 35 2023, section 9.6.1.
struct SpliceFault {
    /// The description of the problem.
    let problem: String
    /// The description of a correct section.
    let expected: String

    /// Checks the bytes of a section; the result is `nil` for a section with a correct checksum.
    ///
    /// - Parameters:
    ///   - bytes: The bytes, which must not continue after the section.
    ///   - name: The name of the attribute or the tag.
    init?(_ bytes: [UInt8], of name: String) {
        if Self.byteCount(bytes) != bytes.count {
            problem = "\(name) is not a splice_info_section of \(bytes.count) bytes"
            expected = "table 0xFC with its length"
        } else if MPEGChecksum.of(bytes) != 0 {
            problem = "the checksum of \(name) is wrong"
            expected = "the CRC_32 of the section"
        } else {
            return nil
        }
    }

    /// Checks the text of a section; the result is `nil` for a section with a correct checksum.
    ///
    /// - Parameters:
    ///   - text: Hexadecimal digits, with or without `0x`, or Base64. Bytes after the section are
    ///     ignored, as `playctl verify` ignores them.
    ///   - name: The name of the tag.
    init?(text: String, of name: String) {
        guard let bytes = SpliceText.bytes(of: text) else {
            self.init(
                problem: "the message of \(name) is neither hexadecimal nor Base64",
                expected: "a splice_info_section")
            return
        }
        let count = Self.byteCount(bytes) ?? bytes.count
        self.init(Array(bytes.prefix(count)), of: name)
    }

    private init(problem: String, expected: String) {
        self.problem = problem
        self.expected = expected
    }

    /// Returns the size that a section states in its header; `nil` if the bytes are not a section.
    private static func byteCount(_ bytes: [UInt8]) -> Int? {
        guard bytes.count > 14, bytes[0] == 0xFC else { return nil }
        return (Int(bytes[1] & 0x0F) << 8 | Int(bytes[2])) + 3
    }
}
