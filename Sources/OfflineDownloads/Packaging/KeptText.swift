import Playlists

/// Texts from a playlist, made fit for a local one.
enum KeptText {
    /// The text without control characters, each of which becomes a blank, and without blanks at
    /// its ends.
    ///
    /// Line ends of any sort would let a title become a line of its own for some reader.
    static func line(_ text: String) -> String {
        let isHarmless = text.utf8.allSatisfy { 0x20..<0x7F ~= $0 }
        if isHarmless, text.utf8.first != 0x20, text.utf8.last != 0x20 { return text }
        var scalars = String.UnicodeScalarView()
        for scalar in text.unicodeScalars {
            switch scalar.properties.generalCategory {
            case .control, .lineSeparator, .paragraphSeparator: scalars.append(" ")
            default: scalars.append(scalar)
            }
        }
        var rest = scalars[...]
        while rest.first == " " { rest.removeFirst() }
        while rest.last == " " { rest.removeLast() }
        return String(rest)
    }

    /// The text as ``line(_:)`` has it; `nil` when nothing is left of it.
    static func optional(_ text: String?) -> String? {
        guard let text else { return nil }
        let line = line(text)
        return line.isEmpty ? nil : line
    }

    /// Attributes that have no field, as far as their names are those of attributes.
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
