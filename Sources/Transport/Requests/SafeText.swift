/// Text from strangers, made fit for a line on a terminal or in a log.
package enum SafeText {
    /// How many characters of a text are shown.
    private static let limit = 400

    /// The text on one line, with what could steer a terminal replaced, cut where it is long.
    package static func line(_ text: some StringProtocol) -> String {
        var line = ""
        var count = 0
        for scalar in text.unicodeScalars {
            if count == limit {
                line += "…"
                break
            }
            line.unicodeScalars.append(isHarmless(scalar) ? scalar : "\u{FFFD}")
            count += 1
        }
        return line
    }

    /// The location on one line, without credentials and without the payload of a `data:` URL.
    package static func url(_ url: String) -> String {
        if ResourceScheme(of: url) == .data {
            let header = url.prefix { $0 != "," }
            return header.endIndex == url.endIndex ? line(header) : line(header) + ",…"
        }
        guard let colon = url.firstIndex(of: ":"), url[colon...].hasPrefix("://") else {
            return line(url)
        }
        let mark = url.index(colon, offsetBy: 3)
        let rest = url[mark...]
        // The authority ends at the first of these; "\" does so in what browsers accept.
        let authority = rest.prefix { !"/?#\\".contains($0) }
        guard let at = authority.lastIndex(of: "@") else { return line(url) }
        return line(url[..<mark] + rest[rest.index(after: at)...])
    }

    private static func isHarmless(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.properties.generalCategory {
        case .control, .format, .lineSeparator, .paragraphSeparator, .surrogate, .privateUse,
            .unassigned:
            false
        default: true
        }
    }
}
