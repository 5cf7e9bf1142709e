/// A namespace for functions that convert the sentences of rules for use in other texts.
enum RuleSentence {
    /// Returns a sentence as findings quote it: without a period, and beginning in lower case.
    ///
    /// The result begins with a capital letter if the first word is a name.
    static func expectation(_ sentence: String) -> String {
        let words = sentence.hasSuffix(".") ? sentence.dropLast() : sentence[...]
        let first = words.prefix { $0 != " " }
        let isName = first == "I-frame" || first.dropFirst().contains { $0.isUppercase }
        guard !isName, let initial = words.first else { return String(words) }
        return initial.lowercased() + words.dropFirst()
    }
}
