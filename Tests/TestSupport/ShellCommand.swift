#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#endif

/// Runs commands of the shell, for tests that compare results with the results of other tools.
public enum ShellCommand {
    /// Runs a command of the shell; its standard error is discarded unless it is redirected.
    ///
    /// - Returns: The output; `nil` when the command failed.
    public static func bytes(of command: String) -> [UInt8]? {
        guard let pipe = unsafe popen("{ \(command); } 2>/dev/null", "r") else { return nil }
        var bytes: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 1 << 16)
        while true {
            let count = unsafe fread(&buffer, 1, buffer.count, pipe)
            if count == 0 { break }
            bytes += buffer.prefix(count)
        }
        return unsafe pclose(pipe) == 0 ? bytes : nil
    }

    /// Runs a command of the shell, and returns its output as text.
    public static func text(of command: String) -> String? {
        bytes(of: command).map { String(decoding: $0, as: UTF8.self) }
    }

    /// Returns whether a command of the shell can be run and succeeds.
    public static func succeeds(_ command: String) -> Bool { bytes(of: command) != nil }
}
