extension RandomAccessCollection {
    /// Returns the index of the first element that satisfies a predicate, by binary search.
    ///
    /// The result is the end index if the predicate holds for no element.
    ///
    /// - Parameter holds: The predicate: false for all elements before the index, true for the
    ///   element at the index and all later ones.
    /// - Returns: The index.
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
