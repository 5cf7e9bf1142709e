/// Reduces the displayed title of a download to the permitted characters.
enum DownloadTitle {
    static let maximumLength = 200

    /// Returns a title with only its letters, combining marks, digits and white space.
    ///
    /// Source: `Documentation/VidLoader.md#errors`.
    static func cleaned(_ title: String) -> String {
        var kept = String.UnicodeScalarView()
        kept.append(contentsOf: title.unicodeScalars.filter(isKept))
        return String(String(kept).prefix(maximumLength))
    }

    private static func isKept(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.properties.generalCategory {
        case .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .modifierLetter, .otherLetter,
            .nonspacingMark, .spacingMark, .enclosingMark, .decimalNumber, .letterNumber,
            .otherNumber, .spaceSeparator:
            true
        // A title is one line, so the tab is the only control character that is kept as white
        // space.
        default: scalar == "\t"
        }
    }
}
