import HeadlessPlayback

/// Chooses the variant stream that the others are compared with.
///
/// It is the one that most of them agree with, so that the odd one is blamed. Of equals the first
/// counts.
enum ReferenceVariant {
    /// Comparing each with each takes its time, and nobody lists so many that differ.
    private static let mostCandidates = 16

    /// Returns the place of the reference.
    ///
    /// - Parameters:
    ///   - count: How many variant streams there are; at least one.
    ///   - agreements: How much two of them have in common, by their places.
    /// - Returns: The place of the reference.
    static func place(among count: Int, agreements: (Int, Int) -> Int) -> Int {
        var best = (place: 0, agreements: -1)
        for candidate in 0..<min(count, mostCandidates) {
            let sum = (0..<count).reduce(0) { sum, other in
                other == candidate ? sum : sum + agreements(candidate, other)
            }
            if sum > best.agreements { best = (candidate, sum) }
        }
        return best.place
    }
}
