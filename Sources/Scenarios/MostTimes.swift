/// The numbers of times in scenario files.
package enum MostTimes {
    /// The upper bound of `2..`, which no count reaches.
    package static let unlimited = 1_000_000_000
}

extension ClosedRange<Int> {
    /// Whether the range contains every possible number of occurrences.
    var isEverything: Bool { lowerBound <= 0 && upperBound >= MostTimes.unlimited }
}
