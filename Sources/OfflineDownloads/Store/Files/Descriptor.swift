#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#endif

/// The single owner of the descriptor of an open file.
///
/// The corresponding C functions are `openat`, `read`, `write`, `fsync` and `close`. Each file of a
/// store is opened relative to the descriptor of its folder, and links are never followed.
/// Replacing a folder therefore cannot redirect a store.
@safe
final class Descriptor: Sendable {
    let number: Int32
    /// The name of the file, for errors.
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
    ///   - flags: The flags of `open`; links are always refused.
    ///   - mode: The permissions of a new file.
    /// - Returns: The file, or `nil` when there is none.
    /// - Throws: When it cannot be opened or is a link.
    static func open(
        _ name: String, in folder: Folder, flags: Int32, mode: mode_t = 0o600
    ) throws(StoreError) -> Descriptor? {
        let label = folder.label(of: name)
        // Without O_NONBLOCK, opening a named pipe would wait until another process opens it too.
        let all = flags | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK | O_NOCTTY
        let number = retrying { unsafe Int(openat(folder.descriptor.number, name, all, mode)) }
        if number >= 0 { return Descriptor(Int32(number), label: label) }
        let code = errno
        if code == ENOENT { return nil }
        throw SystemReason.error(code, label)
    }

    /// Opens a regular file; other kinds are refused.
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

    /// Writes all bytes at the current position in the file.
    func write(_ bytes: RawSpan) throws(StoreError) {
        var done = 0
        try write(bytes, done: &done)
    }

    /// Writes the bytes that are not yet written, at the current position in the file.
    ///
    /// - Parameters:
    ///   - bytes: The bytes, including the bytes that are already written.
    ///   - done: The number of bytes that are written, which the call increases.
    /// - Throws: When not all bytes can be written.
    func write(_ bytes: RawSpan, done: inout Int) throws(StoreError) {
        while done < bytes.byteCount {
            let written = writeSome(of: bytes.extracting(droppingFirst: done))
            guard written > 0 else {
                throw SystemReason.error(written < 0 ? errno : EIO, label)
            }
            done += written
        }
    }

    /// Writes bytes directly to the disk, bypassing the system's page cache.
    ///
    /// - Parameter bytes: The bytes; their address, their count and the end of the file must be
    ///   aligned, see ``AlignedBytes``.
    /// - Returns: The number of bytes written; if it is smaller than the count, the caller must
    ///   write the remaining bytes through the page cache.
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

    /// Moves to a position in the file for the next write and truncates the file there.
    func cut(at offset: Int64) throws(StoreError) {
        guard ftruncate(number, off_t(offset)) == 0, lseek(number, off_t(offset), SEEK_SET) >= 0
        else { throw SystemReason.error(errno, label) }
    }

    /// Reads from a position in the file.
    ///
    /// - Returns: The number of bytes read; zero at the end of the file.
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

    /// Waits until the written bytes are on the disk.
    func sync() throws(StoreError) {
        guard retrying({ Int(fsync(number)) }) == 0 else { throw SystemReason.error(errno, label) }
    }
}

/// The attributes of a file.
struct FileStatus {
    let size: Int64
    let permissions: UInt32
    let isRegular: Bool
    let isFolder: Bool
    /// The number of hard links to the file.
    let linkCount: UInt64
    let owner: UInt32
    /// The identifier of the file on its disk.
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

/// Repeats a system call while a signal interrupts it.
func retrying(_ call: () -> Int) -> Int {
    while true {
        let result = call()
        if result >= 0 || errno != EINTR { return result }
    }
}
