import Formats

/// A location whose path contains digests in place of hidden query values.
struct HiddenPath {
    /// The literal texts of the location; a digest separates each text from the next one.
    private var literals: [Substring] = []
    private var digests: [Substring] = []

    /// Returns whether the path of a location, or a component of it, may contain a digest.
    static func isHidden(_ location: some StringProtocol) -> Bool {
        location.prefix { $0 != "?" }.contains("…")
    }

    /// Returns the last component of the path of a location.
    static func name(of location: String) -> Substring {
        let path = location.utf8.prefix { $0 != UInt8(ascii: "?") }
        let slash = path.lastIndex(of: UInt8(ascii: "/"))
        return Substring(path[(slash.map(path.index(after:)) ?? path.startIndex)...])
    }

    /// Divides a location at its digests.
    init(_ location: String) {
        var rest = location[...]
        while let match = rest.firstMatch(of: /…[0-9a-f]{12}/) {
            literals.append(rest[..<match.range.lowerBound])
            digests.append(match.output)
            rest = rest[match.range.upperBound...]
        }
        literals.append(rest)
    }

    /// Returns whether another location equals this one if its values are replaced by digests.
    func stands(for location: String) -> Bool {
        guard let last = literals.last, location.hasPrefix(literals[0]), location.hasSuffix(last)
        else { return false }
        return stands(for: location.dropFirst(literals[0].count), from: 0)
    }

    /// Returns whether a text begins with the value of a digest, and the rest of the text matches.
    private func stands(for text: Substring, from place: Int) -> Bool {
        guard place < digests.count else { return text.isEmpty }
        let next = literals[place + 1]
        var end = text.startIndex
        while end < text.endIndex {
            end = text.index(after: end)
            let rest = text[end...]
            guard rest.hasPrefix(next), Self.digest(of: text[..<end]) == digests[place],
                stands(for: rest.dropFirst(next.count), from: place + 1)
            else { continue }
            return true
        }
        return false
    }

    /// Returns the digest that replaces a query value; a value that is a digest is unchanged.
    private static func digest(of value: Substring) -> Substring {
        SafeText.query("?a=\(value)"[...]).dropFirst(3)
    }
}
