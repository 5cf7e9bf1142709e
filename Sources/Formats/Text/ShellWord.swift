/// Quotes words for the displayed commands that repeat a run.
package enum ShellWord {
    /// Returns a word quoted for a shell; the word may contain any characters.
    ///
    /// - Parameter word: The word.
    /// - Returns: The word itself if it needs no quotation marks; otherwise the word in single
    ///   quotation marks.
    package static func quoted(_ word: String) -> String {
        let isPlain = word.utf8.allSatisfy { byte in
            (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20)
                || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
                || "-_./=:,+@%".utf8.contains(byte)
        }
        if isPlain, !word.isEmpty { return word }
        let parts = word.split(separator: "'", omittingEmptySubsequences: false)
        return "'" + parts.joined(separator: "'\\''") + "'"
    }
}

extension ShellWord {
    /// Returns a path or URL, quoted for a shell and with the secret parts of a URL replaced.
    ///
    /// The mark `…` replaces a user name and password, which a user must restore to repeat the
    /// command.
    ///
    /// - Parameter place: The path or URL.
    /// - Returns: The word.
    package static func place(_ place: String) -> String {
        guard let colon = place.firstIndex(of: ":"), place[colon...].hasPrefix("://") else {
            // A path has no query: `a?b=c` is the name of a file.
            let isData = place.prefix(5).lowercased() == "data:"
            return quoted(isData ? SafeText.url(place) : SafeText.shown(place, .message))
        }
        let shown = SafeText.url(place)
        let authority = place[colon...].dropFirst(3).prefix { !"/?#\\".contains($0) }
        guard authority.contains("@"), let start = shown.firstIndex(of: ":") else {
            return quoted(shown)
        }
        let lead = shown[...start] + "//"
        return quoted(lead + "…@" + shown.dropFirst(lead.count))
    }
}
