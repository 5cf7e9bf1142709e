#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#endif

/// Where the tool writes: a file descriptor with a buffer in front of it.
///
/// Writing to a pipe that nobody reads any more ends writing in silence, as tools do; what else keeps
/// output from arriving is kept for whoever has to tell it.
final class OutputStream {
    /// Lines for machines and people.
    static func standardOutput() -> OutputStream { OutputStream(descriptor: STDOUT_FILENO) }
    /// What went wrong, and the status line.
    static func standardError() -> OutputStream { OutputStream(descriptor: STDERR_FILENO) }

    private static let bufferSize = 1 << 16
    private let descriptor: Int32
    private let ownsDescriptor: Bool
    private var buffer: [UInt8] = []
    /// The error of the system that ended writing; `nil` while everything arrives.
    private(set) var failure: Int32?

    /// Whether nothing can be written any more.
    var isClosed: Bool { failure != nil }

    /// Why what was written is lost, in words; `nil` when all of it arrived, or its reader has gone.
    var loss: String? {
        failure.flatMap { $0 == EPIPE ? nil : systemError($0) }
    }

    init(descriptor: Int32, ownsDescriptor: Bool = false) {
        self.descriptor = descriptor
        self.ownsDescriptor = ownsDescriptor
        buffer.reserveCapacity(Self.bufferSize)
    }

    /// Creates a file, or empties it.
    ///
    /// - Parameter path: Where it is.
    /// - Throws: ``CommandFailure`` when it cannot be written.
    convenience init(creating path: String) throws(CommandFailure) {
        try self.init(opening: path, O_TRUNC)
    }

    /// Opens a file to add to its end, or creates it.
    ///
    /// - Parameter path: Where it is.
    /// - Throws: ``CommandFailure`` when it cannot be written.
    convenience init(appendingTo path: String) throws(CommandFailure) {
        try self.init(opening: path, O_APPEND)
    }

    private convenience init(opening path: String, _ mode: Int32) throws(CommandFailure) {
        let descriptor = unsafe open(path, O_WRONLY | O_CREAT | O_CLOEXEC | mode, 0o644)
        guard descriptor >= 0 else {
            throw CommandFailure(.failed, "\(path): cannot be written: \(lastSystemError())")
        }
        self.init(descriptor: descriptor, ownsDescriptor: true)
    }

    deinit {
        flush()
        if ownsDescriptor { close(descriptor) }
    }

    /// Whether a person is looking.
    var isTerminal: Bool { isatty(descriptor) == 1 }

    /// Writes a text as it is.
    func write(_ text: String) {
        buffer.append(contentsOf: text.utf8)
        if buffer.count >= Self.bufferSize { flush() }
    }

    /// Writes bytes as they are.
    func write(_ bytes: [UInt8]) {
        buffer.append(contentsOf: bytes)
        if buffer.count >= Self.bufferSize { flush() }
    }

    /// Hands everything to the system.
    func flush() {
        var start = 0
        while start < buffer.count, !isClosed {
            let written = unsafe buffer.withUnsafeBytes { bytes in
                unsafe systemWrite(
                    descriptor, bytes.baseAddress?.advanced(by: start), bytes.count - start)
            }
            if written > 0 {
                start += written
            } else if errno != EINTR {
                failure = errno
            }
        }
        buffer.removeAll(keepingCapacity: true)
    }
}

private func systemWrite(_ descriptor: Int32, _ bytes: UnsafeRawPointer?, _ count: Int) -> Int {
    unsafe write(descriptor, bytes, count)
}

/// The last error of the system, in words.
func lastSystemError() -> String { systemError(errno) }

/// An error of the system, in words.
func systemError(_ number: Int32) -> String {
    unsafe String(cString: strerror(number))
}
