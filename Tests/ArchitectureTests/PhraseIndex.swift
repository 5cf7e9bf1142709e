/// Phrases of one or more words, arranged so that those in a line are found quickly.
struct PhraseIndex: Sendable {
    /// The words of each phrase, by the first of them.
    private let phrases: [String: [[String]]]

    /// Creates an index of phrases whose words are separated by single spaces.
    init(_ phrases: some Sequence<String>) {
        self.phrases = Dictionary(
            grouping: phrases.map { $0.split(separator: " ").map(String.init) }, by: { $0[0] })
    }

    /// Returns the phrases that a list of words contains.
    func found(in words: [String]) -> Set<String> {
        var found: Set<String> = []
        for (place, word) in words.enumerated() {
            for phrase in phrases[word] ?? [] where words[place...].starts(with: phrase) {
                found.insert(phrase.joined(separator: " "))
            }
        }
        return found
    }
}
