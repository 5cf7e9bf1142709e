import Formats
import Playlists

/// Adapts texts of a playlist for a local one.
enum KeptText {
    /// Returns the text with blanks in place of control and bidirectional characters, without
    /// leading and trailing blanks.
    ///
    /// A line end of any kind would let a title look like a line of its own.
    static func line(_ text: String) -> String {
        var rest = SafeText.shown(text, .kept).unicodeScalars[...]
        while rest.first == " " { rest.removeFirst() }
        while rest.last == " " { rest.removeLast() }
        return String(rest)
    }

    /// Returns the text as ``line(_:)`` does; `nil` when the result is empty.
    static func optional(_ text: String?) -> String? {
        guard let text else { return nil }
        let line = line(text)
        return line.isEmpty ? nil : line
    }

    /// Returns the unknown attributes whose names are valid.
    static func attributes(_ attributes: [Attribute]) -> [Attribute] {
        attributes.compactMap { attribute in
            let isName = attribute.name.utf8.allSatisfy { byte in
                switch byte {
                case 0x41...0x5A, 0x30...0x39, 0x2D: true
                default: false
                }
            }
            guard isName, !attribute.name.isEmpty else { return nil }
            guard case .quoted(let text) = attribute.value else { return attribute }
            return Attribute(attribute.name, .quoted(line(text)))
        }
    }
}
