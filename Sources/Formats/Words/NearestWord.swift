/// Returns the word most similar to a typed text; `nil` when none is similar enough.
///
/// A word is similar if its edit distance from the typed text is at most 1, or at most a third of
/// the number of typed letters. If no word is that close and the text has at least three letters, a
/// word that starts with the text is similar, provided that no other word starts with the text.
package func nearestWord(to typed: String, in words: [String]) -> String? {
    let letters = Array(typed.lowercased())
    // Typing mistakes in longer words are rare, and computing the distance takes quadratic time.
    guard letters.count <= 40 else { return nil }
    let distances = words.map { editDistance(letters, Array($0.lowercased())) }
    if let least = distances.min(), least <= max(1, letters.count / 3),
        let index = distances.firstIndex(of: least)
    {
        return words[index]
    }
    let continuations = words.filter {
        letters.count > 2 && $0.lowercased().hasPrefix(String(letters))
    }
    return continuations.count == 1 ? continuations[0] : nil
}

/// Returns the edit distance of two words.
///
/// It is the minimum number of changes that turn one word into the other. A change inserts, deletes
/// or replaces a letter, or swaps two adjacent letters.
private func editDistance(_ left: [Character], _ right: [Character]) -> Int {
    var beforePrevious: [Int] = []
    var previous = Array(0...right.count)
    for row in left.indices {
        var current = [row + 1]
        for column in right.indices {
            let replaced = previous[column] + (left[row] == right[column] ? 0 : 1)
            var least = min(replaced, previous[column + 1] + 1, current[column] + 1)
            if row > 0, column > 0, left[row] == right[column - 1], left[row - 1] == right[column] {
                least = min(least, beforePrevious[column - 1] + 1)
            }
            current.append(least)
        }
        (beforePrevious, previous) = (previous, current)
    }
    return previous[right.count]
}
