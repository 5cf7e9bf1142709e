/// Long runs of zeros in coded media, which show that bytes were overwritten.
enum ZeroRun {
    /// The length of a run that does not occur in the slices of H.264 and HEVC.
    ///
    /// Emulation prevention bytes interrupt their zeros.
    static let inSlice = 32

    /// The length of a run that does not occur in the coded data of AV1 and VP9.
    ///
    /// Their arithmetic coders write a zero only for eight bits of the most probable choices in
    /// succession, so frames of black have runs of at most ten zeros.
    static let inCodedFrame = 64

    /// Returns the end of the first long run of zeros that another byte follows.
    ///
    /// Zeros at the end of the range may be padding.
    ///
    /// - Parameters:
    ///   - bytes: The bytes.
    ///   - range: The indices to search.
    ///   - count: The length of the shortest run that is found.
    /// - Returns: The index of the byte after the run; `nil` if there is no such run.
    static func end(in bytes: Span<UInt8>, _ range: Range<Int>, atLeast count: Int) -> Int? {
        // A run of this length contains one of the examined bytes.
        var index = range.lowerBound + count - 1
        while index < range.upperBound {
            guard bytes[index] == 0 else {
                index += count
                continue
            }
            var start = index
            while start > range.lowerBound, bytes[start - 1] == 0 { start -= 1 }
            var end = index + 1
            while end < range.upperBound, bytes[end] == 0 { end += 1 }
            if end - start >= count, end < range.upperBound { return end }
            index = end + count - 1
        }
        return nil
    }
}
