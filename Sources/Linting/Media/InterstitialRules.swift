import Formats
import Playlists

/// The rules about interstitials.
struct InterstitialRules {
    let url: String

    private static let words: [String: Set<String>] = [
        "X-SNAP": ["OUT", "IN"], "X-RESTRICT": ["SKIP", "JUMP"],
        "X-TIMELINE-OCCUPIES": ["POINT", "RANGE"], "X-TIMELINE-STYLE": ["HIGHLIGHT", "PRIMARY"],
        "X-CONTENT-MAY-VARY": ["YES", "NO"],
    ]
    private static let numbers = [
        "X-RESUME-OFFSET", "X-PLAYOUT-LIMIT", "X-SKIP-CONTROL-OFFSET", "X-SKIP-CONTROL-DURATION",
    ]

    /// The attributes of which an interstitial has one.
    private static let assets = ["X-ASSET-URI", "X-ASSET-LIST"]

    /// Checks that an interstitial names its assets once.
    ///
    /// - Parameters:
    ///   - range: The interstitial, with the attributes of all tags that have its ID.
    ///   - tag: The first of these tags.
    ///   - log: The log to which the function adds a breach.
    func checkAssets(of range: DateRange, _ tag: WrittenTag, _ log: inout BreachLog) {
        let assets = Self.assets.filter { range[attribute: $0] != nil }
        if assets.count != 1 {
            log.note(
                "ad.asset-one-of", in: url, line: tag.line,
                assets.isEmpty
                    ? "the interstitial \(SafeText.quoted(range.id)) names no asset"
                    : "X-ASSET-URI and X-ASSET-LIST are given together",
                expected: "one of X-ASSET-URI and X-ASSET-LIST")
        }
    }

    /// Checks the values that a tag of an interstitial has.
    func checkValues(of tag: WrittenTag, _ log: inout BreachLog) {
        for name in Self.assets where tag[name]?.value.isEmpty == true {
            note(name, "empty", tag, "the URI of the asset", &log)
        }
        for (name, words) in Self.words.sorted(by: { $0.key < $1.key }) {
            // The value of a variable is not known here.
            guard let value = tag[name]?.value, !value.contains("{$") else { continue }
            let items = value.split(separator: ",").map { $0.filter { $0 != " " } }
            guard items.isEmpty || !items.allSatisfy(words.contains) else { continue }
            note(
                name, "\"\(SafeText.quoted(value))\"", tag,
                words.sorted().joined(separator: " or "), &log)
        }
        let label = "X-SKIP-CONTROL-LABEL-ID"
        if let attribute = tag[label], !attribute.value.contains("{$"), !Self.isLabel(attribute) {
            note(
                label, "\"\(SafeText.quoted(attribute.value))\"", tag,
                "letters, hyphens and underscores, in quotes", &log)
        }
        for name in Self.numbers {
            guard let attribute = tag[name] else { continue }
            let value = attribute.value
            // Only X-RESUME-OFFSET may be negative.
            let isSigned = name == "X-RESUME-OFFSET"
            let isNumber = Self.isNumber(value, signed: isSigned)
            guard attribute.isQuoted || !isNumber else { continue }
            let shown = "\"\(SafeText.quoted(value))\""
            note(
                name, isNumber ? "the quoted string \(shown)" : shown, tag, "a number of seconds",
                &log)
        }
    }

    /// Returns whether a value is the identifier of a label, in quotes.
    ///
    /// The specification permits letters, hyphens and underscores. Digits are accepted, too.
    private static func isLabel(_ attribute: ScannedAttribute) -> Bool {
        attribute.isQuoted && !attribute.value.isEmpty
            && attribute.value.allSatisfy {
                $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "-" || $0 == "_")
            }
    }

    /// Returns whether a value is a decimal-floating-point number.
    ///
    /// Such a number consists of digits and at most one decimal point (rfc8216bis, section 4.2).
    ///
    /// - Parameters:
    ///   - value: The value.
    ///   - isSigned: Whether the number may have a minus sign.
    /// - Returns: Whether the value is a number.
    private static func isNumber(_ value: String, signed isSigned: Bool) -> Bool {
        let digits = isSigned && value.hasPrefix("-") ? value.dropFirst() : value[...]
        return digits.utf8.contains { (0x30...0x39).contains($0) }
            && digits.utf8.allSatisfy { (0x30...0x39).contains($0) || $0 == 0x2E }
            && digits.utf8.count { $0 == 0x2E } <= 1
    }

    private func note(
        _ name: String, _ value: String, _ tag: WrittenTag, _ expected: String,
        _ log: inout BreachLog
    ) {
        log.note(
            "ad.attribute-values", in: url, line: tag.line, column: tag.column(of: name),
            "\(name) is \(value)", expected: expected)
    }
}
