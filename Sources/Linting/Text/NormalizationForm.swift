/// Finds characters that are not in Unicode Normalization Form C.
///
/// The standard library compares characters canonically and offers no normalization. Therefore a
/// character of several scalars counts as not in Form C when it equals a character of a single
/// scalar. The check covers arrows, mathematical signs, and the scripts that have such characters
/// and occur in file names and titles: Latin, Greek, Cyrillic, kana and Hangul.
enum NormalizationForm {
    private static let composed: Set<Character> = {
        let blocks: [ClosedRange<UInt32>] = [
            0xC0...0x24F, 0x370...0x3FF, 0x400...0x4FF, 0x1E00...0x1EFF, 0x1F00...0x1FFF,
            0x2190...0x22FF, 0x3040...0x30FF,
        ]
        return Set(blocks.joined().compactMap { Unicode.Scalar($0).map { Character($0) } })
    }()

    /// Returns whether a character that contains the scalar is possibly not in Form C.
    ///
    /// Only combining marks of the checked scripts, jamo, and the ranges of `singletons` are
    /// suspect.
    private static func isSuspect(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0x300...0x36F, 0x374, 0x37E, 0x387, 0x1100...0x11FF, 0x1F71...0x1FFD, 0x2000, 0x2001,
            0x2126, 0x212A, 0x212B, 0x2329, 0x232A, 0x3099...0x309A:
            true
        default: false
        }
    }

    /// The scalars of the checked scripts and signs that Form C always replaces with others.
    ///
    /// They are two tone marks, Greek letters, accents and signs, two spaces, the ohm, kelvin and
    /// ångström signs, and two angle brackets.
    private static let singletons: Set<Unicode.Scalar> = [
        "\u{340}", "\u{341}", "\u{343}", "\u{344}", "\u{374}", "\u{37E}", "\u{387}", "\u{1F71}",
        "\u{1F73}", "\u{1F75}", "\u{1F77}", "\u{1F79}", "\u{1F7B}", "\u{1F7D}", "\u{1FBB}",
        "\u{1FBE}", "\u{1FC9}", "\u{1FCB}", "\u{1FD3}", "\u{1FDB}", "\u{1FE3}", "\u{1FEB}",
        "\u{1FEE}", "\u{1FEF}", "\u{1FF9}", "\u{1FFB}", "\u{1FFD}", "\u{2000}", "\u{2001}",
        "\u{2126}", "\u{212A}", "\u{212B}", "\u{2329}", "\u{232A}",
    ]

    /// Returns the first character that is not in Form C, with its offset in scalars from 0.
    static func violation(in text: String) -> (character: Character, offset: Int)? {
        // Iterating over characters is far slower than iterating over scalars, and most texts have
        // no suspect scalar.
        guard text.unicodeScalars.contains(where: isSuspect) else { return nil }
        var offset = 0
        for character in text {
            let scalars = character.unicodeScalars
            if scalars.contains(where: singletons.contains) { return (character, offset) }
            if scalars.count > 1 {
                let jamo: ClosedRange<UInt32> = 0x1100...0x1112
                let isHangul = scalars.first.map { jamo.contains($0.value) } ?? false
                if composed.contains(character) || isHangul { return (character, offset) }
            }
            offset += scalars.count
        }
        return nil
    }
}
