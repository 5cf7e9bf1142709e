/// A readable form of the differences between a golden trace and the trace of a run.
package struct GoldenDifference: Equatable, Sendable {
    private static let maximumCount = 200

    /// The number of missing lines and the number of new lines, in words.
    package let summary: String
    /// The changed lines in unified diff format, with a few lines around them.
    package let lines: [String]
    /// The index of the first changed line in the trace of the run.
    ///
    /// It is `nil` if nothing changed, or if the trace of the run ends before the first change.
    package let firstNew: Int?

    /// Compares the lines of two traces.
    ///
    /// - Parameters:
    ///   - kept: The lines of the golden trace, as stored in its file.
    ///   - found: The lines of the run's trace.
    package init(from kept: [String], to found: [String]) {
        let diff = LineDiff(from: kept, to: found)
        summary =
            diff.changes.isEmpty
            ? "the same lines with other ends"
            : "\(found.count) lines: \(diff.removedCount) gone, \(diff.addedCount) new"
        lines = UnifiedDiff(from: kept, to: found, diff, maximumCount: Self.maximumCount).lines
        firstNew = diff.changes.first.flatMap {
            found.indices.contains($0.new.lowerBound) ? $0.new.lowerBound : nil
        }
    }
}
