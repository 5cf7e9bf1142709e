/// Texts that have broken reports and traces before.
package enum NastyText {
    /// Texts with quotes, line ends, control characters, direction marks or syntax of formats.
    package static let all = [
        "", " ", "\"quoted\" 'too'", "two\nlines", "a\r\nb\rc", "]]>", "<![CDATA[x]]>", "a & b < c",
        "\u{0}\u{1}\u{7}\u{1B}[31m\u{7F}\u{85}", "\u{FFFE}\u{FFFF}",
        "\u{202E}right to left\u{202C}",
        "שלום עולם", "😀👨‍👩‍👧", "e\u{301}\u{301}", "100% # done \\", "::error::", "%0A%25", "--- ...",
        "tab\there", "\u{2028}\u{2029}\u{FEFF}", "null", "0.1", "`````", "|a|b|", "not ok 1 # TODO",
    ]
}
