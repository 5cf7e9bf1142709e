#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#endif

/// Files that the tool reads and writes as a whole.
package enum FileBytes {
    /// The size limit of a file in bytes.
    static let maximumSize = 256 << 20

    /// Reads a file; `-` is standard input.
    ///
    /// - Returns: The bytes; `nil` when there is no such file.
    /// - Throws: ``CommandFailure`` when it cannot be read.
    package static func read(_ path: String) throws(CommandFailure) -> [UInt8]? {
        // Without `O_NONBLOCK`, opening a pipe that has no writer would wait, and no signal would
        // end the wait.
        let descriptor =
            path == "-" ? STDIN_FILENO : unsafe open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
        guard descriptor >= 0 else {
            if errno == ENOENT { return nil }
            throw CommandFailure(.failed, "\(path): cannot be read: \(lastSystemError())")
        }
        defer { if descriptor != STDIN_FILENO { close(descriptor) } }
        var bytes: [UInt8] = []
        var chunk = [UInt8](repeating: 0, count: 1 << 16)
        let isFile = FileStatus(descriptor: descriptor)?.kind == .file
        while true {
            if !isFile { try waitForBytes(descriptor, path) }
            let count = unsafe chunk.withUnsafeMutableBytes { buffer in
                unsafe systemRead(descriptor, buffer.baseAddress, buffer.count)
            }
            if count == 0 { return bytes }
            if count < 0 {
                if errno == EINTR || errno == EAGAIN { continue }
                throw CommandFailure(.failed, "\(path): cannot be read: \(lastSystemError())")
            }
            bytes.append(contentsOf: chunk[..<count])
            guard bytes.count <= maximumSize else {
                throw CommandFailure(.failed, "\(path): is longer than \(maximumSize) bytes")
            }
        }
    }

    /// Returns the first bytes of a regular file; empty if the file cannot be read.
    static func start(of path: String, most: Int) -> [UInt8] {
        let descriptor = unsafe open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
        guard descriptor >= 0 else { return [] }
        defer { close(descriptor) }
        return unsafe [UInt8](unsafeUninitializedCapacity: most) { buffer, count in
            unsafe count = max(0, systemRead(descriptor, buffer.baseAddress, buffer.count))
        }
    }

    /// Returns whether a path leads to a pipe.
    static func isPipe(_ path: String) -> Bool {
        FileStatus(following: FilePath(path))?.kind == .pipe
    }

    /// Waits until a pipe has bytes or its writers have closed it.
    ///
    /// - Throws: ``CommandFailure`` when the tool is interrupted.
    private static func waitForBytes(
        _ descriptor: Int32, _ path: String
    ) throws(CommandFailure) {
        while true {
            if Interruption.hasHappened {
                throw CommandFailure(.interrupted, "\(path): interrupted")
            }
            var state = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
            // Some devices cannot be polled, and are read immediately.
            if unsafe poll(&state, 1, 100) > 0 || state.revents != 0 { return }
        }
    }

    /// Reads an input file of the command itself, such as a scenario.
    ///
    /// - Throws: ``CommandFailure`` for wrong usage when it cannot be read.
    package static func readGiven(_ path: String) throws(CommandFailure) -> [UInt8]? {
        do throws(CommandFailure) {
            return try read(path)
        } catch {
            throw error.code == .interrupted ? error : CommandFailure(.usage, error.message)
        }
    }

    /// Writes a file.
    ///
    /// - Throws: ``CommandFailure`` when it cannot be written.
    package static func write(_ bytes: [UInt8], to path: String) throws(CommandFailure) {
        try write(bytes, to: OutputStream(creating: path), path)
    }

    /// Appends bytes to a file, and creates the file if it is missing.
    ///
    /// - Throws: ``CommandFailure`` when it cannot be written.
    package static func append(_ bytes: [UInt8], to path: String) throws(CommandFailure) {
        try write(bytes, to: OutputStream(appendingTo: path), path)
    }

    /// Writes into a file that is open.
    ///
    /// - Throws: ``CommandFailure`` when it cannot be written.
    package static func write(
        _ bytes: [UInt8], to file: OutputStream, _ path: String
    ) throws(CommandFailure) {
        file.write(bytes)
        try finish(file, path)
    }

    /// Closes a file that was written in parts.
    ///
    /// - Throws: ``CommandFailure`` when a part of it could not be written.
    package static func finish(_ file: OutputStream, _ path: String) throws(CommandFailure) {
        file.close()
        if let failure = file.failure {
            throw CommandFailure(.failed, "\(path): cannot be written: \(systemError(failure))")
        }
    }

    /// Creates a folder and its parents if they are missing.
    ///
    /// - Throws: ``CommandFailure`` when it cannot be created.
    package static func makeFolder(_ path: String) throws(CommandFailure) {
        for index in path.indices.dropFirst() where path[index] == "/" {
            SystemCalls.createFolder(String(path[..<index]))
        }
        if case .failed(let reason) = SystemCalls.createFolder(path) {
            throw CommandFailure(.failed, "\(path): cannot be made: \(reason)")
        }
    }
}

private func systemRead(
    _ descriptor: Int32, _ bytes: UnsafeMutableRawPointer?, _ count: Int
) -> Int {
    unsafe read(descriptor, bytes, count)
}
