import Formats
import HeadlessPlayback

/// The failure of a verb: its message, and the code that the tool exits with.
package struct CommandFailure: Error, Equatable {
    /// The codes that the tool exits with.
    ///
    /// A failure is a verdict: something was looked at and does not hold, or is not there. Assets,
    /// stores and the scenarios of a folder are looked at. What a command goes by is not: a
    /// scenario that it is to run, expected cue points, earlier results. Where such a file is not
    /// there, or is something else, the command cannot be carried out as it was given, which is
    /// wrong usage.
    package enum ExitCode: Int32, CaseIterable {
        /// Everything was done, and everything that was promised was played.
        case success = 0
        /// Something failed or is missing.
        case failed = 1
        /// Wrong usage: nothing was checked.
        case usage = 2
        /// A fault of the tool itself.
        case fault = 3
        /// There was nothing to run.
        case nothingToRun = 5
        /// All that was checked holds, but a measured value is out of its bounds.
        case thresholdsBroken = 99
        /// The user interrupted it.
        case interrupted = 130
        /// The reader of standard output went away before everything was written.
        ///
        /// It is the code that a shell reports for a tool that SIGPIPE ended.
        case cutShort = 141

        /// Whether the work was completed, with any result.
        var isContent: Bool {
            switch self {
            case .success, .nothingToRun, .thresholdsBroken: true
            case .failed, .usage, .fault, .interrupted, .cutShort: false
            }
        }

        /// The meaning of the code, in a few words.
        var meaning: String {
            switch self {
            case .success: "done and nothing missing"
            case .failed: "something failed or is missing"
            case .usage: "wrong usage"
            case .fault: "a fault of the tool"
            case .nothingToRun: "nothing to run"
            case .thresholdsBroken: "only thresholds broken"
            case .interrupted: "interrupted"
            case .cutShort: "the reader of standard output went away"
            }
        }
    }

    package let code: ExitCode
    /// One line that names the place and the cause, without secrets.
    package let message: String

    package init(_ code: ExitCode, _ message: String) {
        self.code = code
        self.message = SafeText.cleaned(message)
    }

    /// Creates the failure of a file that a command goes by and that is not there, or is something
    /// else.
    ///
    /// - Parameters:
    ///   - path: The path of the file, as it was typed.
    ///   - cause: The problem of the file.
    package init(file path: String, _ cause: some CustomStringConvertible) {
        self.init(.usage, "\(path): \(cause)")
    }
}
