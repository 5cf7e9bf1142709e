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
    ]

    /// Spellings that are not used in prose, with the one that is.
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

    /// The words with which forbidden ones begin.
    private static let firstWords = Set(
        (Array(words.keys) + Array(spellings.keys)).map { String($0.prefix { $0 != " " }) })

    /// Relative pronouns with which no doc comment and no name of a test begins.
    static let openings: Set<String> = ["what", "who", "whose", "whom", "where", "how"]

    /// Returns the forbidden words in a line, each with its replacement; code spans are ignored.
    static func breaches(in line: some StringProtocol) -> [String] {
        let words = Self.words(in: line)
        guard words.contains(where: firstWords.contains) else { return [] }
        let text = " " + words.joined(separator: " ") + " "
        return [Self.words, spellings].flatMap { rules in
            rules.keys.filter { text.contains(" \($0) ") }.sorted()
                .map { "\"\($0)\": write \(rules[$0] ?? "")" }
        }
    }

    /// Returns whether a sentence begins with a relative clause in place of a noun or verb.
    static func beginsWithClause(_ line: some StringProtocol) -> Bool {
        openings.contains(words(in: line).first ?? "")
    }

    /// Returns the words of a line in lower case, without code spans and the names of parameters.
    static func words(in line: some StringProtocol) -> [String] {
        var isCode = false
        var words: [String] = []
        var word = ""
        var wasTick = false
        for byte in withoutParameter(line).utf8 {
            let isTick = byte == UInt8(ascii: "`")
            if isTick && !wasTick { isCode.toggle() }
            wasTick = isTick
            let lower = byte | 0x20
            let isLetter = lower >= UInt8(ascii: "a") && lower <= UInt8(ascii: "z")
            if !isCode && isLetter {
                word.append(Character(Unicode.Scalar(lower)))
            } else if !word.isEmpty {
                words.append(word)
                word = ""
            }
        }
        return word.isEmpty ? words : words + [word]
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

extension ProjectText {
    /// The comment lines with their numbers from 1, and whether a doc comment begins there.
    var comments: [(number: Int, text: Substring, beginsDocumentation: Bool)] {
        var result: [(Int, Substring, Bool)] = []
        var wasDocumentation = false
        for (index, line) in lines.enumerated() {
            let text = line.drop { $0 == " " }
            let isDocumentation = text.hasPrefix("///")
            if text.hasPrefix("//") {
                result.append((index + 1, text, isDocumentation && !wasDocumentation))
            }
            wasDocumentation = isDocumentation
        }
        return result
    }

    /// The names of tests and suites that are sentences, with their lines from 1.
    var sentences: [(number: Int, text: Substring)] {
        ["func `", "struct `"].flatMap { start in
            lines(with: start).compactMap { number, line in
                var stripper = CommentStripper()
                let code = stripper.code(in: line)
                guard let name = code.firstRange(of: start)?.upperBound else { return nil }
                return (number, code[name...].prefix { $0 != "`" })
            }
        }
    }

    /// The breaches of the rules for prose in Swift, as `path:line: breach`.
    var proseBreaches: [String] {
        let comments = comments.map { ($0.number, $0.text, $0.beginsDocumentation) }
        return (comments + sentences.map { ($0.number, $0.text, true) }).flatMap {
            number, text, isOpening -> [String] in
            let opening = isOpening && ProseRules.beginsWithClause(text)
            let breaches =
                ProseRules.breaches(in: text)
                + (opening ? ["begin with a noun or a verb: \(text)"] : [])
            return breaches.map { "\(path):\(number): \($0)" }
        }
    }
}
