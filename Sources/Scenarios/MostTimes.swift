/// The limit on the numbers of occurrences that a scenario file can state.
package enum MostTimes {
    /// The upper bound of an open range such as `2..`; no number of occurrences reaches it.
    package static let unlimited = 1_000_000_000
}

extension ClosedRange<Int> {
    /// Whether the range contains every possible number of occurrences.
    var isEverything: Bool { lowerBound <= 0 && upperBound >= MostTimes.unlimited }
}
