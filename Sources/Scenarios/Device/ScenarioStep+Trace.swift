import Formats
import HeadlessPlayback
import PlaybackControl

extension ScenarioStep {
    /// Returns a step for each command from outside the app in a trace, in the order of the trace.
    ///
    /// Traces state times in milliseconds. So each step occurs at the millisecond of its command,
    /// after all other events of this millisecond. A command at time zero, before the first
    /// session, becomes a step at the start.
    ///
    /// - Parameter trace: The trace of a scenario or a `PlaybackRecorder`.
    /// - Returns: The steps, in order.
    public static func outsideCommands(inTrace trace: String) -> [ScenarioStep] {
        trace.split(separator: "\n").compactMap { outsideCommand(in: $0) }
    }

    private static func outsideCommand(in line: Substring) -> ScenarioStep? {
        let parts = line.split(separator: " ", maxSplits: 4, omittingEmptySubsequences: true)
        guard parts.count == 5, parts[2] == ">>", let seconds = Double(parts[0]), seconds >= 0,
            let source = SystemControls.Source(rawValue: String(parts[3])),
            let command = try? OutsideCommandTable.command(from: String(parts[4]))
        else { return nil }
        let isFirst = seconds == 0 && parts[1] == "-"
        return ScenarioStep(
            .device(.command(command, from: source)),
            at: isFirst ? .start : .behind(.milliseconds(Int64((seconds * 1000).rounded()))))
    }
}
