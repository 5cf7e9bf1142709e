import Formats
import HeadlessPlayback

/// The failure of a verb: its message, and the code that the tool exits with.
package struct CommandFailure: Error, Equatable {
    /// The exit codes of the tool.
    ///
    /// The code `failed` means that the inspected asset or store, or a scenario in a folder, is
    /// missing or does not pass a check.
    ///
    /// The code `usage` means that the command cannot be performed as given. It also applies when a
    /// file that the command uses but does not inspect is missing or of the wrong kind: a scenario
    /// named on the command line, expected cue points or earlier results.
    package enum ExitCode: Int32, CaseIterable {
        /// The command did all its work, and none of the media to play is missing.
        case success = 0
        /// Something failed or is missing.
        case failed = 1
        /// The command was used incorrectly, and nothing was checked.
        case usage = 2
        /// An internal error of the tool.
        case fault = 3
        /// There was nothing to run, or nothing to compare.
        case nothingToRun = 5
        /// All checks passed, but a measured value is out of its bounds.
        case thresholdsBroken = 99
        /// The user interrupted the tool.
        case interrupted = 130
        /// The reader of standard output closed it before everything was written.
        ///
        /// A shell reports the same code for a tool that was ended by SIGPIPE.
        case cutShort = 141

        /// Whether the code means that the work was completed without a failure.
        ///
        /// It is also `true` if there was nothing to do, or if only measured values are out of
        /// their bounds.
        var isContent: Bool {
            switch self {
            case .success, .nothingToRun, .thresholdsBroken: true
            case .failed, .usage, .fault, .interrupted, .cutShort: false
            }
        }

        /// The meaning of the code, in a few words.
        package var meaning: String {
            switch self {
            case .success: "done and nothing missing"
            case .failed: "something failed or is missing"
            case .usage: "wrong usage"
            case .fault: "an internal error of the tool"
            case .nothingToRun: "nothing to run or to compare"
            case .thresholdsBroken: "only thresholds broken"
            case .interrupted: "interrupted"
            case .cutShort: "standard output was closed by its reader"
            }
        }
    }

    package let code: ExitCode
    /// The message on one line: the file or asset and the cause, without secrets.
    package let message: String

    package init(_ code: ExitCode, _ message: String) {
        self.code = code
        self.message = SafeText.cleaned(message)
    }

    /// Creates a `usage` failure for an input file that the command cannot use.
    ///
    /// The file is missing, or is not of the kind that the command needs.
    ///
    /// - Parameters:
    ///   - path: The path of the file, as it was typed.
    ///   - cause: The problem with the file.
    package init(file path: String, _ cause: some CustomStringConvertible) {
        self.init(.usage, "\(path): \(cause)")
    }
}
