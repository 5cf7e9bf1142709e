/// Text from untrusted sources, made safe for a line of a terminal, log or message.
package enum SafeText {
    /// Returns the text on one line, truncated and without characters that control a terminal.
    ///
    /// Locations in the text are shown as ``url(_:)`` returns them.
    package static func line(_ text: some StringProtocol) -> String {
        shown(cleaned(String(text)), .message)
    }

    /// Returns the text of an error on one line, without the location with which it begins.
    ///
    /// - Parameters:
    ///   - text: The text.
    ///   - location: The location that the message around the text already names.
    /// - Returns: The text.
    package static func line(_ text: String, about location: String) -> String {
        let line = line(text)
        let start = "\(url(location)): "
        return line.hasPrefix(start) ? String(line.dropFirst(start.count)) : line
    }

    /// Returns the location on one line, without credentials, query values and `data:` payload.
    ///
    /// The result is for display and for result files; requests use the location itself.
    package static func url(_ url: String) -> String {
        shown(SecretText.location(url), .message)
    }

    /// Returns the query and the fragment of a location of a server, without their secret values.
    ///
    /// The result is not truncated, and may contain characters that control a terminal.
    ///
    /// - Parameter text: The end of the location, from the separator on.
    /// - Returns: The text with the replacements.
    package static func query(_ text: Substring) -> String {
        SecretText.query(text, areValues: true)
    }

    /// Returns the complete text, with the secret parts of locations replaced.
    ///
    /// - Parameters:
    ///   - text: The text.
    ///   - relative: Whether words such as `a.ts?token=b` are relative locations. Texts about files
    ///     and commands use `false`, because a file name may contain `?` and `=`.
    /// - Returns: The text with the replacements.
    package static func cleaned(_ text: String, relative: Bool = true) -> String {
        mayNeedCleaning(text) ? SecretText.cleaned(text, relative: relative) : text
    }

    /// Returns whether a text may contain a location; most texts contain none.
    package static func mayNeedCleaning(_ text: String) -> Bool {
        var (hasSlash, hasQuestion) = (false, false)
        // The last four bytes, as lowercase letters.
        var last: UInt32 = 0
        for byte in text.utf8 {
            switch byte {
            case UInt8(ascii: "/"): hasSlash = true
            case UInt8(ascii: "?"): hasQuestion = true
            case UInt8(ascii: ":") where last == 0x6461_7461: return true
            case UInt8(ascii: "=") where hasQuestion: return true
            default: break
            }
            last = last << 8 | UInt32(byte | 0x20)
        }
        return hasSlash && text.contains("://")
    }

    /// Returns a text, on any number of lines, without characters that control a terminal.
    ///
    /// Of the control characters, only line feeds and tabs are kept. Characters that reverse text
    /// are also replaced.
    package static func printable(_ text: String) -> String {
        let isPlain = text.utf8.allSatisfy {
            (0x20..<0x7F).contains($0) || $0 == 0x0A || $0 == 0x09
        }
        if isPlain { return text }
        let policy = TextPolicy(replacing: [.control, .direction])
        return String(
            String.UnicodeScalarView(
                text.unicodeScalars.map {
                    $0 == "\n" || $0 == "\t" || policy.shows($0) ? $0 : policy.replacement
                }))
    }

    /// Returns a word from the user or an asset, made safe to quote in a sentence.
    ///
    /// - Parameters:
    ///   - text: The word.
    ///   - limit: The maximum number of Unicode scalars.
    /// - Returns: The word; unsafe characters, such as line ends, are replaced by question marks.
    package static func quoted(_ text: some StringProtocol, limit: Int = 80) -> String {
        shown(String(text), .quoted(limit: limit))
    }

    /// Returns the lines of a subtitle or another text for people, made safe but not truncated.
    package static func lines(_ text: String) -> [String] {
        text.utf8.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false).map {
            shown(String(Substring($0)), .prose)
        }
    }

    /// Returns a text for people as a single safe line, with slashes in place of line ends.
    package static func joinedLines(_ text: String) -> String {
        lines(text).joined(separator: " / ")
    }

    /// Returns a text with its unsafe characters replaced and its length limited by a policy.
    package static func shown(_ text: String, _ policy: TextPolicy) -> String {
        // Most texts contain only printable ASCII, which no policy replaces. Such a text within the
        // length limit is returned unchanged.
        let isPlain = text.utf8.allSatisfy { (0x20..<0x7F).contains($0) }
        if isPlain, text.utf8.count <= policy.limit { return text }
        var shown = String.UnicodeScalarView()
        var count = 0
        for scalar in text.unicodeScalars {
            guard count < policy.limit else {
                if policy.marksCut { shown.append("…") }
                break
            }
            shown.append(policy.shows(scalar) ? scalar : policy.replacement)
            count += 1
        }
        return String(shown)
    }
}
