/// Why a verb did not do what it was asked to, and the code that the tool exits with.
package struct CommandFailure: Error, Equatable {
    /// The codes that the tool exits with.
    package enum ExitCode: Int32 {
        /// Everything was done, and everything that was promised was played.
        case success = 0
        /// Something failed or is missing.
        case failed = 1
        /// The tool was used wrongly.
        case usage = 2
        /// A fault of the tool itself.
        case fault = 3
        /// Somebody interrupted it.
        case interrupted = 130
    }

    package let code: ExitCode
    /// One line that names the place and the cause.
    package let message: String

    package init(_ code: ExitCode, _ message: String) {
        self.code = code
        self.message = message
    }
}
