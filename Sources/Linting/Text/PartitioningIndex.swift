extension RandomAccessCollection where Index == Int {
    /// Returns the index of the first element that fulfils a condition.
    ///
    /// - Parameter isInSecond: The condition; every element after the first match must fulfil it,
    ///   too.
    /// - Returns: The index, or the end index.
    func partitioningIndex(where isInSecond: (Element) -> Bool) -> Int {
        var (low, high) = (startIndex, endIndex)
        while low < high {
            let middle = low + (high - low) / 2
            if isInSecond(self[middle]) { high = middle } else { low = middle + 1 }
        }
        return low
    }
}
