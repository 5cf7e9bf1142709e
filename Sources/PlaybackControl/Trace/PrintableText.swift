extension String {
    /// The lines of an untrusted text, with characters that control a terminal replaced.
    ///
    /// Joiners and marks for the direction of single letters remain: some scripts need them.
    package var printableLines: [String] {
        var lines: [String] = []
        var line = String.UnicodeScalarView()
        for scalar in unicodeScalars {
            if scalar == "\n" {
                lines.append(String(line))
                line = String.UnicodeScalarView()
            } else {
                line.append(scalar.isPrintable ? scalar : "\u{FFFD}")
            }
        }
        return lines + [String(line)]
    }

    /// The text on one line, its own lines separated by slashes.
    var printableLine: String { printableLines.joined(separator: " / ") }
}

extension Unicode.Scalar {
    fileprivate var isPrintable: Bool {
        switch properties.generalCategory {
        case .control, .lineSeparator, .paragraphSeparator, .surrogate: false
        case .format: ("\u{200C}"..."\u{200F}").contains(self)
        default: true
        }
    }
}
