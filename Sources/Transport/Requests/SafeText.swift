/// Text from strangers, made fit for a line on a terminal or in a log.
package enum SafeText {
    /// How many characters of a text are shown.
    private static let limit = 400

    /// The text on one line, with what could steer a terminal replaced, cut where it is long.
    ///
    /// Locations in it are shown as ``url(_:)`` shows them.
    package static func line(_ text: some StringProtocol) -> String {
        shown(cleaned(String(text)))
    }

    /// The location on one line, without credentials, the values of its query and the payload of a
    /// `data:` URL.
    ///
    /// It is for people and for results. Whatever is requested uses the location itself.
    package static func url(_ url: String) -> String { shown(SecretText.location(url)) }

    /// A text of any length in which locations are shown without what may be secret.
    package static func cleaned(_ text: String) -> String {
        // Most texts have no location.
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
