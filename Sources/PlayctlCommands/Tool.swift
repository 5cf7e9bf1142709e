import HeadlessPlayback

/// The tool `playctl`.
public enum Tool {
    /// The exit code after an interruption by the user.
    public static let interruptedCode = CommandFailure.ExitCode.interrupted.rawValue

    /// The smallest number of threads that a command needs: those that fetch and read, the one that
    /// runs the world, and the one that starts others.
    public static var threadCount: Int32 { Int32(clamping: Workers.shared.count + 2) }

    /// Does what a command line asks for.
    ///
    /// - Parameters:
    ///   - arguments: What follows the name of the tool.
    ///   - version: The version of the tool.
    /// - Returns: The code to exit with.
    public static func run(_ arguments: [String], version: ToolVersion) async -> Int32 {
        StandardDescriptors.reserve()
        Interruption.watch()
        let output = OutputStream.standardOutput()
        let errors = OutputStream.standardError()
        do throws(CommandFailure) {
            let code = try await Invocation(arguments, version: version).run(output, errors)
            let isLost = reportLoss(of: output, errors)
            guard code.isContent else { return code.rawValue }
            // Output without a reader may not have been evaluated.
            let end = isLost ? CommandFailure.ExitCode.failed : .cutShort
            return (isLost || output.wasAbandoned ? end : code).rawValue
        } catch {
            _ = reportLoss(of: output, errors)
            // Errors caused by an interruption are no failures.
            if Interruption.hasHappened { return interruptedCode }
            errors.write("playctl: \(error.message)\n")
            return error.code.rawValue
        }
    }

    /// Flushes standard output, reports any loss, and returns whether there was one.
    private static func reportLoss(of output: OutputStream, _ errors: OutputStream) -> Bool {
        output.flush()
        guard let loss = output.loss else { return false }
        errors.write("playctl: standard output: \(loss)\n")
        return true
    }
}
