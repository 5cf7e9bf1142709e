/// Patterns in which `*` matches any text and `?` any character.
package enum Wildcard {
    /// Returns whether a text matches a pattern.
    ///
    /// - Parameters:
    ///   - pattern: The pattern.
    ///   - text: The text.
    /// - Returns: Whether the complete text matches.
    package static func matches(_ pattern: String, _ text: String) -> Bool {
        matches(Array(pattern.utf8), Array(text.utf8)[...])
    }

    /// Returns whether bytes match a pattern.
    ///
    /// The time taken is at most proportional to the product of the two lengths.
    static func matches(_ pattern: [UInt8], _ text: ArraySlice<UInt8>) -> Bool {
        var (place, position) = (0, text.startIndex)
        var retry: (place: Int, position: Int)?
        while position < text.endIndex {
            if place < pattern.count, pattern[place] == UInt8(ascii: "*") {
                place += 1
                retry = (place, position)
            } else if place < pattern.count,
                pattern[place] == UInt8(ascii: "?") || pattern[place] == text[position]
            {
                place += 1
                position += 1
            } else if let last = retry {
                (place, position) = (last.place, last.position + 1)
                retry = (place, position)
            } else {
                return false
            }
        }
        return pattern[place...].allSatisfy { $0 == UInt8(ascii: "*") }
    }
}
