/// Pairs the elements of two lists, so that each element without a partner is reported by itself.
///
/// A comparison by index would report all elements after a missing one, and a known issue would
/// hide them.
struct SequencePairing {
    /// The differing pairs, in order, as indices of the first and the second list.
    ///
    /// If an element has no partner, the other index is `nil`. Otherwise, two different elements
    /// are at the same position.
    let unequal: [(Int?, Int?)]

    /// Pairs lists.
    ///
    /// - Parameters:
    ///   - count: The number of elements of the first.
    ///   - otherCount: The number of elements of the second.
    ///   - fits: Returns whether an element of the first list matches one of the second, by their
    ///     indices.
    init(_ count: Int, _ otherCount: Int, fits: (Int, Int) -> Bool) {
        var unequal: [(Int?, Int?)] = []
        for change in LineDiff(count, otherCount, isSame: fits).changes {
            let (old, new) = (Array(change.old), Array(change.new))
            for place in 0..<max(old.count, new.count) {
                unequal.append(
                    (place < old.count ? old[place] : nil, place < new.count ? new[place] : nil))
            }
        }
        self.unequal = unequal
    }
}
