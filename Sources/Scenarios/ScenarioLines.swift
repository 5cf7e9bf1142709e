/// The lines of a scenario's parts in its file, counted from 1.
///
/// Each list corresponds to the scenario's own; all are empty for a scenario made in code.
public struct ScenarioLines: Sendable, Equatable {
    /// The lines of the steps.
    public var steps: [Int] = []
    /// The lines of the expectations.
    public var expectations: [Int] = []
    /// The lines of the known issues.
    public var knownIssues: [Int] = []
    /// The lines of the thresholds.
    public var thresholds: [Int] = []

    /// Creates lists without lines.
    public init() {}

    /// The line of a part; `nil` when it is not known.
    ///
    /// - Parameters:
    ///   - index: The index of the part in its list.
    ///   - list: The list.
    /// - Returns: The line.
    public func line(of index: Int, in list: KeyPath<ScenarioLines, [Int]>) -> Int? {
        let lines = self[keyPath: list]
        return lines.indices.contains(index) ? lines[index] : nil
    }
}
