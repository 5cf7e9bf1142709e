import Formats
import Testing

/// The characters that each policy shows, and the characters that no policy shows.
@Suite struct TextPolicyTests {
    private static let policies: [TextPolicy] = [
        .message, .prose, .page, .excerpt, .kept, .quoted(limit: 80),
    ]

    @Test func `no policy shows line breaks, controls or characters that reverse text`() {
        for value in UInt32(0)..<0x3000 {
            guard let scalar = Unicode.Scalar(value) else { continue }
            let isControl = value < 0x20 || (0x7F...0x9F).contains(value)
            let isHarmful =
                isControl || (0x2028...0x202E).contains(value) || (0x2066...0x2069).contains(value)
            for policy in Self.policies where isHarmful { #expect(!policy.shows(scalar)) }
            let isSign = scalar.properties.isAlphabetic || (0x20..<0x7F).contains(value)
            for policy in Self.policies where isSign { #expect(policy.shows(scalar)) }
        }
    }

    @Test(arguments: [
        (TextPolicy.message, "a\u{FFFD}b\u{FFFD}c\u{FFFD}d\u{FFFD}e\u{FFFD}"),
        (.page, "a\u{200D}b\u{FFFD}c\u{FFFD}d\u{FFFD}e\u{FFFD}"),
        (.prose, "a\u{200D}b\u{200F}c\u{FFFD}d\u{F8FF}e\u{FFFD}"),
        (.excerpt, "a\u{200D}b\u{FFFD}c\u{FFFD}d\u{F8FF}e\u{FFFD}"),
        (.kept, "a\u{200D}b\u{200F}c\u{AD}d\u{F8FF}e "),
        (.quoted(limit: 80), "a\u{200D}b?c?d\u{F8FF}e?"),
    ])
    func `joiners, marks and unknown characters depend on the policy`(
        policy: TextPolicy, shown: String
    ) {
        // A joiner, a directional mark, a soft hyphen, a private-use character, and a directional
        // override.
        let text = "a\u{200D}b\u{200F}c\u{AD}d\u{F8FF}e\u{202E}"
        #expect(Array(SafeText.shown(text, policy).unicodeScalars) == Array(shown.unicodeScalars))
    }

    @Test func `a text is cut off at its limit`() {
        #expect(SafeText.quoted("abcd", limit: 4) == "abcd")
        #expect(SafeText.quoted("abcde", limit: 4) == "abcd…")
        #expect(SafeText.quoted("äbcde", limit: 4) == "äbcd…")
        #expect(SafeText.shown(String(repeating: "a", count: 65), .excerpt).count == 64)
        #expect(SafeText.line(String(repeating: "ä", count: 1000)).count == 401)
        #expect(SafeText.quoted("", limit: 0) == "" && SafeText.quoted("a", limit: 0) == "…")
    }

    @Test func `a text is divided into lines, or its lines are joined`() {
        #expect(SafeText.lines("") == [""])
        #expect(SafeText.lines("a\n\nb\r\n") == ["a", "", "b\u{FFFD}", ""])
        #expect(SafeText.joinedLines("a\u{202E}\nb") == "a\u{FFFD} / b")
    }
}
