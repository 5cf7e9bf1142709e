import Formats
package import HeadlessPlayback
import VirtualTime

#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#endif

/// A buffered output of the tool to a file descriptor.
///
/// The descriptor may be in non-blocking mode, because other processes may share it. Writing then
/// waits until the descriptor accepts bytes. When the reader of a pipe closes the pipe, writing
/// ends, and ``wasAbandoned`` is `true`. For any other error that ends writing, ``loss`` states the
/// reason.
package final class OutputStream {
    /// Creates the output for results, which people and programs read.
    package static func standardOutput() -> OutputStream { OutputStream(shared: STDOUT_FILENO) }
    /// Creates the output for errors and the status line.
    static func standardError() -> OutputStream { OutputStream(shared: STDERR_FILENO) }

    private static let bufferSize = 1 << 16
    /// The file descriptor.
    let descriptor: Int32
    private let ownsDescriptor: Bool
    private let isSilent: Bool
    private var hasEnded = false
    /// Whether secrets are hidden, because the output may be kept in logs.
    private var isShared = false
    /// The guard that escapes workflow commands in text; `nil` when no workflow reads the output.
    private var workflowGuard: WorkflowGuard?
    /// The flag that limits waiting: once raised, the stream waits at most a second for a reader.
    ///
    /// The flag is `nil` when the stream waits for as long as necessary.
    private var ending: CancellationFlag?
    private var buffer: [UInt8] = []
    /// The path at which the file is removed if nothing is written into it; `nil` keeps the file.
    private var emptyPath: String?
    /// The system error that ended writing; `nil` without an error.
    package private(set) var failure: Int32?

    /// Whether nothing more can be written.
    package var isClosed: Bool { failure != nil }

    /// Whether the reader of a pipe closed it before everything was written.
    package var wasAbandoned: Bool { failure == EPIPE }

    /// The reason output was lost, in words; `nil` when nothing was lost.
    ///
    /// It is also `nil` when the reader closed the pipe.
    package var loss: String? {
        failure.flatMap { $0 == EPIPE ? nil : systemError($0) }
    }

    package init(descriptor: Int32, ownsDescriptor: Bool = false) {
        self.descriptor = descriptor
        self.ownsDescriptor = ownsDescriptor
        isSilent = false
        buffer.reserveCapacity(Self.bufferSize)
    }

    /// Creates an output that drops everything.
    package init() {
        descriptor = -1
        ownsDescriptor = false
        isSilent = true
    }

    /// Creates an output that hides secrets, because it may be kept in logs.
    package convenience init(shared descriptor: Int32, ownsDescriptor: Bool = false) {
        self.init(descriptor: descriptor, ownsDescriptor: ownsDescriptor)
        isShared = true
        if ReportSurroundings.current().isGitHub { workflowGuard = WorkflowGuard() }
    }

    /// Creates a second output to the file of a descriptor, for use by other threads.
    static func twin(of descriptor: Int32) -> OutputStream {
        let copy = fcntl(descriptor, F_DUPFD_CLOEXEC, STDERR_FILENO + 1)
        return OutputStream(
            shared: copy >= 0 ? copy : descriptor, ownsDescriptor: copy >= 0)
    }

    /// Creates a file, or empties it.
    ///
    /// - Parameter path: The path of the file.
    /// - Throws: ``CommandFailure`` when it cannot be written.
    package convenience init(creating path: String) throws(CommandFailure) {
        try self.init(opening: path, O_TRUNC)
    }

    /// Removes the regular file at its path when the stream is closed before anything is written.
    ///
    /// A command that fails early then leaves no empty report, which some CI systems ignore.
    func removeIfEmpty(at path: String) { emptyPath = path }

    /// Opens a file for appending, or creates it.
    ///
    /// - Parameter path: The path of the file.
    /// - Throws: ``CommandFailure`` when it cannot be written.
    package convenience init(appendingTo path: String) throws(CommandFailure) {
        try self.init(opening: path, O_APPEND)
    }

    private convenience init(opening path: String, _ mode: Int32) throws(CommandFailure) {
        // Without `O_NONBLOCK`, opening a pipe that has no reader would wait, and no signal would
        // end the wait. Opening is therefore tried repeatedly.
        var descriptor: Int32
        while true {
            let flags = O_WRONLY | O_CREAT | O_CLOEXEC | O_NONBLOCK | mode
            descriptor = unsafe open(path, flags, 0o644)
            guard descriptor < 0, errno == ENXIO, FileBytes.isPipe(path) else { break }
            if Interruption.hasHappened {
                throw CommandFailure(.interrupted, "\(path): interrupted")
            }
            usleep(20_000)
        }
        guard descriptor >= 0 else {
            throw CommandFailure(.failed, "\(path): cannot be written: \(lastSystemError())")
        }
        self.init(descriptor: descriptor, ownsDescriptor: true)
        // A pipe whose reader does not read must not block the tool after an interruption.
        if FileStatus(descriptor: descriptor)?.kind == .pipe {
            ending = Interruption.flag
        } else {
            _ = fcntl(descriptor, F_SETFL, fcntl(descriptor, F_GETFL) & ~O_NONBLOCK)
        }
    }

    deinit {
        close()
    }

    /// Flushes the buffer, and closes the descriptor if the stream owns it.
    ///
    /// Some file systems report a full disk only at this point. In that case, ``failure`` contains
    /// the error afterwards.
    package func close() {
        flush()
        guard ownsDescriptor, !hasEnded else { return }
        hasEnded = true
        if let emptyPath, let node, FileStatus(of: FilePath(emptyPath))?.node == node {
            _ = unsafe unlink(emptyPath)
        }
        if systemClose(descriptor) != 0, errno != EINTR, failure == nil { failure = errno }
    }

    /// The identity of the regular file into which the stream writes; `nil` for another output.
    package var node: FileNode? {
        FileStatus(descriptor: descriptor).flatMap { $0.kind == .file ? $0.node : nil }
    }

    /// Whether the output is a terminal.
    package var isTerminal: Bool { isatty(descriptor) == 1 }

    /// Writes a text.
    ///
    /// On standard output and standard error, the secret parts of URLs are hidden, and characters
    /// that control a terminal or reverse text are replaced. Line feeds and tabs remain.
    ///
    /// - Parameters:
    ///   - text: The text.
    ///   - relative: Whether words such as `a.ts?token=b` are relative URLs, and not file names.
    package func write(_ text: String, relative: Bool = true) {
        let cleaned = isShared ? SafeText.cleaned(text, relative: relative) : text
        write(Array((isShared ? SafeText.printable(cleaned) : cleaned).utf8))
    }

    /// Writes a text that the tool contains, such as the help, whose URLs have no secrets.
    package func write(ownText text: String) { write(Array(text.utf8)) }

    /// Writes a text of the tool itself that controls the terminal, such as a progress line.
    ///
    /// - Parameters:
    ///   - text: The text; parts of it that come from assets or users must already be cleaned.
    ///   - relative: Whether words such as `a.ts?token=b` are relative URLs, and not file names.
    package func draw(_ text: String, relative: Bool = true) {
        write(commands: Array(SafeText.cleaned(text, relative: relative).utf8))
    }

    /// Writes bytes, escaped so that no CI workflow reads a part of them as a command.
    package func write(_ bytes: [UInt8]) {
        write(commands: workflowGuard?.guarded(bytes) ?? bytes)
    }

    /// Writes bytes unchanged, so that a CI workflow reads them as commands.
    package func write(commands bytes: [UInt8]) {
        guard !isSilent else { return }
        if !bytes.isEmpty { emptyPath = nil }
        buffer.append(contentsOf: bytes)
        if buffer.count >= Self.bufferSize { flush() }
    }

    /// Writes a short text if that is possible without waiting, and discards it otherwise.
    package func offer(_ text: String) {
        var room = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
        guard !isSilent, buffer.isEmpty, unsafe poll(&room, 1, 0) == 1 else { return }
        write(text)
        flush()
    }

    /// Writes the buffered bytes to the descriptor.
    package func flush() {
        var start = 0
        while start < buffer.count, !isClosed {
            let written = unsafe buffer.withUnsafeBytes { bytes in
                unsafe systemWrite(
                    descriptor, bytes.baseAddress?.advanced(by: start), bytes.count - start)
            }
            if written > 0 {
                start += written
            } else if written == 0 {
                failure = EIO
            } else if errno == EAGAIN || errno == EWOULDBLOCK {
                if !waitForRoom() { failure = ECANCELED }
            } else if errno != EINTR {
                failure = errno
            }
        }
        buffer.removeAll(keepingCapacity: true)
    }

    /// Waits until a descriptor in non-blocking mode accepts bytes again.
    ///
    /// - Returns: Whether the descriptor accepts bytes; `false` if the reader of a pipe did not
    ///   read for a second after the flag `ending` was raised.
    private func waitForRoom() -> Bool {
        var room = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
        guard let ending else {
            unsafe poll(&room, 1, -1)
            return true
        }
        var remainingWaits = 10
        while remainingWaits > 0 {
            if unsafe poll(&room, 1, 100) > 0 { return true }
            if ending.isCancelled { remainingWaits -= 1 }
        }
        return false
    }

    /// Limits all waits for the reader of a pipe to a short time once a flag is raised.
    ///
    /// - Parameter flag: The flag, which replaces the flag that an interruption raises.
    package func end(after flag: CancellationFlag) {
        if ending != nil { ending = flag }
    }
}

private func systemClose(_ descriptor: Int32) -> Int32 { close(descriptor) }

private func systemWrite(_ descriptor: Int32, _ bytes: UnsafeRawPointer?, _ count: Int) -> Int {
    unsafe write(descriptor, bytes, count)
}

/// Returns a description of the most recent system error (`errno`).
package func lastSystemError() -> String { systemError(errno) }

/// Returns the description of a system error number.
package func systemError(_ number: Int32) -> String {
    unsafe String(cString: strerror(number))
}
