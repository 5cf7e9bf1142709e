#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#endif

/// An open folder, and the operations in it.
///
/// The corresponding C functions are `openat`, `mkdirat`, `renameat`, `unlinkat`, `fstatat` and
/// `readdir`.
@safe
final class Folder: Sendable {
    /// The maximum depth of nested folders whose size can be computed or that can be removed.
    private static let maximumDepth = 32
    /// The number of attempts to empty a folder while files are still written to it.
    private static let maximumTries = 1_000

    let descriptor: Descriptor

    private init(_ descriptor: Descriptor) {
        self.descriptor = descriptor
    }

    /// Opens a folder by its path, following links, because the user chose the path.
    static func open(path: String) throws(StoreError) -> Folder {
        guard !path.utf8.contains(0) else { throw .invalidName(path) }
        let number = retrying {
            #if canImport(Glibc)
                unsafe Int(Glibc.open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC))
            #else
                unsafe Int(Darwin.open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC))
            #endif
        }
        guard number >= 0 else {
            let reason = SystemReason.text(errno) ?? "system error"
            throw .cannotOpen(path: path, reason: reason)
        }
        return Folder(Descriptor(Int32(number), label: path))
    }

    /// Whether this process may create files in the folder.
    var isWritable: Bool {
        unsafe faccessat(descriptor.number, ".", W_OK | X_OK, AT_EACCESS) == 0
    }

    /// Returns the path of an entry, for error messages.
    func label(of name: String) -> String {
        "\(descriptor.label)/\(name)"
    }

    /// Opens a subfolder of this folder.
    ///
    /// - Parameters:
    ///   - name: The name of the subfolder, without slashes.
    ///   - creates: Whether to create a missing subfolder, with access only for its owner.
    /// - Returns: The subfolder, or `nil` when there is none.
    /// - Throws: When the entry is not a folder.
    func folder(_ name: String, creates: Bool) throws(StoreError) -> Folder? {
        let flags = O_RDONLY | O_DIRECTORY
        if let found = try Descriptor.open(name, in: self, flags: flags) { return Folder(found) }
        guard creates else { return nil }
        if unsafe mkdirat(descriptor.number, name, 0o700) != 0, errno != EEXIST {
            throw SystemReason.error(errno, label(of: name))
        }
        // Like the files in it, the new folder must survive a power failure.
        try descriptor.sync()
        guard let made = try Descriptor.open(name, in: self, flags: flags) else {
            throw .io(path: label(of: name), reason: "no such file")
        }
        return Folder(made)
    }

    /// Returns the attributes of an entry without following links; `nil` if there is no such entry.
    func status(of name: String) throws(StoreError) -> FileStatus? {
        var status = stat()
        if unsafe fstatat(descriptor.number, name, &status, AT_SYMLINK_NOFOLLOW) == 0 {
            return FileStatus(status)
        }
        let code = errno
        if code == ENOENT || code == ENOTDIR { return nil }
        throw SystemReason.error(code, label(of: name))
    }

    /// Removes the permissions of all other users from a folder or file.
    ///
    /// Symbolic links, and entries that another user owns, are skipped.
    func makePrivate(_ name: String) throws(StoreError) {
        guard let status = try status(of: name), status.isFolder || status.isRegular,
            status.permissions & 0o077 != 0, status.owner == geteuid()
        else { return }
        let mode = mode_t(status.permissions & 0o700)
        guard unsafe fchmodat(descriptor.number, name, mode, 0) == 0 else {
            throw SystemReason.error(errno, label(of: name))
        }
    }

    /// Renames a file; an existing file with the new name is replaced.
    func rename(_ name: String, to final: String) throws(StoreError) {
        guard unsafe renameat(descriptor.number, name, descriptor.number, final) == 0 else {
            throw SystemReason.error(errno, label(of: final))
        }
    }

    /// Adds a second name (a hard link) to a file, unless an entry already has that name.
    ///
    /// - Returns: Whether the name was added.
    func link(_ name: String, as other: String) throws(StoreError) -> Bool {
        if unsafe linkat(descriptor.number, name, descriptor.number, other, 0) == 0 { return true }
        let code = errno
        if code == EEXIST { return false }
        throw SystemReason.error(code, label(of: other))
    }

    /// Removes a file or a link, if it exists.
    func remove(_ name: String) throws(StoreError) {
        if unsafe unlinkat(descriptor.number, name, 0) == 0 || errno == ENOENT { return }
        throw SystemReason.error(errno, label(of: name))
    }

    /// Removes an entry of this folder; a folder is removed with all of its contents.
    ///
    /// The contents are removed even if their names are not UTF-8. Symbolic links are removed;
    /// their targets remain.
    func removeTree(_ name: String) throws(StoreError) {
        try removeTree(Array(name.utf8CString), depth: 0)
    }

    private func removeTree(_ name: [CChar], depth: Int) throws(StoreError) {
        if unsafe unlinkat(descriptor.number, name, 0) == 0 { return }
        let failure = errno
        if failure == ENOENT { return }
        // Some systems report a missing permission (`EPERM`) when a folder is removed like a file.
        guard failure == EISDIR || failure == EPERM else { throw self.error(failure, name) }
        guard depth < Self.maximumDepth else {
            throw .io(path: label(of: Self.text(name)), reason: "folders nest too deep")
        }
        let flags = O_RDONLY | O_DIRECTORY | O_CLOEXEC | O_NOFOLLOW
        let number = retrying { unsafe Int(openat(descriptor.number, name, flags)) }
        guard number >= 0 else {
            let code = errno
            if code == ENOENT { return }
            throw self.error(code == ENOTDIR ? failure : code, name)
        }
        let tree = Folder(Descriptor(Int32(number), label: label(of: Self.text(name))))
        // A thread whose request was cancelled may still create a file while the folder is emptied.
        for _ in 0..<Self.maximumTries {
            for entry in try tree.entries() { try tree.removeTree(entry, depth: depth + 1) }
            if unsafe unlinkat(descriptor.number, name, AT_REMOVEDIR) == 0 { return }
            let code = errno
            if code == ENOENT { return }
            guard code == ENOTEMPTY || code == EEXIST else { throw self.error(code, name) }
            sched_yield()
        }
        throw self.error(ENOTEMPTY, name)
    }

    private func error(_ code: Int32, _ name: [CChar]) -> StoreError {
        SystemReason.error(code, label(of: Self.text(name)))
    }

    /// Returns a name for error messages, in which invalid UTF-8 is replaced.
    private static func text(_ name: [CChar]) -> String {
        String(decoding: name.dropLast().map(UInt8.init(truncatingIfNeeded:)), as: UTF8.self)
    }

    /// Returns the total size of all regular files in this folder and below.
    func size(depth: Int = 0) throws(StoreError) -> Int64 {
        guard depth < Self.maximumDepth else {
            throw .io(path: descriptor.label, reason: "folders nest too deep")
        }
        var size: Int64 = 0
        for name in try names() {
            guard let status = try status(of: name) else { continue }
            if status.isRegular { size &+= status.size }
            guard status.isFolder, let inner = try folder(name, creates: false) else { continue }
            size &+= try inner.size(depth: depth + 1)
        }
        return size
    }

    /// Returns the names in this folder in order, without names that are not UTF-8.
    func names() throws(StoreError) -> [String] {
        try entries().compactMap { name in
            String(validating: name.dropLast().map(UInt8.init(truncatingIfNeeded:)), as: UTF8.self)
        }.sorted()
    }

    /// Returns all names in this folder as stored, with their terminating zeros, in any order.
    private func entries() throws(StoreError) -> [[CChar]] {
        // A separate descriptor is needed, because reading a folder moves a position that all
        // duplicates of its descriptor share.
        let number = unsafe openat(
            descriptor.number, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard number >= 0 else { throw SystemReason.error(errno, descriptor.label) }
        guard let stream = unsafe fdopendir(number) else {
            let code = errno
            close(number)
            throw SystemReason.error(code, descriptor.label)
        }
        defer { unsafe closedir(stream) }
        guard let place = MemoryLayout<dirent>.offset(of: \dirent.d_name) else { return [] }
        var names: [[CChar]] = []
        while true {
            errno = 0
            guard let entry = unsafe readdir(stream) else {
                if errno != 0 { throw SystemReason.error(errno, descriptor.label) }
                return names
            }
            let start = unsafe UnsafeRawPointer(entry) + place
            let text = unsafe start.assumingMemoryBound(to: CChar.self)
            let length = unsafe strlen(text)
            let name = unsafe Array(UnsafeBufferPointer(start: text, count: length + 1))
            if !Self.isSelfOrParent(name) { names.append(name) }
        }
    }

    private static func isSelfOrParent(_ name: [CChar]) -> Bool {
        name == [46, 0] || name == [46, 46, 0]
    }

    /// Waits until the names in this folder are on the disk.
    func sync() throws(StoreError) {
        try descriptor.sync()
    }

    /// Returns the number of bytes that may still be written to the disk of this folder.
    func freeSpace() throws(StoreError) -> Int64 {
        var status = statvfs()
        guard unsafe fstatvfs(descriptor.number, &status) == 0 else {
            throw SystemReason.error(errno, descriptor.label)
        }
        let (bytes, overflow) = UInt64(status.f_bavail).multipliedReportingOverflow(
            by: UInt64(status.f_frsize))
        return overflow ? .max : Int64(clamping: bytes)
    }
}
