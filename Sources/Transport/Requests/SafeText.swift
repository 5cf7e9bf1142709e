/// Text from untrusted sources, made safe for a line of a terminal or log.
package enum SafeText {
    /// The maximum number of characters shown.
    private static let limit = 400

    /// Returns the text on one line, truncated, with characters that control a terminal replaced.
    ///
    /// Locations in it appear as ``url(_:)`` returns them.
    package static func line(_ text: some StringProtocol) -> String {
        shown(cleaned(String(text)))
    }

    /// Returns the location on one line, without credentials, query values and `data:` payload.
    ///
    /// For display and results; requests use the location itself.
    package static func url(_ url: String) -> String { shown(SecretText.location(url)) }

    /// Returns a text of any length without the secrets of the locations in it.
    package static func cleaned(_ text: String) -> String {
        // Most texts contain no location.
        guard text.utf8.contains(UInt8(ascii: "/")), text.contains("://") else { return text }
        return SecretText.cleaned(text)
    }

    private static func shown(_ text: String) -> String {
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

    private static func isHarmless(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.properties.generalCategory {
        case .control, .format, .lineSeparator, .paragraphSeparator, .surrogate, .privateUse,
            .unassigned:
            false
        default: true
        }
    }
}
