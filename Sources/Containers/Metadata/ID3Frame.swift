/// One frame of an ID3 tag.
package struct ID3Frame: Equatable, Sendable {
    package enum Content: Equatable, Sendable {
        /// The values of a text frame, such as `TIT2`.
        case text([String])
        /// The description and the value of a `TXXX` frame, which contains user-defined text.
        case userText(description: String, value: String)
        /// The address of a link frame, such as `WOAR`.
        case link(String)
        /// The description and the URL of a `WXXX` frame, which contains a user-defined link.
        case userLink(description: String, url: String)
        /// The owner and the data of a `PRIV` frame.
        case privateData(owner: String, data: [UInt8])
        /// The text of a `COMM` frame.
        case comment(language: String, description: String, text: String)
        /// The uninterpreted data of any other frame, and of any compressed or encrypted frame.
        case binary([UInt8])
    }

    /// The identifier of the frame: four characters, or three in version 2.2.
    package let id: String
    package let content: Content

    package init(id: String, content: Content) {
        self.id = id
        self.content = content
    }

    init(id: String, data: [UInt8], isOpaque: Bool) {
        self.id = id
        content = isOpaque ? .binary(data) : Self.content(of: id, data)
    }

    private static func content(of id: String, _ data: [UInt8]) -> Content {
        guard let encoding = data.first else { return .binary(data) }
        let rest = data.dropFirst()
        switch id {
        case "TXXX", "TXX":
            let (description, value) = split(rest, encoding)
            return .userText(
                description: string(description, encoding), value: trimmed(string(value, encoding)))
        case "WXXX", "WXX":
            let (description, value) = split(rest, encoding)
            return .userLink(
                description: string(description, encoding), url: trimmed(string(value, 0)))
        case "PRIV":
            let owner = data.prefix { $0 != 0 }
            return .privateData(
                owner: string(owner, 0), data: Array(data.dropFirst(owner.count + 1)))
        case "COMM" where data.count >= 4:
            let (description, value) = split(rest.dropFirst(3), encoding)
            return .comment(
                language: string(rest.prefix(3), 0), description: string(description, encoding),
                text: trimmed(string(value, encoding)))
        case _ where id.hasPrefix("T"):
            let values = string(rest, encoding).split(
                separator: "\0", omittingEmptySubsequences: false)
            var texts = values.map(String.init)
            while texts.count > 1, texts.last?.isEmpty == true { texts.removeLast() }
            return .text(texts)
        case _ where id.hasPrefix("W"):
            return .link(trimmed(string(data[...], 0)))
        default:
            return .binary(data)
        }
    }

    /// Splits bytes at the first string terminator of a text encoding.
    private static func split(
        _ bytes: ArraySlice<UInt8>, _ encoding: UInt8
    ) -> (ArraySlice<UInt8>, ArraySlice<UInt8>) {
        guard encoding == 1 || encoding == 2 else {
            let head = bytes.prefix { $0 != 0 }
            return (head, bytes.dropFirst(head.count + 1))
        }
        var index = bytes.startIndex
        while index + 1 < bytes.endIndex {
            if bytes[index] == 0, bytes[index + 1] == 0 {
                return (bytes[..<index], bytes[(index + 2)...])
            }
            index += 2
        }
        return (bytes, [])
    }

    private static func string(_ bytes: ArraySlice<UInt8>, _ encoding: UInt8) -> String {
        switch encoding {
        case 1, 2:
            let bytes = Array(bytes)
            let isLittle = encoding == 1 && bytes.starts(with: [0xFF, 0xFE])
            let hasMark = isLittle || bytes.starts(with: [0xFE, 0xFF])
            let units = stride(from: hasMark ? 2 : 0, to: bytes.count - 1, by: 2).map { index in
                let pair = (UInt16(bytes[index]), UInt16(bytes[index + 1]))
                return isLittle ? pair.1 << 8 | pair.0 : pair.0 << 8 | pair.1
            }
            return String(decoding: units, as: UTF16.self)
        case 3:
            return String(decoding: bytes, as: UTF8.self)
        default:
            var text = ""
            text.unicodeScalars.append(contentsOf: bytes.lazy.map { Unicode.Scalar($0) })
            return text
        }
    }

    private static func trimmed(_ text: String) -> String {
        String(text.prefix { $0 != "\0" })
    }
}
