import Formats
import Playlists

/// Functions that clean the texts of an original playlist for use in a local playlist.
enum KeptText {
    /// Returns a text in which spaces replace control and bidirectional characters.
    ///
    /// Leading and trailing spaces are removed. A line break in a title would otherwise start
    /// another line of the playlist.
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

    /// Returns the attributes that have valid names, with cleaned values.
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
