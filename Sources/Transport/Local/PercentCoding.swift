/// Percent-encoding in URLs.
///
/// Reference: RFC 3986, section 2.1.
enum PercentCoding {
    /// Decodes percent-encoding.
    ///
    /// A percent sign that is not followed by two hexadecimal digits represents itself, as in
    /// browsers.
    static func decode(_ text: some Sequence<UInt8>) -> [UInt8] {
        var decoded: [UInt8] = []
        // Bytes that may prove to be part of an escape.
        var pending: [UInt8] = []
        func flush() {
            decoded += pending
            pending.removeAll()
        }
        for byte in text {
            if byte == UInt8(ascii: "%") {
                flush()
                pending = [byte]
            } else if pending.isEmpty {
                decoded.append(byte)
            } else if byte.hexadecimalValue == nil {
                flush()
                decoded.append(byte)
            } else {
                pending.append(byte)
                guard pending.count == 3 else { continue }
                let high = pending[1].hexadecimalValue ?? 0
                decoded.append(high << 4 | (byte.hexadecimalValue ?? 0))
                pending.removeAll(keepingCapacity: true)
            }
        }
        flush()
        return decoded
    }

    /// Percent-encodes characters after the host that URLs exclude and playlists contain: spaces
    /// and non-ASCII text.
    static func encodeForbidden(in url: String) -> String {
        let bytes = Array(url.utf8)
        let isForbidden = { (byte: UInt8) in byte == 0x20 || byte >= 0x80 }
        guard bytes.contains(where: isForbidden) else { return url }
        let authority = bytes.split(separator: UInt8(ascii: "/"), maxSplits: 3).prefix(2).last
        var encoded: [UInt8] = Array(bytes[..<(authority?.endIndex ?? 0)])
        for byte in bytes[encoded.count...] {
            if isForbidden(byte) { encoded += escape(byte) } else { encoded.append(byte) }
        }
        return String(decoding: encoded, as: UTF8.self)
    }

    private static func escape(_ byte: UInt8) -> [UInt8] {
        let digits = Array("0123456789ABCDEF".utf8)
        return [UInt8(ascii: "%"), digits[Int(byte >> 4)], digits[Int(byte & 15)]]
    }

    /// Percent-encodes the bytes of a path, except slashes.
    static func encodePath(_ path: [UInt8]) -> String {
        var encoded: [UInt8] = []
        encoded.reserveCapacity(path.count)
        for byte in path {
            if byte.isPlainInPath {
                encoded.append(byte)
            } else {
                encoded += escape(byte)
            }
        }
        return String(decoding: encoded, as: UTF8.self)
    }
}

extension UInt8 {
    fileprivate var hexadecimalValue: UInt8? {
        switch self {
        case UInt8(ascii: "0")...UInt8(ascii: "9"): self - UInt8(ascii: "0")
        case UInt8(ascii: "a")...UInt8(ascii: "f"): self - UInt8(ascii: "a") + 10
        case UInt8(ascii: "A")...UInt8(ascii: "F"): self - UInt8(ascii: "A") + 10
        default: nil
        }
    }

    /// Whether the byte is unreserved in URLs, or a slash.
    fileprivate var isPlainInPath: Bool {
        switch self {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"):
            true
        case UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "_"), UInt8(ascii: "~"),
            UInt8(ascii: "/"):
            true
        default: false
        }
    }
}
