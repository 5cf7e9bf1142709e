import Foundation
import Testing

@testable import Linting

/// The check for Unicode Normalization Form C, compared with the result of Foundation.
@Suite struct NormalizationFormTests {
    /// Latin, Greek, Cyrillic, kana, and the signs before the CJK radicals.
    static let blocks: [ClosedRange<UInt32>] = [
        0xA0...0x52F, 0x1E00...0x2ADB, 0x2ADD...0x2BFF, 0x3000...0x30FF,
    ]

    private func isComposed(_ text: String) -> Bool {
        Array(text.precomposedStringWithCanonicalMapping.unicodeScalars)
            == Array(text.unicodeScalars)
    }

    @Test func `single scalars are judged as Foundation judges them`() {
        for value in Self.blocks.joined() {
            guard let scalar = Unicode.Scalar(value) else { continue }
            let text = String(scalar)
            let isViolation = NormalizationForm.violation(in: text) != nil
            #expect(isViolation != isComposed(text), "U+\(String(value, radix: 16))")
        }
    }

    @Test func `decomposed letters are judged as Foundation judges them`() {
        for value in Self.blocks.joined() {
            guard let scalar = Unicode.Scalar(value) else { continue }
            let text = String(scalar).decomposedStringWithCanonicalMapping
            guard text.unicodeScalars.count > 1 else { continue }
            let isViolation = NormalizationForm.violation(in: text) != nil
            #expect(isViolation != isComposed(text), "U+\(String(value, radix: 16))")
        }
    }

    @Test(arguments: [
        "\u{1F71}", "\u{37E}", "\u{212B}", "a\u{308}", "\u{1100}\u{1161}", "x\u{341}",
        "\u{212B}\u{323}",
    ])
    func `a violation is located`(text: String) throws {
        let found = try #require(NormalizationForm.violation(in: "ab\(text)c"))
        #expect(found.offset == 2)
        #expect(String(found.character) == text)
    }
}
