/// Replaces the parts of a location that may be secret.
///
/// A query value is replaced by `…` and a digest of 48 bits. The digest distinguishes two signed
/// locations but cannot be used for a request. Values of up to three characters and plain numbers
/// of up to eight digits, such as segment numbers, are kept. User information is removed, unless it
/// is the single character `…`. Commands that repeat a run contain this character in place of the
/// original user information. A value that only refers to a variable of a playlist, as in
/// `a.ts?token={$token}`, is kept.
enum SecretText {
    /// The replacement for omitted text.
    private static let mark: Character = "…"
    /// The maximum number of characters of a value that is shown unchanged; numbers may be longer.
    private static let longestShown = 3
    /// The maximum number of digits of a number that is shown unchanged.
    private static let longestNumber = 8
    /// The maximum length in bytes of a `data:` URL's header, which precedes its comma.
    private static let longestHeader = 256
    /// The number of hexadecimal digits of a digest.
    private static let digestLength = 12

    /// Returns a location without its secret parts.
    ///
    /// These are the credentials, the values of the query and of the fragment, and the payload of a
    /// `data:` URL.
    static func location(_ url: String) -> String {
        if Substring(url.utf8.prefix(5)).lowercased() == "data:" {
            let header = url.prefix { $0 != "," }
            if header.endIndex < url.endIndex { return "\(header),…" }
        }
        var shown = ""
        var rest = url[...]
        if let colon = url.firstIndex(of: ":"), url[colon...].hasPrefix("://"),
            !url[..<colon].contains("?")
        {
            let mark = url.index(colon, offsetBy: 3)
            // The authority ends at the first of these characters; browsers also accept "\".
            let authority = url[mark...].prefix { !"/?#\\".contains($0) }
            shown = String(url[..<mark] + host(of: authority))
            rest = url[authority.endIndex...]
        }
        let hasAuthority = !shown.isEmpty
        let path = rest.prefix { $0 != "?" && $0 != "#" }
        return shown + path + query(rest[path.endIndex...], areValues: hasAuthority)
    }

    /// Returns a query and a fragment, with their separators, without their secret values.
    ///
    /// A parameter without a name counts as a value only when `areValues` is `true`.
    static func query(_ text: Substring, areValues: Bool) -> String {
        var shown = ""
        var rest = text
        while let separator = rest.first {
            let part = rest.dropFirst().prefix { $0 != "#" || separator == "#" }
            shown.append(separator)
            shown += parameters(part, areValues: areValues)
            rest = rest[part.endIndex...]
        }
        return shown
    }

    /// Returns the authority without its user information, unless the user information is only `…`.
    private static func host(of authority: Substring) -> Substring {
        guard let at = authority.lastIndex(of: "@"), authority[..<at] != String(Self.mark) else {
            return authority
        }
        return authority[at...].dropFirst()
    }

    /// Returns a text in which secret parts of locations are replaced.
    ///
    /// - Parameters:
    ///   - text: The text.
    ///   - relative: Whether words such as `a.ts?token=b` are relative locations, and not names of
    ///     files.
    /// - Returns: The text with the replacements.
    static func cleaned(_ text: String, relative: Bool) -> String {
        var shown = ""
        var rest = text[...]
        while let start = rest.firstIndex(where: { !isEnd($0) }) {
            let end = rest[start...].firstIndex { isEnd($0) } ?? rest.endIndex
            shown += rest[..<start] + cleaned(word: rest[start..<end], relative: relative)
            rest = rest[end...]
        }
        return shown + rest
    }

    private static func cleaned(word: Substring, relative: Bool) -> String {
        let place = firstLocation(in: word)
        if let data = firstData(in: word[..<(place ?? word.endIndex)], of: word) {
            // Punctuation at the end of a location belongs to the sentence around it.
            let last = word.lastIndex { !",.:)]".contains($0) } ?? data
            let next = word.index(after: last)
            // The `data:` URL may be a parameter of a relative location.
            let lead = String(word[..<data])
            let shown = relative && isRelative(word[..<data]) ? location(lead) : lead
            return "\(shown)\(location(String(word[data..<next])))\(word[next...])"
        }
        // A location within a query is a part of the query.
        if relative, isRelative(word[..<(place ?? word.endIndex)]) { return location(String(word)) }
        guard let place else { return String(word) }
        return "\(word[..<place])\(location(String(word[place...])))"
    }

