/// Finds characters that are not in Unicode Normalization Form C.
///
/// The standard library compares characters canonically and offers no normalization. Therefore a
/// character of several scalars counts as not in Form C when it equals a character of a single
/// scalar. The check covers the scripts with such characters that occur in file names and titles:
/// Latin, Greek, Cyrillic, kana and Hangul.
enum NormalizationForm {
    private static let composed: Set<Character> = {
        let blocks: [ClosedRange<UInt32>] = [
            0xC0...0x24F, 0x370...0x3FF, 0x400...0x4FF, 0x1E00...0x1EFF, 0x1F00...0x1FFF,
            0x3040...0x30FF,
        ]
        return Set(blocks.joined().compactMap { Unicode.Scalar($0).map { Character($0) } })
    }()

    /// Whether a scalar is a combining mark of the checked scripts, a jamo or one of `singletons`.
    private static func isSuspect(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0x300...0x36F, 0x3099...0x309A, 0x1100...0x11FF: true
        default: scalar.value > 0x2000 && singletons.contains(scalar)
        }
    }

    /// The signs of Kelvin, Ångström and Ohm, which Form C replaces with letters.
    private static let singletons: Set<Unicode.Scalar> = ["\u{212A}", "\u{212B}", "\u{2126}"]

    /// Returns the first character that is not in Form C, with its offset in scalars from 0.
    static func violation(in text: String) -> (character: Character, offset: Int)? {
        // Iterating over characters is far slower than iterating over scalars, and most texts have
        // no suspect scalar.
        guard text.unicodeScalars.contains(where: isSuspect) else { return nil }
        var offset = 0
        for character in text {
            let scalars = character.unicodeScalars
            if scalars.count > 1 {
                let jamo: ClosedRange<UInt32> = 0x1100...0x1112
                let isHangul = scalars.first.map { jamo.contains($0.value) } ?? false
                if composed.contains(character) || isHangul { return (character, offset) }
            } else if let scalar = scalars.first, singletons.contains(scalar) {
                return (character, offset)
            }
            offset += scalars.count
        }
        return nil
    }
}
