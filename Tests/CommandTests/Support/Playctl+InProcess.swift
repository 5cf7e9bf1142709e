import CommandTree
import Dispatch
import Foundation
import PlayctlCommands
import Synchronization
import TestSupport
import Testing

#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#endif

extension Playctl {
    /// Runs the tool to its end within the process of the tests, in the folder of the samples.
    ///
    /// The method suits runs that do not need their own signals, limits, descriptors, environment
    /// or folder. Input that may crash the tool belongs in a separate process, with
    /// ``launch(_:in:)``. With `PLAYCTL_LAUNCH=1` in the environment, every call gets a separate
    /// process, which must not change any result.
    static func run(_ arguments: String...) throws -> Outcome { try run(arguments) }

    /// Runs the tool with a list of arguments.
    static func run(_ arguments: [String]) throws -> Outcome {
        if launchesAlways { return try Playctl(arguments).wait() }
        try #require(isInSamples, "no way into the folder of the samples")
        let folder = ScratchFolder()
        let (output, errors) = (folder.path + "/out", folder.path + "/err")
        let end = DispatchSemaphore(value: 0)
        let status = Mutex<Int32?>(nil)
        let call = Call(arguments: arguments, output: output, errors: errors)
        withExtendedLifetime(folder) {
            call.start {
                code in
                status.withLock { $0 = code }
                end.signal()
            }
            end.wait()
        }
        return Outcome(
            status: try #require(status.withLock { $0 }), output: folder.text("out"),
            errors: folder.text("err"))
    }

    private static let launchesAlways =
        ProcessInfo.processInfo.environment["PLAYCTL_LAUNCH"] == "1"

    /// Whether the samples' folder is now the current folder, which is set once for all calls.
    private static let isInSamples: Bool = {
        // Evaluates the path of the tool first, because it may be relative to the previous folder.
        _ = path
        return unsafe chdir(SampleMedia.folder) == 0
    }()
}

/// An in-process run of the tool, with files in place of its outputs.
private struct Call: Sendable {
    let arguments: [String]
    let output: String
    let errors: String

    /// Starts the call on a separate thread, because a test thread waits for the call.
    func start(_ completion: @escaping @Sendable (Int32?) -> Void) {
        Task(executorPreference: CallExecutor.shared) { completion(await run()) }
    }

    private func run() async -> Int32? {
        let descriptors = [Self.create(output), Self.create(errors)]
        defer { for descriptor in descriptors { close(descriptor) } }
        guard descriptors.allSatisfy({ $0 >= 0 }) else { return nil }
        return await Tool(.playctl, version: ToolVersion(commit: "")).run(
            arguments, output: OutputStream(shared: descriptors[0]),
            errors: OutputStream(shared: descriptors[1]))
    }
}

extension Call {
    private static func create(_ path: String) -> Int32 {
        unsafe open(path, O_WRONLY | O_CREAT | O_CLOEXEC, 0o644)
    }
}

/// An executor with a thread for each call, because calls block their threads.
private final class CallExecutor: TaskExecutor {
    static let shared = CallExecutor()

    private let queue = DispatchQueue(label: "playctl", attributes: .concurrent)

    func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        queue.async { unsafe job.runSynchronously(on: self.asUnownedTaskExecutor()) }
    }
}
