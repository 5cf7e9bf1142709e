/// The name of a download as people see it.
enum DownloadTitle {
    static let maximumLength = 200

    /// What is kept of a title: letters with their marks, digits, white space.
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
        // A name is one line: of all control characters only the tabulator is white space in it.
        default: scalar == "\t"
        }
    }
}
