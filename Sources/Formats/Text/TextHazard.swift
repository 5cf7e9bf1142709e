/// The kinds of characters that are invisible, affect other text or have no defined meaning.
package struct TextHazard: OptionSet, Sendable {
    package let rawValue: UInt8

    package init(rawValue: UInt8) { self.rawValue = rawValue }

    /// Control characters, separators of lines and paragraphs, and surrogates.
    ///
    /// They end the line or control a terminal.
    package static let control = TextHazard(rawValue: 1)
    /// Directional overrides, embeddings and isolates, which can reverse the text around them.
    package static let direction = TextHazard(rawValue: 2)
    /// Marks that set the direction of adjacent characters; some scripts need them.
    package static let mark = TextHazard(rawValue: 4)
    /// Joiners, which connect letters or emoji.
    package static let joiner = TextHazard(rawValue: 8)
    /// Other invisible characters, such as soft hyphens and byte order marks.
    package static let invisible = TextHazard(rawValue: 16)
    /// Characters without a meaning: unassigned characters and characters for private use.
    package static let unknown = TextHazard(rawValue: 32)

    /// All kinds of hazardous characters.
    package static let all: TextHazard = [
        .control, .direction, .mark, .joiner, .invisible, .unknown,
    ]

    /// Creates the kind to which a character belongs; the value is empty for a harmless character.
    package init(of scalar: Unicode.Scalar) {
        switch scalar.properties.generalCategory {
        case .control, .lineSeparator, .paragraphSeparator, .surrogate: self = .control
        case .privateUse, .unassigned: self = .unknown
        case .format: self.init(ofFormat: scalar)
        default: self = []
        }
    }

    private init(ofFormat scalar: Unicode.Scalar) {
        switch scalar {
        case "\u{202A}"..."\u{202E}", "\u{2066}"..."\u{206F}": self = .direction
        case "\u{61C}", "\u{200E}", "\u{200F}": self = .mark
        case "\u{200C}", "\u{200D}": self = .joiner
        default: self = .invisible
        }
    }
}
