/// A fast search for lines that may break a rule of ``ProseRules``.
///
/// The search compares hashes of words and includes code spans, so each line that it finds is then
/// checked by the rules themselves.
struct ForbiddenWords: Sendable {
    /// A search for the words that break any of the rules.
    static let all = ForbiddenWords(
        Array(ProseRules.words.keys) + Array(ProseRules.spellings.keys) + ["is no"])

    private static let start: UInt64 = 0xCBF2_9CE4_8422_2325
    private static let factor: UInt64 = 0x100_0000_01B3

    /// The hashes of single words, and of the first two words of longer phrases.
    private let hashes: Set<UInt64>

    private init(_ phrases: [String]) {
        hashes = Set(
            phrases.map { phrase in
                let words = phrase.split(separator: " ").prefix(2).map { Self.hash(Array($0.utf8)) }
                return words.count == 1 ? words[0] : Self.pair(words[0], words[1])
            })
    }

    /// Returns whether a range of bytes may contain a forbidden word.
    func mayOccur(in bytes: [UInt8], _ range: Range<Int>) -> Bool {
        var last: UInt64 = 0
        var hash = Self.start
        var index = range.lowerBound
        while index <= range.upperBound {
            let lower = index < range.upperBound ? bytes[index] | 0x20 : 0
            if lower >= 0x61, lower <= 0x7A {
                hash = (hash ^ UInt64(lower)) &* Self.factor
            } else if hash != Self.start {
                if hashes.contains(hash) || hashes.contains(Self.pair(last, hash)) { return true }
                last = hash
                hash = Self.start
            }
            index += 1
        }
        return false
    }

    private static func hash(_ word: [UInt8]) -> UInt64 {
        word.reduce(start) { ($0 ^ UInt64($1)) &* factor }
    }

    private static func pair(_ first: UInt64, _ second: UInt64) -> UInt64 {
        (first &* 31) ^ second
    }
}