    /// Returns the index at which the first location with an authority starts.
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

    /// Returns the start of the first `data:` URL; `nil` when there is none.
    ///
    /// - Parameters:
    ///   - lead: The part of the word in which the URL begins.
    ///   - word: The word, which may continue after `lead`.
    /// - Returns: The start of the scheme.
    private static func firstData(in lead: Substring, of word: Substring) -> Substring.Index? {
        var rest = lead
        let query = lead.firstIndex(of: "?") ?? lead.endIndex
        while let colon = rest.firstIndex(of: ":") {
            let before = lead[..<colon]
            rest = rest[colon...].dropFirst()
            guard before.suffix(4).lowercased() == "data" else { continue }
            let start = lead.index(colon, offsetBy: -4)
            let isWord = before.dropLast(4).last.map { $0.isLetter || $0.isNumber } ?? false
            // The media type precedes the comma, unless it is the default type, which may be
            // omitted. The search for the comma is bounded; otherwise it would take quadratic time
            // for a word that contains the scheme many times.
            let content = word.utf8[colon...].dropFirst().prefix(longestHeader + 1)
            // In a query, the next parameter may have a secret value before the comma.
            let isParameter = query < start
            let header = content.prefix {
                $0 != UInt8(ascii: ",") && $0 != UInt8(ascii: ":")
                    && !(isParameter && $0 == UInt8(ascii: "&"))
            }
            guard !isWord, content.dropFirst(header.count).first == UInt8(ascii: ","),
                header.isEmpty || header.contains(UInt8(ascii: "/"))
                    || header.contains(UInt8(ascii: ";"))
            else { continue }
            return start
        }
        return nil
    }

    /// Returns whether a word is a relative location with parameters, such as `a.ts?token=b`.
    ///
    /// The first parameters may have no value, as in `a?b&token=c`.
    private static func isRelative(_ word: Substring) -> Bool {
        guard let mark = word.firstIndex(of: "?") else { return false }
        let name = word[mark...].dropFirst().prefix { $0 != "=" }
        return !name.isEmpty && name.endIndex < word.endIndex
            && name.allSatisfy {
                $0.isLetter || $0.isNumber || "._~%-+!$*@&;:,[]/?".contains($0)
            }
    }

    private static func isEnd(_ character: Character) -> Bool {
        character.isWhitespace || "\"'<>`|".contains(character)
    }

    /// Returns the parameters of a query or fragment with their secret values replaced.
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
        // A replaced value may be followed by a line number and a column number.
        let rest = text.dropFirst(digestLength + 1)
        let isPlace = rest.allSatisfy { $0.isASCII && ($0.isNumber || ",.:)]".contains($0)) }
        if isPlace, isDigest(text.prefix(digestLength + 1)) { return String(text) }
        // Punctuation at the end of a location belongs to the sentence around it.
        let last = text.lastIndex { !",.:)]".contains($0) }
        let value = last.map { text[...$0] } ?? ""
        let isNumber = value.utf8.allSatisfy { (0x30...0x39).contains($0) }
        let isShort = value.count <= (isNumber ? longestNumber : longestShown)
        if isShort || isDigest(value) || isVariable(value) { return String(text) }
        return "\(mark)\(digest(value))\(text[value.endIndex...])"
    }

    /// Returns whether a value has already been replaced by a digest.
    private static func isDigest(_ value: Substring) -> Bool {
        value.first == mark && value.count == digestLength + 1
            && value.dropFirst().utf8.allSatisfy {
                (0x30...0x39).contains($0) || (0x61...0x66).contains($0)
            }
    }

    /// Returns whether a value is a reference to a variable, such as `{$token}`, and nothing else.
    private static func isVariable(_ value: Substring) -> Bool {
        value.hasPrefix("{$") && value.hasSuffix("}")
            && value.dropFirst(2).dropLast().utf8.allSatisfy {
                (0x30...0x39).contains($0) || (0x41...0x5A).contains($0 & 0xDF)
                    || $0 == UInt8(ascii: "-") || $0 == UInt8(ascii: "_")
            }
    }

    /// Returns the digest of a value: its 64-bit FNV-1a hash, mixed and cut to the upper 48 bits.
    private static func digest(_ text: Substring) -> String {
        Hexadecimal.text(FNVHash(String(text)).mixed >> 16, digits: digestLength)
    }
}
