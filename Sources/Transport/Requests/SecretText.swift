/// Replaces the parts of a location that may be secret.
///
/// A value of a query is shown as `…` and four digits that differ between values: two signed locations
/// stay two, and neither can be used. What is too short to be a secret stays, and so do plain numbers,
/// which number segments. The digits are a digest of 16 bits, too few to find a value by.
enum SecretText {
    /// The replacement for omitted text.
    private static let mark: Character = "…"
    /// The length of the longest value that is shown.
    private static let longestShown = 3
    /// The number of digits in the longest number that is shown.
    private static let longestNumber = 8

    /// The location without credentials, values of its query and fragment, and the payload of a
    /// `data:` URL.
    static func location(_ url: String) -> String {
        let scheme = ResourceScheme(of: url)
        if scheme == .data {
            let header = url.prefix { $0 != "," }
            return header.endIndex == url.endIndex ? url : "\(header),…"
        }
        var shown = ""
        var rest = url[...]
        if let colon = url.firstIndex(of: ":"), url[colon...].hasPrefix("://") {
            let mark = url.index(colon, offsetBy: 3)
            // The authority ends at the first of these; "\" does so in what browsers accept.
            let authority = url[mark...].prefix { !"/?#\\".contains($0) }
            let host = authority.lastIndex(of: "@").map { authority[$0...].dropFirst() }
            shown = String(url[..<mark] + (host ?? authority))
            rest = url[authority.endIndex...]
        }
        let hasAuthority = !shown.isEmpty
        let path = rest.prefix { $0 != "?" && $0 != "#" }
        shown += path
        rest = rest[path.endIndex...]
        while let separator = rest.first {
            let part = rest.dropFirst().prefix { $0 != "#" || separator == "#" }
            shown.append(separator)
            shown += parameters(part, areValues: hasAuthority)
            rest = rest[part.endIndex...]
        }
        return shown
    }

    /// A text with the locations in it shown so.
    static func cleaned(_ text: String) -> String {
        var shown = ""
        var rest = text[...]
        while let place = firstLocation(in: rest) {
            let end = rest[place...].firstIndex { isEnd($0) } ?? rest.endIndex
            shown += rest[..<place] + location(String(rest[place..<end]))
            rest = rest[end...]
        }
        return shown + rest
    }

    /// Returns the start of the scheme of the first location with an authority.
    private static func firstLocation(in text: Substring) -> Substring.Index? {
        var slashes = text.startIndex
        while let colon = text[slashes...].firstIndex(of: ":") {
            if text[colon...].hasPrefix("://") {
                let scheme = text[..<colon].reversed().prefix { character in
                    character.isASCII && (character.isLetter || character.isNumber)
                        || "+-.".contains(character)
                }
                if !scheme.isEmpty { return text.index(colon, offsetBy: -scheme.count) }
            }
            slashes = text.index(after: colon)
        }
        return nil
    }

    private static func isEnd(_ character: Character) -> Bool {
        character.isWhitespace || "\"'<>`|".contains(character)
    }

    /// The parameters of a query; without a name before it, a text is a value only where `areValues`.
    private static func parameters(_ text: Substring, areValues: Bool) -> String {
        var shown = ""
        var rest = text
        while true {
            let part = rest.prefix { $0 != "&" && $0 != ";" }
            if let equals = part.firstIndex(of: "=") {
                shown += part[...equals] + value(part[equals...].dropFirst())
            } else {
                shown += areValues ? value(part) : String(part)
            }
            guard part.endIndex < rest.endIndex else { return shown }
            shown.append(rest[part.endIndex])
            rest = rest[part.endIndex...].dropFirst()
        }
    }

    private static func value(_ text: Substring) -> String {
        // What follows a location in a sentence belongs to the sentence.
        let last = text.lastIndex { !",.:)]".contains($0) }
        let value = last.map { text[...$0] } ?? ""
        let isNumber = value.utf8.allSatisfy { (0x30...0x39).contains($0) }
        let isShort = value.count <= (isNumber ? longestNumber : longestShown)
        // What has been shortened before stays as it is.
        if isShort || value.first == mark && value.count == 5 { return String(text) }
        return "\(mark)\(digest(value))\(text[value.endIndex...])"
    }

    /// Four digits that differ between most values: FNV-1a, folded.
    private static func digest(_ text: Substring) -> String {
        var hash: UInt32 = 0x811C_9DC5
        for byte in text.utf8 { hash = (hash ^ UInt32(byte)) &* 0x0100_0193 }
        let digits = String((hash >> 16) ^ (hash & 0xFFFF), radix: 16)
        return String(repeating: "0", count: 4 - digits.count) + digits
    }
}
