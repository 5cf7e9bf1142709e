import Formats
import HeadlessPlayback
import VirtualTime

/// A command-line tool: its commands and its version.
package struct Tool: Sendable {
    /// The smallest number of threads that a command needs.
    ///
    /// These are the worker threads that load and read media, the thread that runs the simulation,
    /// and the main thread.
    package static var threadCount: Int32 { Int32(clamping: Workers.shared.count + 2) }

    private let commands: CommandGroup
    private let version: ToolVersion

    /// Creates a tool.
    ///
    /// - Parameters:
    ///   - commands: The group of all verbs of the tool.
    ///   - version: The version of the tool.
    package init(_ commands: CommandGroup, version: ToolVersion) {
        self.commands = commands
        self.version = version
    }

    /// Runs a command line.
    ///
    /// - Parameter arguments: The arguments after the name of the tool.
    /// - Returns: The code to exit with.
    package func run(_ arguments: [String]) async -> Int32 {
        StandardDescriptors.reserve()
        Interruption.watch()
        let errors = OutputStream.standardError()
        if let word = SystemCalls.argumentsInOtherEncodings.first {
            let name = SafeText.quoted(word.description, limit: 400)
            errors.write(
                "playctl: '\(name)' is not UTF-8: rename the file, or name a link to it\n")
            errors.flush()
            return CommandFailure.ExitCode.usage.rawValue
        }
        return await run(arguments, output: .standardOutput(), errors: errors)
    }

    /// Runs a command line with the given outputs.
    ///
    /// Unlike ``run(_:)``, this method does not change the process: it neither reserves the
    /// standard descriptors nor watches for interruptions.
    ///
    /// - Parameters:
    ///   - arguments: The arguments after the name of the tool.
    ///   - output: Standard output.
    ///   - errors: Standard error.
    /// - Returns: The code to exit with.
    package func run(
        _ arguments: [String], output: OutputStream, errors: OutputStream
    ) async -> Int32 {
        do throws(CommandFailure) {
            let invocation = try Invocation(arguments, of: commands, version: version)
            if invocation.isVerbose {
                errors.write(version.facts)
                errors.flush()
            }
            let code = try await invocation.run(output, errors)
            let isLost = reportLoss(of: output, errors)
            guard code.isContent else { return code.rawValue }
            // The code is not `success` if the reader of standard output closed it early, because
            // the reader probably did not evaluate the whole output.
            let end = isLost ? CommandFailure.ExitCode.failed : .cutShort
            return (isLost || output.wasAbandoned ? end : code).rawValue
        } catch {
            _ = reportLoss(of: output, errors)
            // Errors caused by an interruption are not failures.
            if Interruption.hasHappened { return CommandFailure.ExitCode.interrupted.rawValue }
            errors.write("playctl: \(error.message)\n")
            return error.code.rawValue
        }
    }

    /// Flushes standard output, reports any loss of output, and returns whether output was lost.
    private func reportLoss(of output: OutputStream, _ errors: OutputStream) -> Bool {
        output.flush()
        guard let loss = output.loss else { return false }
        errors.write("playctl: standard output: \(loss)\n")
        return true
    }
}
