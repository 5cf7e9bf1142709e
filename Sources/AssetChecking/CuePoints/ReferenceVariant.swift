import HeadlessPlayback

/// Chooses the variant stream that the others are compared with.
///
/// The reference is the stream that agrees with the others in the most properties, so that a stream
/// that differs from most streams is reported. If several streams agree equally well, the first is
/// chosen.
enum ReferenceVariant {
    /// The maximum number of streams that are considered as the reference.
    ///
    /// With more, the comparison of all pairs would take too long.
    private static let mostCandidates = 16

    /// Returns the index of the reference stream.
    ///
    /// - Parameters:
    ///   - count: The number of variant streams; at least one.
    ///   - agreements: Returns the number of properties in which two streams, given by index,
    ///     agree.
    /// - Returns: The index of the stream with the most agreements with the others.
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
