import Formats

/// Texts with the escapes that workflow commands of GitHub Actions need.
///
/// The texts come from assets and scenarios, so characters that control a terminal are replaced.
package enum WorkflowText {
    /// Returns a text with the escapes that the message of a command needs.
    package static func message(_ text: String) -> String {
        escaped(text, ["%": "%25", "\n": "%0A"])
    }

    /// Returns a text with the escapes that a property of a command needs.
    package static func property(_ text: String) -> String {
        escaped(text, ["%": "%25", "\n": "%0A", ":": "%3A", ",": "%2C"])
    }

    private static func escaped(
        _ text: String, _ replacements: [Unicode.Scalar: String]
    ) -> String {
        var escaped = String.UnicodeScalarView()
        for scalar in SafeText.printable(text).unicodeScalars {
            if let replacement = replacements[scalar] {
                escaped.append(contentsOf: replacement.unicodeScalars)
            } else {
                escaped.append(scalar)
            }
        }
        return String(escaped)
    }
}
