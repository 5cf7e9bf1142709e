import HeadlessPlayback

/// Chooses the variant stream that the others are compared with.
///
/// It is the one that agrees with most of the others, so the differing stream is reported; of
/// equals, the first.
enum ReferenceVariant {
    /// The largest number of candidates; comparing all pairs of more would take too long.
    private static let mostCandidates = 16

    /// Returns the place of the reference.
    ///
    /// - Parameters:
    ///   - count: The number of variant streams; at least one.
    ///   - agreements: The number of respects in which two of them agree, by their places.
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
