/// The numbers of completed and planned runs of a suite that ended early.
package struct UnfinishedRuns: Equatable, Sendable {
    /// The number of completed runs.
    package let count: Int
    /// The number of planned runs.
    package let planned: Int

    /// Creates the counts; `nil` if all planned runs were completed or `planned` is `nil`.
    ///
    /// - Parameters:
    ///   - count: The number of completed runs.
    ///   - planned: The number of planned runs; `nil` if unknown.
    package init?(_ count: Int, of planned: Int?) {
        guard let planned, count < planned else { return nil }
        self.count = count
        self.planned = planned
    }

    /// The counts in words, the same in all reports.
    package var words: String { "\(count) of \(planned) were run" }
}
