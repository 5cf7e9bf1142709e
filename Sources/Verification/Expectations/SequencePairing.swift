/// Which elements of two lists belong together, so that each that has no partner can be told by itself.
///
/// Were lists compared place by place, one that is missing would make all that follow look wrong, and one
/// that is known to be wrong would hide them.
struct SequencePairing {
    /// What does not fit, in order: an element of the first list that has no partner, one of the second,
    /// or one of each that stand in the same place.
    let unequal: [(Int?, Int?)]

    /// Pairs lists.
    ///
    /// - Parameters:
    ///   - count: How many elements the first has.
    ///   - otherCount: How many elements the second has.
    ///   - fits: Whether an element of the first belongs to one of the second, by their places.
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
