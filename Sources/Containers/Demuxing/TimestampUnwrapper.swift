/// Unwraps the counts of a 33-bit clock, relative to the first count.
///
/// The first count is not changed, so counts after a wrap exceed 2³³.
///
/// Reference: ISO/IEC 13818-1, 2.4.3.7.
struct TimestampUnwrapper {
    private static let wrap: Int64 = 1 << 33

    private var first: Int64?

    mutating func unwrap(_ count: Int64) -> Int64 {
        let count = count & (Self.wrap - 1)
        guard let first else {
            self.first = count
            return count
        }
        var distance = (count - first) & (Self.wrap - 1)
        if distance >= Self.wrap / 2 { distance -= Self.wrap }
        return first + distance
    }
}
