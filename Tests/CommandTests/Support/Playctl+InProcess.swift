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
    /// It suits runs that need no signals, limits, descriptors, environment or folder of their own.
    /// Input that may crash the tool belongs in a process of its own, with ``launch(_:in:)``. With
    /// `PLAYCTL_LAUNCH=1` in the environment every call gets a process of its own, which must not
    /// change a result.
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

    /// Whether relative paths begin in the folder of the samples, as they do for all calls.
    private static let isInSamples: Bool = {
        // The path of the tool may be relative to the current folder.
        _ = path
        return unsafe chdir(SampleMedia.folder) == 0
    }()
}

/// A call of the tool, with files in place of its outputs.
private struct Call: Sendable {
    let arguments: [String]
    let output: String
    let errors: String

    /// Begins the call on separate threads, because the threads of tests wait for it.
    func start(_ completion: @escaping @Sendable (Int32?) -> Void) {
        Task(executorPreference: CallExecutor.shared) { completion(await run()) }
    }

    private func run() async -> Int32? {
        let descriptors = [Self.create(output), Self.create(errors)]
        defer { for descriptor in descriptors { close(descriptor) } }
        guard descriptors.allSatisfy({ $0 >= 0 }) else { return nil }
        return await Tool.run(
            arguments, version: ToolVersion(commit: ""),
            output: OutputStream(shared: descriptors[0]),
            errors: OutputStream(shared: descriptors[1]))
    }
}

extension Call {
    private static func create(_ path: String) -> Int32 {
        unsafe open(path, O_WRONLY | O_CREAT | O_CLOEXEC, 0o644)
    }
}

/// Threads for calls, which block like the threads of the tool.
private final class CallExecutor: TaskExecutor {
    static let shared = CallExecutor()

    private let queue = DispatchQueue(label: "playctl", attributes: .concurrent)

    func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        queue.async { unsafe job.runSynchronously(on: self.asUnownedTaskExecutor()) }
    }
}
