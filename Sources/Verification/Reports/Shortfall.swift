/// That a run ended before everything was run.
package struct Shortfall: Equatable, Sendable {
    /// How many were run.
    package let count: Int
    /// How many should have been.
    package let planned: Int

    /// Creates a shortfall; `nil` when there is none, or nobody said how many there should be.
    ///
    /// - Parameters:
    ///   - count: How many were run.
    ///   - planned: How many should have been.
    package init?(_ count: Int, of planned: Int?) {
        guard let planned, count < planned else { return nil }
        self.count = count
        self.planned = planned
    }

    /// What all reports say of it.
    package var words: String { "\(count) of \(planned) were run" }
}
