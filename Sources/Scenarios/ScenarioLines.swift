/// The lines of a scenario's parts in its file, counted from 1.
///
/// Each list corresponds to the list of the scenario with the same name; all lists are empty for a
/// scenario that was created in code.
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

    /// Returns the line of a part of the scenario; `nil` when the line is not known.
    ///
    /// - Parameters:
    ///   - index: The index of the part in its list.
    ///   - list: The list of lines for parts of this kind.
    /// - Returns: The line, counted from 1.
    public func line(of index: Int, in list: KeyPath<ScenarioLines, [Int]>) -> Int? {
        let lines = self[keyPath: list]
        return lines.indices.contains(index) ? lines[index] : nil
    }
}
