extension RandomAccessCollection {
    /// The first place from which on a predicate holds, found by halving; the end when it holds
    /// nowhere.
    ///
    /// - Parameter holds: What holds of no element before the place, and of all from there on.
    /// - Returns: The place.
    @inlinable package func firstPlace(
        where holds: (Element) throws -> Bool
    ) rethrows -> Index {
        var low = startIndex
        var span = count
        while span > 0 {
            let half = span / 2
            let middle = index(low, offsetBy: half)
            if try holds(self[middle]) {
                span = half
            } else {
                low = index(after: middle)
                span -= half + 1
            }
        }
        return low
    }
}
