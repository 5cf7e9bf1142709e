/// Percent-encoding in URLs.
///
/// Reference: RFC 3986, section 2.1.
package enum PercentCoding {
    private static let sign = UInt8(ascii: "%")

    /// Decodes percent-encoding.
    ///
    /// A percent sign that is not followed by two hexadecimal digits represents itself, as in
    /// browsers.
    package static func decode(_ text: some Sequence<UInt8>) -> [UInt8] {
        parse(Array(text)).bytes
    }

    /// Decodes percent-encoding; `nil` when a percent sign is not followed by two digits.
    package static func decodeStrictly(_ text: some Sequence<UInt8>) -> [UInt8]? {
        let (bytes, isValid) = parse(Array(text))
        return isValid ? bytes : nil
    }

    private static func parse(_ text: [UInt8]) -> (bytes: [UInt8], isValid: Bool) {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(text.count)
        var isValid = true
        var index = 0
        while index < text.count {
            if text[index] == sign {
                if index + 2 < text.count, let high = Hexadecimal.value(of: text[index + 1]),
                    let low = Hexadecimal.value(of: text[index + 2])
                {
                    bytes.append(high << 4 | low)
                    index += 3
                    continue
                }
                isValid = false
            }
            bytes.append(text[index])
            index += 1
        }
        return (bytes, isValid)
    }

    /// Percent-encodes characters that occur in playlists but are not allowed in URLs.
    ///
    /// These characters are spaces and non-ASCII characters after the host.
    package static func encodeForbidden(in url: String) -> String {
        let isForbidden = { (byte: UInt8) in byte == 0x20 || byte >= 0x80 }
        let bytes = Array(url.utf8)
        guard bytes.contains(where: isForbidden) else { return url }
        let authority = bytes.split(separator: UInt8(ascii: "/"), maxSplits: 3).prefix(2).last
        let start = authority?.endIndex ?? 0
        return String(decoding: bytes[..<start], as: UTF8.self)
            + encode(bytes[start...]) { !isForbidden($0) }
    }

    /// Percent-encodes the bytes of a path, except unreserved characters and slashes.
    package static func encodePath(_ path: some Sequence<UInt8>) -> String {
        encode(path) { isUnreserved($0) || $0 == UInt8(ascii: "/") }
    }

    /// Percent-encodes the bytes of one path segment, except unreserved characters.
    ///
    /// The bytes may also be a name or a value in a query.
    package static func encodeSegment(_ segment: some Sequence<UInt8>) -> String {
        encode(segment, except: isUnreserved)
    }

    private static func isUnreserved(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"):
            true
        default: "-._~".utf8.contains(byte)
        }
    }

    /// Percent-encodes all bytes except the bytes that a closure accepts.
    ///
    /// - Parameters:
    ///   - bytes: The bytes to encode.
    ///   - isPlain: Returns whether a byte represents itself; it must accept only ASCII bytes.
    /// - Returns: The text, in ASCII.
    package static func encode(
        _ bytes: some Sequence<UInt8>, except isPlain: (UInt8) -> Bool
    ) -> String {
        var text: [UInt8] = []
        for byte in bytes {
            if isPlain(byte) {
                text.append(byte)
            } else {
                text.append(sign)
                text.append(contentsOf: Hexadecimal.text([byte], uppercase: true).utf8)
            }
        }
        return String(decoding: text, as: UTF8.self)
    }
}
