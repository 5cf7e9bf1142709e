import Formats

/// The identifier of a segment's content.
///
/// Reference: ANSI/SCTE 35 2023, section 10.3.3.1 and table 22.
package struct SegmentationUPID: Equatable, Sendable {
    package let type: UInt8
    package let bytes: [UInt8]
    /// The identifiers that an identifier of type MID contains; empty for every other type.
    package let parts: [SegmentationUPID]

    private static let multiple: UInt8 = 0x0D

    package init(type: UInt8, bytes: [UInt8]) {
        self.init(type: type, bytes: bytes, isPart: false)
    }

    private init(type: UInt8, bytes: [UInt8], isPart: Bool) {
        self.type = type
        self.bytes = bytes
        var parts: [SegmentationUPID] = []
        if type == Self.multiple, !isPart {
            var rest = bytes[...]
            while rest.count >= 2, let type = rest.popFirst(), let count = rest.popFirst() {
                parts.append(
                    SegmentationUPID(
                        type: type, bytes: Array(rest.prefix(Int(count))), isPart: true))
                rest = rest.dropFirst(Int(count))
            }
        }
        self.parts = parts
    }

    /// The name of the type.
    package var typeName: String {
        Self.names.indices.contains(Int(type))
            ? Self.names[Int(type)] : "type 0x\(Self.digits([type]))"
    }

    /// The identifier in the usual notation of its type, on one line; may be empty.
    package var text: String {
        if bytes.isEmpty { return "" }
        switch (type, bytes.count) {
        case (0x01...0x03, _), (0x07, _), (0x09, _), (0x0E, _), (0x0F, _), (0x11, _):
            return plain ?? "0x" + Self.digits(bytes)
        case (0x0A, 12): return eidr
        case (0x0C, 4...):
            let owner = SegmentationUPID(type: 0x01, bytes: Array(bytes.prefix(4))).text
            return owner + (bytes.count > 4 ? " 0x" + Self.digits(bytes.dropFirst(4)) : "")
        case (0x10, 16):
            return groups([4, 2, 2, 2, 6], separator: "-").lowercased()
        case (0x04, 32):
            return groups([UInt8](repeating: 4, count: 8).map(Int.init), separator: ".")
        case (0x05, 8), (0x06, 12):
            return groups([Int](repeating: 2, count: bytes.count / 2), separator: "-")
        case (Self.multiple, _) where !parts.isEmpty:
            return parts.map { "\($0.typeName) \($0.text)" }.joined(separator: ", ")
        default: return "0x" + Self.digits(bytes)
        }
    }

    /// The bytes as text; `nil` when they are not printable.
    private var plain: String? {
        guard let text = String(validating: bytes, as: UTF8.self),
            text.unicodeScalars.allSatisfy({ $0.value >= 0x20 && !(0x7F...0x9F).contains($0.value) }
            )
        else { return nil }
        return text
    }

    /// The identifier as a DOI of the Entertainment Identifier Registry, with its check character.
    ///
    /// Reference: ISO/IEC 7064, MOD 37,36.
    private var eidr: String {
        let digits = bytes.dropFirst(2).flatMap { [Int($0 >> 4), Int($0 & 15)] }
        var product = 36
        for digit in digits {
            let sum = (product + digit) % 36
            product = (sum == 0 ? 36 : sum) * 2 % 37
        }
        let check = String((37 - product) % 36, radix: 36, uppercase: true)
        let prefix = Int(bytes[0]) << 8 | Int(bytes[1])
        let part = SegmentationUPID(type: 0, bytes: Array(bytes.dropFirst(2)))
        return "10.\(prefix)/" + part.groups([2, 2, 2, 2, 2], separator: "-") + "-" + check
    }

    private func groups(_ counts: [Int], separator: String) -> String {
        var rest = bytes[...]
        return counts.map { count in
            defer { rest = rest.dropFirst(count) }
            return Self.digits(rest.prefix(count))
        }.joined(separator: separator)
    }

    private static func digits(_ bytes: some Sequence<UInt8>) -> String {
        Hexadecimal.text(bytes, uppercase: true)
    }

    private static let names = [
        "none", "user defined", "ISCI", "Ad-ID", "UMID", "ISAN", "ISAN", "TID", "TI", "ADI", "EIDR",
        "ATSC", "MPU", "MID", "ADS", "URI", "UUID", "SCR",
    ]
}
