import Formats
import VirtualTime

/// Binary search in ranges of numbers.
enum Search {
    /// Returns the last number of a range that has a property, by binary search.
    ///
    /// - Parameters:
    ///   - range: The numbers.
    ///   - holds: Returns whether a number has the property; `false` for every number after the
    ///     first `false`.
    /// - Returns: The number; `nil` when the first number lacks the property.
    static func last(in range: Range<Int>, where holds: (Int) -> Bool) -> Int? {
        var (low, high) = (range.lowerBound, range.upperBound)
        while low < high {
            let middle = low + (high - low) / 2
            if holds(middle) { low = middle + 1 } else { high = middle }
        }
        return low == range.lowerBound ? nil : low - 1
    }
}

extension MediaTime {
    /// Returns how often a positive span fits into this time, rounded down.
    func count(of span: MediaTime) -> Int { Int(ticks.dividedDown(by: span.ticks).quotient) }

    /// The time in whole seconds, rounded up.
    var secondsUp: Int64 { ticks.dividedUp(by: Self.ticksPerSecond) }
}
