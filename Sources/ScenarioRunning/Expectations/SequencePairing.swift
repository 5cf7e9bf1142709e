/// Pairs the elements of two lists, so that each element without a partner is reported by itself.
///
/// A comparison by index would report a difference for every element after a missing one. A known
/// issue for the missing element could then hide other differences.
struct SequencePairing {
    /// The pairs that do not match, as indices in the first and the second list, in order.
    ///
    /// If an element has no partner, the other index is `nil`. Otherwise, the two elements are
    /// partners that differ.
    let unequal: [(Int?, Int?)]

    /// Pairs the elements of two lists.
    ///
    /// - Parameters:
    ///   - count: The number of elements of the first list.
    ///   - otherCount: The number of elements of the second list.
    ///   - fits: Returns whether an element of the first list matches an element of the second
    ///     list. The arguments are the indices of the elements.
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
