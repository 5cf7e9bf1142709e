import Dispatch
import Foundation
import TestSupport
import Testing

#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#endif

/// A run of the built tool in a separate process.
///
/// The tool writes into files, so that it never waits for a test to read. A run that takes longer
/// than a minute is killed, and its status is then the negative signal number.
final class Playctl {
    /// The outcome of a run.
    struct Outcome {
        /// The exit code of the tool; the negative signal number if a signal ended the tool.
        let status: Int32
        let output: String
        let errors: String

        var lines: [String] { output.split(separator: "\n").map(String.init) }
        var errorLines: [String] { errors.split(separator: "\n").map(String.init) }

        /// The JSON objects of an output that has one object on each line.
        var objects: [[String: Any]] {
            get throws {
                try lines.map {
                    try #require(
                        try JSONSerialization.jsonObject(with: Data($0.utf8)) as? [String: Any])
                }
            }
        }

        /// The only JSON object of the output.
        var object: [String: Any] {
            get throws {
                try #require(
                    try JSONSerialization.jsonObject(with: Data(output.utf8)) as? [String: Any])
            }
        }
    }

    /// The path of the tool, which is in the same folder as the tests.
    static let path: String = {
        let bundle = URL(fileURLWithPath: CommandLine.arguments[0]).resolvingSymlinksInPath()
        var folder = bundle.deletingLastPathComponent()
        while folder.path != "/" {
            let tool = folder.appendingPathComponent("playctl").path
            if FileManager.default.isExecutableFile(atPath: tool) { return tool }
            folder = folder.deletingLastPathComponent()
        }
        return "playctl"
    }()

    private let folder = ScratchFolder()
    /// The process identifier.
    let process: pid_t

    /// Starts the tool.
    ///
    /// - Parameters:
    ///   - arguments: The arguments that follow the name of the tool.
    ///   - directory: The working directory.
    /// - Throws: When no process can be started.
    convenience init(_ arguments: [String], in directory: String = SampleMedia.folder) throws {
        try self.init(command: [Self.path] + arguments, in: directory)
    }

    /// Starts a command.
    init(command: [String], in directory: String = SampleMedia.folder) throws {
        var actions = unsafe posix_spawn_file_actions_t()
        unsafe posix_spawn_file_actions_init(&actions)
        defer { unsafe posix_spawn_file_actions_destroy(&actions) }
        // Standard input is an empty file, not the null device. Other programs can replace the null
        // device with a file whose contents the tool would read as pressed keys.
        let input = O_RDONLY | O_CREAT
        unsafe posix_spawn_file_actions_addopen(&actions, 0, folder.path + "/in", input, 0o644)
        let flags = O_WRONLY | O_CREAT | O_TRUNC
        unsafe posix_spawn_file_actions_addopen(&actions, 1, folder.path + "/out", flags, 0o644)
        unsafe posix_spawn_file_actions_addopen(&actions, 2, folder.path + "/err", flags, 0o644)
        // Test threads block signals, and child processes would inherit the blocked signals.
        var attributes = posix_spawnattr_t()
        unsafe posix_spawnattr_init(&attributes)
        defer { unsafe posix_spawnattr_destroy(&attributes) }
        var noSignals = sigset_t()
        unsafe sigemptyset(&noSignals)
        unsafe posix_spawnattr_setsigmask(&attributes, &noSignals)
        unsafe posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGMASK))
        // Not every system can start a process in another directory. Therefore a shell changes the
        // directory, and then replaces itself with the tool.
        let shell = ["/bin/sh", "-c", "cd \"$1\" && shift && exec \"$@\"", "sh", directory]
        var arguments = unsafe (shell + command).map { unsafe strdup($0) } + [nil]
        defer { unsafe arguments.forEach { unsafe free($0) } }
        var process = pid_t()
        try #require(
            unsafe posix_spawn(&process, shell[0], &actions, &attributes, &arguments, environ) == 0,
            "cannot start \(shell[0])")
        self.process = process
    }

    /// Runs the tool to its end, in a process of its own.
    static func launch(
        _ arguments: String..., in directory: String = SampleMedia.folder
    ) throws -> Outcome {
        try Playctl(arguments, in: directory).wait()
    }

    /// Runs a shell command in which `$PLAYCTL` is the tool.
    static func shell(_ line: String) throws -> Outcome {
        try Playctl(command: ["/bin/sh", "-c", "PLAYCTL='\(path)'; \(line)"]).wait()
    }

    /// The text that the process has written to standard output so far.
    var outputSoFar: String { folder.text("out") }

    /// Waits until the output contains a text.
    func waitForOutput(_ text: String) throws { wait(for: text, in: "out") }

    /// Waits until the text on standard error contains a text.
    func waitForErrors(_ text: String) throws { wait(for: text, in: "err") }

    private func wait(for text: String, in file: String) {
        for _ in 0..<3000 {
            if folder.text(file).contains(text) { return }
            usleep(10_000)
        }
        Issue.record("'\(text)' is never written")
    }

    /// Returns the first line of the output, as soon as it is complete.
    func firstLine() throws -> String {
        try waitForOutput("\n")
        return folder.text("out").split(separator: "\n").first.map(String.init) ?? ""
    }

    /// Sends the signal of Ctrl-C.
    func interrupt() { Self.send(SIGINT, to: process) }

    /// Sends the signal of `kill`.
    func terminate() { Self.send(SIGTERM, to: process) }

    /// Sends the signal of `kill -9`.
    func kill() { Self.send(SIGKILL, to: process) }

    private static func send(_ signal: Int32, to process: pid_t) {
        #if canImport(Glibc)
            Glibc.kill(process, signal)
        #else
            Darwin.kill(process, signal)
        #endif
    }

    /// Waits for the run to end.
    ///
    /// - Parameter seconds: The time after which the run is killed.
    /// - Returns: The exit code, the output and the errors of the run.
    func wait(seconds: Double = 60) -> Outcome {
        let process = process
        let guardian = DispatchWorkItem { Self.send(SIGKILL, to: process) }
        DispatchQueue.global().asyncAfter(deadline: .now() + seconds, execute: guardian)
        defer { guardian.cancel() }
        var state: Int32 = 0
        while unsafe waitpid(process, &state, 0) < 0, errno == EINTR {}
        let signal = state & 0x7f
        return Outcome(
            status: signal == 0 ? (state >> 8) & 0xff : -signal, output: folder.text("out"),
            errors: folder.text("err"))
    }
}
