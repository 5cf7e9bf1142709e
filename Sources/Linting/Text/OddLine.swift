import Formats
import Playlists

extension PlaylistText {
    /// A line that is checked separately from the others, such as an unknown tag.
    struct OddLine: Sendable {
        enum Kind: Hashable, Sendable {
            case unknownTag, comment, ignoring, highBytes, controls
            /// A tag that must not have a value, but has one.
            case valued
        }

        let kind: Kind
        let line: Int
        let text: String

        /// Whether a rule may find a breach in the line.
        ///
        /// Most comments and most lines with non-ASCII letters break no rule.
        var matters: Bool {
            switch kind {
            case .controls, .ignoring, .valued: true
            case .highBytes: NormalizationForm.violation(in: text) != nil
            case .comment: misspelledTag != nil
            case .unknownTag: misspelledTag != nil || !Self.dialects.contains(tagName)
            }
        }

        /// The tag that the line spells in the wrong case or with extra blanks; `nil` without one.
        var misspelledTag: Tag? {
            let name = text.dropFirst().drop { $0 == " " || $0 == "\t" }.prefix { $0 != ":" }
            guard name.utf8.count <= 40, name.lowercased().hasPrefix("ext") else { return nil }
            var word = name.uppercased()
            while word.hasSuffix(" ") { word.removeLast() }
            guard let tag = Tag(rawValue: word), !text.hasPrefix("#\(word)") else { return nil }
            return tag
        }

        /// The name of the tag in the line, without `#`.
        var tagName: String { String(text.dropFirst().prefix { $0 != ":" }) }

        /// The text after the name of the tag and a colon.
        var value: Substring { text.dropFirst(tagName.count + 2) }

        /// The non-standard tags that players and packagers use.
        private static let dialects: Set<String> = [
            "EXTVLCOPT", "EXTGRP", "EXTIMG", "EXTALB", "EXTART", "EXTENC", "EXT-X-PREFETCH",
            "EXT-X-PREFETCH-DISCONTINUITY", "EXT-X-IMAGE-STREAM-INF", "EXT-X-IMAGES-ONLY",
            "EXT-X-TILES", "EXT-X-FAXS-CM", "EXT-X-CUE-SPAN", "EXT-X-AD-START", "EXT-X-AD-END",
            "EXT-X-DATE-RANGE-ID", "EXT-X-BLACKOUT", "EXT-X-PROVIDER", "EXT-X-SESSION-DATA-URI",
        ]
    }
}

/// A playlist comment that disables rules: `# playctl: ignore RULE …`.
///
/// Words after the rules are a remark for readers.
struct IgnoringComment {
    /// Whether the comment ignores the rules in the whole playlist, and not only on the next line.
    let isOfFile: Bool
    /// The codes of the ignored rules.
    let codes: [String]
    /// The reason why the comment, or a part of it, has no effect; `nil` for a correct comment.
    let mistake: String?

    /// Reads a comment; `nil` when it does not begin with `# playctl:`.
    init?(_ text: String) {
        let words = text.dropFirst().split { $0 == " " || $0 == "\t" || $0 == "," }
        guard let first = words.first, first.hasPrefix("playctl:") else { return nil }
        guard first == "playctl:", words.count > 1, ["ignore", "ignore-file"].contains(words[1])
        else {
            let word = first == "playctl:" ? words.dropFirst().first ?? "" : first.dropFirst(8)
            isOfFile = false
            codes = []
            mistake = "\"\(SafeText.quoted(word))\" is neither ignore nor ignore-file"
            return
        }
        isOfFile = words[1] == "ignore-file"
        let names = words.dropFirst(2)
        codes = names.prefix { LintRule.named(String($0)) != nil }.map(String.init)
        let next = names.dropFirst(codes.count).first
        // A remark may follow the rules; a word with a dot inside is meant as a rule.
        let isMeantAsRule = next.map { $0.dropLast().contains(".") } ?? false
        if let next, codes.isEmpty || isMeantAsRule {
            mistake = "\"\(SafeText.quoted(next))\" is not the code of a rule"
        } else {
            mistake = codes.isEmpty ? "the comment names no rule" : nil
        }
    }
}
