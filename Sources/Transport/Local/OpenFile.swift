#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#endif

/// The only owner of the descriptor of a file that is read, or of a temporary file.
///
/// The corresponding C functions are `open`, `pread` and `close`. Files are read, never mapped:
/// shortening a mapped file would kill the process.
final class OpenFile: Sendable {
    private let descriptor: Int32

    /// The requested location, for errors.
    let url: String

    /// The size of the file when it was opened.
    let byteCount: Int64

    /// Opens a file.
    ///
    /// - Parameters:
    ///   - path: The path in the bytes of the file system, without a zero byte.
    ///   - url: The requested location.
    ///   - followsLink: Whether the path may end in a symbolic link.
    /// - Throws: When there is no readable regular file.
    init(path: [UInt8], url: String, followsLink: Bool = true) throws(TransportError) {
        // Without O_NONBLOCK, opening a pipe waits for its writer.
        let flags = O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY | (followsLink ? 0 : O_NOFOLLOW)
        let terminated = path.map { CChar(bitPattern: $0) } + [0]
        let descriptor = Int32(retryingInterrupted { unsafe Int(open(terminated, flags)) })
        guard descriptor >= 0 else {
            throw TransportError(url: url, cause: SystemFailure(code: errno).cause)
        }
        var status = stat()
        let problem: TransportError.Cause? =
            if unsafe fstat(descriptor, &status) != 0 {
                SystemFailure(code: errno).cause
            } else {
                switch status.st_mode & S_IFMT {
                case S_IFREG: nil
                case S_IFDIR: .isDirectory
                default: .unreadable("not a regular file")
                }
            }
        // No property is set yet, so `deinit` does not run after this error. If it did, it would
        // close the descriptor again, which another thread may have received for its own file.
        if let problem {
            close(descriptor)
            throw TransportError(url: url, cause: problem)
        }
        self.descriptor = descriptor
        self.url = url
        byteCount = Int64(status.st_size)
    }

    /// Takes over the descriptor of an empty temporary file that will grow.
    ///
    /// - Parameters:
    ///   - descriptor: The descriptor, open for reading and writing.
    ///   - url: The location of the future contents, for errors.
    init(adopting descriptor: Int32, url: String) {
        self.descriptor = descriptor
        self.url = url
        byteCount = 0
    }

    deinit {
        close(descriptor)
    }

    /// Appends bytes.
    ///
    /// - Returns: The number of bytes written, at least one.
    /// - Throws: When the system cannot write them, for example on a full disk.
    func write(_ bytes: UnsafeRawBufferPointer) throws(TransportError) -> Int {
        let count = retryingInterrupted {
            #if canImport(Glibc)
                unsafe Glibc.write(descriptor, bytes.baseAddress, bytes.count)
            #else
                unsafe Darwin.write(descriptor, bytes.baseAddress, bytes.count)
            #endif
        }
        guard count > 0 else {
            let reason = errno == ENOSPC ? "no room for a temporary file" : "not written to a file"
            throw TransportError(url: url, cause: .failed(reason))
        }
        return count
    }

    /// Reads bytes of the file.
    ///
    /// - Parameters:
    ///   - offset: The position in the file.
    ///   - buffer: The buffer to fill, from its start.
    /// - Returns: The number of bytes read; zero at the end of the file.
    /// - Throws: When the system cannot read the file.
    func read(
        at offset: Int64, into buffer: UnsafeMutableRawBufferPointer
    ) throws(TransportError) -> Int {
        let read = retryingInterrupted {
            unsafe pread(descriptor, buffer.baseAddress, buffer.count, off_t(offset))
        }
        guard read >= 0 else {
            throw TransportError(url: url, cause: SystemFailure(code: errno).cause)
        }
        return read
    }
}

extension FileIdentity {
    /// Reads the attributes of a file without opening it; `nil` when there is no regular file.
    ///
    /// The corresponding C function is `stat`.
    ///
    /// - Parameter path: The path in the bytes of the file system, without a zero byte.
    package init?(path: [UInt8]) {
        let terminated = path.map { CChar(bitPattern: $0) } + [0]
        var status = stat()
        guard unsafe stat(terminated, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
            return nil
        }
        #if canImport(Darwin)
            let (time, change) = (status.st_mtimespec, status.st_ctimespec)
        #else
            let (time, change) = (status.st_mtim, status.st_ctim)
        #endif
        self.init(
            device: UInt64(truncatingIfNeeded: status.st_dev),
            number: UInt64(truncatingIfNeeded: status.st_ino), byteCount: Int64(status.st_size),
            modification: Self.nanoseconds(time), change: Self.nanoseconds(change))
    }

    private static func nanoseconds(_ time: timespec) -> Int64 {
        Int64(time.tv_sec) &* 1_000_000_000 &+ Int64(time.tv_nsec)
    }
}

/// Repeats a system call while a signal interrupts it, and returns the result of the call.
private func retryingInterrupted(_ call: () -> Int) -> Int {
    while true {
        let result = call()
        if result >= 0 || errno != EINTR { return result }
    }
}
