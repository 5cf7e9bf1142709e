/// The line numbers of a scenario's parts in its file, counted from 1.
///
/// Each list corresponds to the scenario's list with the same name. All lists are empty for a
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

    /// The numbers of the steps in the file, counted from 1.
    ///
    /// A `pause-for` becomes two steps, a pause and a later playback, which have the same number.
    package var stepNumbers: [Int] = []

    /// Creates lists without lines.
    public init() {}

    /// Returns the number of a step in the file.
    ///
    /// For a scenario created in code, the result is the position of the step in the scenario.
    ///
    /// - Parameter index: The index of the step in the scenario.
    /// - Returns: The number, counted from 1.
    package func number(ofStep index: Int) -> Int {
        stepNumbers.indices.contains(index) ? stepNumbers[index] : index + 1
    }

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
