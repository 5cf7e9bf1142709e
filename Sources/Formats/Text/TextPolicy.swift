/// The characters that a displayed text may contain, and the replacement for all others.
package struct TextPolicy: Sendable {
    /// The kinds of characters that are replaced.
    package let replaced: TextHazard
    /// The character shown in place of each replaced character.
    package let replacement: Unicode.Scalar
    /// The maximum number of Unicode scalars.
    package let limit: Int
    /// Whether a text that is cut off at the limit ends with an ellipsis.
    package let marksCut: Bool

    /// Creates a policy.
    ///
    /// - Parameters:
    ///   - replaced: The replaced kinds of characters.
    ///   - replacement: The character shown in place of each replaced character.
    ///   - limit: The maximum number of Unicode scalars.
    ///   - marksCut: Whether an ellipsis marks a truncated text.
    package init(
        replacing replaced: TextHazard, with replacement: Unicode.Scalar = "\u{FFFD}",
        limit: Int = .max, marksCut: Bool = true
    ) {
        self.replaced = replaced
        self.replacement = replacement
        self.limit = limit
        self.marksCut = marksCut
    }

    /// The policy for messages and locations.
    ///
    /// Two messages or locations must not differ only in invisible characters.
    package static let message = TextPolicy(replacing: .all, limit: 400)

    /// The policy for subtitles and titles.
    ///
    /// It keeps the joiners and marks that some scripts need.
    package static let prose = TextPolicy(replacing: [.control, .direction, .invisible])

    /// The policy for the texts of an HTML page, which keeps joiners between letters.
    package static let page = TextPolicy(replacing: .all.subtracting(.joiner))

    /// The policy for the start of a playlist line that an error quotes.
    package static let excerpt = TextPolicy(
        replacing: [.control, .direction, .mark, .invisible], limit: 64, marksCut: false)

    /// The policy for the texts of a rewritten playlist, such as names and titles.
    package static let kept = TextPolicy(replacing: [.control, .direction], with: " ")

    /// Returns the policy for a word that a sentence quotes from the user or from an asset.
    package static func quoted(limit: Int) -> TextPolicy {
        TextPolicy(
            replacing: [.control, .direction, .mark, .invisible], with: "?", limit: limit)
    }

    /// Returns whether a character is displayed unchanged.
    package func shows(_ scalar: Unicode.Scalar) -> Bool {
        (0x20..<0x7F).contains(scalar.value)
            || replaced.isDisjoint(with: TextHazard(of: scalar))
    }
}
