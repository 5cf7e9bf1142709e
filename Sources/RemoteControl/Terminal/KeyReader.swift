/// A key of a terminal.
package enum Key: Hashable, Sendable {
    /// A key that enters a character.
    case character(Character)
    case up, down, left, right, home, enter, backspace
}

/// Parses keys from the bytes that a terminal sends.
///
/// An arrow key arrives as an escape sequence; unknown sequences are skipped as a whole. A
/// sequence may arrive in pieces.
package struct KeyReader: Sendable {
    private enum State { case plain, escape, sequence }
    private var state = State.plain
    private var parameters = ""

    /// Creates a reader.
    package init() {}

    /// Reads keys.
    ///
    /// - Parameter bytes: The next bytes.
    /// - Returns: The keys that the bytes complete.
    package mutating func read(_ bytes: [UInt8]) -> [Key] { bytes.compactMap { read($0) } }

    private mutating func read(_ byte: UInt8) -> Key? {
        switch state {
        case .plain:
            guard byte != 0x1B else {
                state = .escape
                return nil
            }
            return plain(byte)
        case .escape:
            // After another escape byte, the escape sequence starts again. `[` and `O` continue the
            // sequence. Any other byte belongs to a key that was pressed together with Alt. Such a
            // key is ignored.
            if byte == 0x1B { return nil }
            let begins = byte == UInt8(ascii: "[") || byte == UInt8(ascii: "O")
            (state, parameters) = (begins ? .sequence : .plain, "")
            return nil
        case .sequence:
            guard (0x40...0x7E).contains(byte) else {
                if byte == 0x1B { state = .escape }
                if parameters.utf8.count < 16 {
                    parameters.unicodeScalars.append(Unicode.Scalar(byte))
                }
                return nil
            }
            state = .plain
            return special(byte)
        }
    }

    private mutating func plain(_ byte: UInt8) -> Key? {
        switch byte {
        case 0x0A, 0x0D: return .enter
        case 0x08, 0x7F: return .backspace
        case 0x20...0x7E: return .character(Character(Unicode.Scalar(byte)))
        default: return nil
        }
    }

    private func special(_ byte: UInt8) -> Key? {
        switch byte {
        case UInt8(ascii: "A"): .up
        case UInt8(ascii: "B"): .down
        case UInt8(ascii: "C"): .right
        case UInt8(ascii: "D"): .left
        case UInt8(ascii: "H"): .home
        case UInt8(ascii: "~") where parameters == "1" || parameters == "7": .home
        default: nil
        }
    }
}
