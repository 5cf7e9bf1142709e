/// The rules of `CONTRIBUTING.md` for the English of comments, names of tests, and pages.
struct ProseRules: Sendable {
    /// Words of everyday speech, with the words to write in their place.
    static let words: [String: String] = [
        "anew": "again", "tell": "report", "tells": "reports", "told": "reported",
        "telling": "reporting", "hear": "receive", "hears": "receives", "heard": "received",
        "lie": "be located", "lies": "is located", "lying": "located", "lain": "been located",
        "somebody": "the caller, a user, another process", "nobody": "no caller, no process",
        "whoever": "the caller", "whatever": "regardless of, any", "manieth": "the number of",
        "come by": "obtain", "comes by": "obtains", "came by": "obtained",
        "be had": "be obtained, be available", "for good": "permanently",
        "go on": "continue, resume", "goes on": "continues", "going on": "in progress",
        "went on": "continued", "gone on": "continued", "as far as": "if, up to",
        "take note": "record", "takes note": "records", "taken note": "recorded",
    ]

    /// Spellings that prose must not use, each with the spelling to use instead.
    static let spellings: [String: String] = [
        "canceled": "cancelled", "canceling": "cancelling", "license": "licence",
        "licenses": "licences", "behavior": "behaviour", "catalog": "catalogue",
        "bit rate": "bitrate", "bit rates": "bitrates", "initialise": "initialize",
        "initialises": "initializes", "initialised": "initialized",
        "initialisation": "initialization", "recognise": "recognize", "recognised": "recognized",
        "synchronise": "synchronize", "synchronised": "synchronized", "optimise": "optimize",
        "optimised": "optimized", "optimiser": "optimizer", "normalise": "normalize",
        "normalised": "normalized", "standardised": "standardized",
    ]

    private static let wordPhrases = PhraseIndex(words.keys)
    private static let spellingPhrases = PhraseIndex(spellings.keys)

    /// Relative pronouns that must not begin a doc comment or the name of a test.
    static let openings: Set<String> = ["what", "who", "whose", "whom", "where", "how", "why"]

    /// The words that make a comparison after `is no`, as in `is no longer`.
    private static let comparatives: Set<String> = [
        "longer", "shorter", "higher", "lower", "larger", "smaller", "later", "earlier", "more",
        "less", "better", "worse", "other", "different",
    ]

    /// Returns the forbidden words in a line, each with its replacement; code spans are ignored.
    static func breaches(in line: some StringProtocol) -> [String] {
        let all = words(in: line)
        let breaches = [(Self.words, wordPhrases), (spellings, spellingPhrases)].flatMap {
            rules, phrases in
            phrases.found(in: all).sorted().map { "\"\($0)\": write \(rules[$0] ?? "")" }
        }
        return breaches + (deniesNoun(all) ? ["\"is no\": write is not"] : [])
    }

    /// Returns whether the words contain `is no` before a noun.
    ///
    /// The phrase `there is no` and comparisons such as `is no longer` are permitted. A line that
    /// begins with `is no` is permitted too, because its sentence may have begun with `there` on
    /// the line before.
    private static func deniesNoun(_ words: [String]) -> Bool {
        words.indices.dropFirst().dropLast().contains { index in
            words[index] == "is" && words[index + 1] == "no" && words[index - 1] != "there"
                && (index + 2 == words.count || !comparatives.contains(words[index + 2]))
        }
    }

    /// Returns whether a sentence begins with a relative clause in place of a noun or verb.
    static func beginsWithClause(_ line: some StringProtocol) -> Bool {
        openings.contains(words(in: line).first ?? "")
    }

    /// Returns whether the description of a parameter or a result begins with a relative clause.
    static func describesWithClause(_ line: some StringProtocol) -> Bool {
        let item = line.drop { $0 == "/" || $0 == " " }
        guard item.hasPrefix("- "), let colon = item.firstIndex(of: ":") else { return false }
        let text = item[item.index(after: colon)...].drop { $0 == " " }
        // A description that begins with a code span is permitted.
        return !text.hasPrefix("`") && beginsWithClause(text)
    }

    /// Returns the words of a line in lower case, without code spans and the names of parameters.
    static func words(in line: some StringProtocol) -> [String] {
        var isCode = false
        var words: [String] = []
        var word: [UInt8] = []
        var wasTick = false
        for byte in Array(withoutParameter(line).utf8) {
            let isTick = byte == UInt8(ascii: "`")
            if isTick && !wasTick { isCode.toggle() }
            wasTick = isTick
            let lower = byte | 0x20
            if !isCode, lower >= UInt8(ascii: "a"), lower <= UInt8(ascii: "z") {
                word.append(lower)
            } else if !word.isEmpty {
                words.append(String(decoding: word, as: UTF8.self))
                word = []
            }
        }
        return word.isEmpty ? words : words + [String(decoding: word, as: UTF8.self)]
    }

    /// Returns a line without the name of a parameter at its start.
    private static func withoutParameter(_ line: some StringProtocol) -> Substring {
        let text = Substring(line)
        let rest = text.drop { $0 == "/" || $0 == " " }
        guard rest.hasPrefix("- ") else { return text }
        let item = rest.dropFirst(rest.hasPrefix("- Parameter ") ? 12 : 2)
        let end = item.prefix { $0.isLetter }.endIndex
        return item[end...].hasPrefix(":") ? item[end...] : text
    }
}
