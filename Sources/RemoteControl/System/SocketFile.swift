#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#endif

/// The reason why a socket cannot be opened at a path.
package struct SocketFileError: Error, Equatable, CustomStringConvertible {
    /// The path.
    package let path: String
    /// The cause.
    package let cause: String

    /// The cause on one line.
    package var description: String { "\(path): \(cause)" }
}

/// A listening socket in the file system, accessible only to the user of the process.
final class SocketFile {
    /// The mode of the file: only the user of the process may connect.
    private static let mode: mode_t = 0o600

    /// The descriptor that becomes readable when a connection waits to be accepted.
    let descriptor: Int32
    private let path: String
    private let device: UInt64
    private let node: UInt64

    /// Creates a socket with the mode 0600.
    ///
    /// The corresponding C functions are `socket`, `fchmod`, `bind` and `listen`.
    ///
    /// - Parameter path: The path; a socket of a process that has ended is replaced.
    /// - Throws: ``SocketFileError`` when another file or the socket of a running process exists at
    ///   the path, or when no socket can be created.
    init(creatingAt path: String) throws(SocketFileError) {
        guard let address = SocketAddress(path) else {
            throw SocketFileError(path: path, cause: "is empty or too long for a socket")
        }
        let descriptor = makeStreamSocket()
        guard descriptor >= 0 else { throw Self.error(path) }
        var status = stat()
        if unsafe lstat(path, &status) == 0 {
            guard status.st_mode & S_IFMT == S_IFSOCK else {
                close(descriptor)
                throw SocketFileError(path: path, cause: "is a file but not a socket")
            }
            // A socket without a listening process refuses connections.
            let probe = makeStreamSocket()
            let isRefused = address.connect(probe) != 0 && errno == ECONNREFUSED
            close(probe)
            guard isRefused else {
                close(descriptor)
                throw SocketFileError(path: path, cause: "is the socket of another process")
            }
            unsafe unlink(path)
        }
        // On Linux, the file gets the mode of the descriptor. Elsewhere, the mode is set before the
        // process listens: until then, no connection is accepted. The mask of new files is not
        // changed, because it is shared with the other threads of the process.
        fchmod(descriptor, Self.mode)
        guard address.bind(descriptor) == 0, unsafe lstat(path, &status) == 0,
            unsafe status.st_mode & 0o777 == Self.mode
                || fchmodat(AT_FDCWD, path, Self.mode, AT_SYMLINK_NOFOLLOW) == 0,
            listen(descriptor, 128) == 0
        else {
            let error = Self.error(path)
            close(descriptor)
            throw error
        }
        self.descriptor = descriptor
        self.path = path
        device = UInt64(truncatingIfNeeded: status.st_dev)
        node = UInt64(truncatingIfNeeded: status.st_ino)
    }

    private static func error(_ path: String) -> SocketFileError {
        SocketFileError(path: path, cause: unsafe String(cString: strerror(errno)))
    }

    /// Accepts a waiting connection.
    ///
    /// - Returns: The connection; `nil` when no connection waits.
    func accept() -> Descriptor? {
        let number = systemAccept(descriptor, nil, nil)
        guard number >= 0 else { return nil }
        _ = fcntl(number, F_SETFD, FD_CLOEXEC)
        _ = fcntl(number, F_SETFL, O_NONBLOCK)
        return Descriptor(number)
    }

    /// Closes the socket, and removes the socket file unless another file has replaced it.
    func remove() {
        close(descriptor)
        var status = stat()
        guard unsafe lstat(path, &status) == 0, UInt64(truncatingIfNeeded: status.st_dev) == device,
            UInt64(truncatingIfNeeded: status.st_ino) == node
        else { return }
        unsafe unlink(path)
    }
}

/// The address of a socket in the file system.
private struct SocketAddress {
    private var address = sockaddr_un()

    /// Creates an address; `nil` for a path that is empty or too long.
    init?(_ path: String) {
        let bytes = Array(path.utf8)
        guard !bytes.isEmpty, bytes.count < MemoryLayout.size(ofValue: address.sun_path),
            !bytes.contains(0)
        else { return nil }
        address.sun_family = sa_family_t(AF_UNIX)
        unsafe withUnsafeMutableBytes(of: &address.sun_path) { unsafe $0.copyBytes(from: bytes) }
    }

    func bind(_ descriptor: Int32) -> Int32 {
        unsafe withAddress { unsafe systemBind(descriptor, $0, $1) }
    }

    func connect(_ descriptor: Int32) -> Int32 {
        unsafe withAddress { unsafe systemConnect(descriptor, $0, $1) }
    }

    private func withAddress(
        _ body: (UnsafePointer<sockaddr>, socklen_t) -> Int32
    ) -> Int32 {
        unsafe withUnsafePointer(to: address) { pointer in
            unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                unsafe body($0, socklen_t(MemoryLayout<sockaddr_un>.size))
            }
        }
    }
}

private func makeStreamSocket() -> Int32 {
    #if canImport(Glibc)
        let kind = Int32(SOCK_STREAM.rawValue)
    #else
        let kind = SOCK_STREAM
    #endif
    let descriptor = socket(AF_UNIX, kind, 0)
    if descriptor >= 0 {
        _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
        _ = fcntl(descriptor, F_SETFL, O_NONBLOCK)
    }
    return descriptor
}

private func systemAccept(
    _ descriptor: Int32, _ address: UnsafeMutablePointer<sockaddr>?,
    _ length: UnsafeMutablePointer<socklen_t>?
) -> Int32 { unsafe accept(descriptor, address, length) }

private func systemBind(
    _ descriptor: Int32, _ address: UnsafePointer<sockaddr>, _ length: socklen_t
) -> Int32 { unsafe bind(descriptor, address, length) }

private func systemConnect(
    _ descriptor: Int32, _ address: UnsafePointer<sockaddr>, _ length: socklen_t
) -> Int32 { unsafe connect(descriptor, address, length) }
