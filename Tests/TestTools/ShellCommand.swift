#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#endif

/// Functions that run shell commands, for tests that compare results with other tools.
public enum ShellCommand {
    /// Runs a shell command; its standard error is discarded unless the command redirects it.
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

    /// Runs a shell command, and returns its output as text; `nil` when the command failed.
    public static func text(of command: String) -> String? {
        bytes(of: command).map { String(decoding: $0, as: UTF8.self) }
    }

    /// Returns whether a shell command can be run and succeeds.
    public static func succeeds(_ command: String) -> Bool { bytes(of: command) != nil }
}
