#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#endif

/// The single owner of the descriptor of an open file.
///
/// The corresponding C functions are `openat`, `read`, `write`, `fsync` and `close`. Everything below
/// a store is reached from the descriptor of the folder it is in, and no link is ever followed, so
/// that nobody can lead a store elsewhere by replacing a folder.
@safe
final class Descriptor: Sendable {
    let number: Int32
    /// What it is, for errors.
    let label: String

    init(_ number: Int32, label: String) {
        self.number = number
        self.label = label
    }

    deinit {
        close(number)
    }

    /// Opens a file of a folder.
    ///
    /// - Parameters:
    ///   - name: The name in the folder, without slashes.
    ///   - folder: The folder.
    ///   - flags: How it is opened; links are refused in any case.
    ///   - mode: Who may do what with a file that is made.
    /// - Returns: The file, or `nil` when there is none.
    /// - Throws: When it cannot be opened or is a link.
    static func open(
        _ name: String, in folder: Folder, flags: Int32, mode: mode_t = 0o600
    ) throws(StoreError) -> Descriptor? {
        let label = folder.label(of: name)
        // Without O_NONBLOCK the opening of a pipe waits for its other end.
        let all = flags | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK | O_NOCTTY
        let number = retrying { unsafe Int(openat(folder.descriptor.number, name, all, mode)) }
        if number >= 0 { return Descriptor(Int32(number), label: label) }
        let code = errno
        if code == ENOENT { return nil }
        throw SystemReason.error(code, label)
    }

    /// Opens a regular file; anything else is refused.
    static func openFile(
        _ name: String, in folder: Folder, flags: Int32, mode: mode_t = 0o600
    ) throws(StoreError) -> Descriptor? {
        guard let file = try open(name, in: folder, flags: flags, mode: mode) else { return nil }
        guard try file.status().isRegular else {
            throw .unsafeFile(path: file.label, reason: "not a regular file")
        }
        return file
    }

    func status() throws(StoreError) -> FileStatus {
        var status = stat()
        guard unsafe fstat(number, &status) == 0 else { throw SystemReason.error(errno, label) }
        return FileStatus(status)
    }

    /// Writes all bytes behind those that were written last.
    func write(_ bytes: RawSpan) throws(StoreError) {
        var done = 0
        try write(bytes, done: &done)
    }

    /// Writes bytes behind those that were written last.
    ///
    /// - Parameters:
    ///   - bytes: The bytes.
    ///   - done: How many of them have been written, before and after.
    /// - Throws: When not all of them can be written.
    func write(_ bytes: RawSpan, done: inout Int) throws(StoreError) {
        while done < bytes.byteCount {
            let written = writeSome(of: bytes.extracting(droppingFirst: done))
            guard written > 0 else {
                throw SystemReason.error(written < 0 ? errno : EIO, label)
            }
            done += written
        }
    }

    /// Writes bytes without a copy of them in the memory of the system.
    ///
    /// - Parameter bytes: The bytes; where they are, how many there are and where the file ends has
    ///   to be aligned, see ``AlignedBytes``.
    /// - Returns: How many were written; fewer than all when the usual way is to be gone.
    func writePastCache(_ bytes: RawSpan) -> Int {
        #if canImport(Glibc)
            let flags = fcntl(number, F_GETFL)
            guard flags >= 0, fcntl(number, F_SETFL, flags | __O_DIRECT) == 0 else { return 0 }
            defer { _ = fcntl(number, F_SETFL, flags) }
            var done = 0
            while done < bytes.byteCount {
                let written = writeSome(of: bytes.extracting(droppingFirst: done))
                guard written > 0 else { break }
                done += written
            }
            return done
        #else
            return 0
        #endif
    }

    private func writeSome(of bytes: RawSpan) -> Int {
        unsafe bytes.withUnsafeBytes { buffer in
            retrying {
                #if canImport(Glibc)
                    unsafe Glibc.write(number, buffer.baseAddress, buffer.count)
                #else
                    unsafe Darwin.write(number, buffer.baseAddress, buffer.count)
                #endif
            }
        }
    }

    /// Goes to a place in the file for the next write and cuts off what is behind it.
    func cut(at offset: Int64) throws(StoreError) {
        guard ftruncate(number, off_t(offset)) == 0, lseek(number, off_t(offset), SEEK_SET) >= 0
        else { throw SystemReason.error(errno, label) }
    }

    /// Reads from a place in the file.
    ///
    /// - Returns: How many bytes were read; zero at the end.
    func read(
        at offset: Int64, into buffer: inout [UInt8], atMost limit: Int
    ) throws(StoreError) -> Int {
        let count = min(limit, buffer.count)
        let result = unsafe buffer.withUnsafeMutableBytes { bytes in
            retrying { unsafe pread(number, bytes.baseAddress, count, off_t(offset)) }
        }
        guard result >= 0 else { throw SystemReason.error(errno, label) }
        return result
    }

    /// Makes sure that what was written is on the disk.
    func sync() throws(StoreError) {
        guard retrying({ Int(fsync(number)) }) == 0 else { throw SystemReason.error(errno, label) }
    }
}

/// What the system knows of a file.
struct FileStatus {
    let size: Int64
    let permissions: UInt32
    let isRegular: Bool
    let isFolder: Bool
    /// How many names it has.
    let linkCount: UInt64
    let owner: UInt32
    /// What tells the file from all others on its disk.
    let identity: UInt64

    init(_ status: stat) {
        identity = UInt64(status.st_ino)
        size = Int64(status.st_size)
        linkCount = UInt64(status.st_nlink)
        owner = UInt32(status.st_uid)
        permissions = UInt32(status.st_mode) & 0o7777
        isRegular = status.st_mode & S_IFMT == S_IFREG
        isFolder = status.st_mode & S_IFMT == S_IFDIR
    }
}

/// Calls the system again as long as a signal interrupts it.
func retrying(_ call: () -> Int) -> Int {
    while true {
        let result = call()
        if result >= 0 || errno != EINTR { return result }
    }
}
