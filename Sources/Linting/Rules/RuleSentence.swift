/// The sentences of rules, as other texts need them.
enum RuleSentence {
    /// Returns a sentence as the expectation of a finding: without its period, and without a capital at
    /// its start unless the first word is a name.
    static func expectation(_ sentence: String) -> String {
        let words = sentence.hasSuffix(".") ? sentence.dropLast() : sentence[...]
        let first = words.prefix { $0 != " " }
        let isName = first == "I-frame" || first.dropFirst().contains { $0.isUppercase }
        guard !isName, let initial = words.first else { return String(words) }
        return initial.lowercased() + words.dropFirst()
    }
}
