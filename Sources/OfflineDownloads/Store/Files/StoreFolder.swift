#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#endif

/// The folder of a store and its contents.
package final class StoreFolder: Sendable {
    private static let catalogueName = "catalogue.sqlite"
    private static let lockName = "owner.lock"
    private static let packagesName = "packages"

    /// The path of the store, with symbolic links resolved.
    package let path: String
    let folder: Folder

    /// Opens the folder of a store.
    ///
    /// - Parameters:
    ///   - path: The path of the folder.
    ///   - creates: Whether to create the folder if it is missing; its parent folder must exist.
    /// - Throws: When the folder is missing or cannot be used.
    package init(path: String, creates: Bool = false) throws(StoreError) {
        guard !path.isEmpty, !path.utf8.contains(0) else { throw .invalidName(path) }
        // Only the user may access the folder, because the catalogue contains secrets such as
        // access tokens in URLs.
        if creates, unsafe mkdir(path, 0o700) != 0, errno != EEXIST {
            let reason =
                errno == ENOENT
                ? "its parent folder is missing" : SystemReason.text(errno) ?? "system error"
            throw .cannotOpen(path: path, reason: reason)
        }
        guard let real = unsafe realpath(path, nil) else {
            let reason = SystemReason.text(errno) ?? "system error"
            throw .cannotOpen(path: path, reason: reason)
        }
        defer { unsafe free(real) }
        self.path = unsafe String(cString: real)
        folder = try Folder.open(path: self.path)
    }

    /// Makes the catalogue and the packages accessible only to their owner.
    ///
    /// The catalogue and the packages contain keys, licences and URLs. In stores of earlier
    /// versions, other users may have had access.
    private func makePrivate() throws(StoreError) {
        for ending in ["", "-wal", "-shm"] { try folder.makePrivate(Self.catalogueName + ending) }
        try folder.makePrivate(Self.packagesName)
    }

    /// The path of the catalogue.
    package var cataloguePath: String { "\(path)/\(Self.catalogueName)" }

    /// Whether the store can be changed.
    package var isWritable: Bool { folder.isWritable }

    /// Returns whether there is a catalogue.
    ///
    /// - Throws: `StoreError.unsafeFile` when a link, a folder or another entry has its name.
    package func hasCatalogue() throws(StoreError) -> Bool {
        guard let status = try folder.status(of: Self.catalogueName) else { return false }
        guard status.isRegular else {
            throw .unsafeFile(path: cataloguePath, reason: "not a regular file")
        }
        return true
    }

    /// Makes this process the only one that downloads into the store.
    ///
    /// - Returns: The ownership, which ends when it is released or when the process ends; `nil`
    ///   when another process owns the store.
    /// - Throws: `StoreError.readOnly` when the store is not writable.
    package func acquireOwnership() throws(StoreError) -> StoreOwnership? {
        guard folder.isWritable else { throw .readOnly(path: path) }
        let flags = O_RDWR | O_CREAT
        guard let file = try Descriptor.openFile(Self.lockName, in: folder, flags: flags)
        else { throw .io(path: folder.label(of: Self.lockName), reason: "no such file") }
        if retrying({ Int(flock(file.number, LOCK_EX | LOCK_NB)) }) == 0 {
            try makePrivate()
            makeReserve()
            return StoreOwnership(file)
        }
        let code = errno
        if code == EWOULDBLOCK { return nil }
        throw SystemReason.error(code, file.label)
    }

    /// Returns whether any process downloads into this store, without affecting that process.
    package func isOwned() throws(StoreError) -> Bool {
        guard let file = try Descriptor.openFile(Self.lockName, in: folder, flags: O_RDONLY) else {
            return false
        }
        // This check holds the lock for a moment. If another process cannot become the owner of the
        // store at that moment, it tries again a little later.
        if retrying({ Int(flock(file.number, LOCK_SH | LOCK_NB)) }) == 0 { return false }
        let code = errno
        if code == EWOULDBLOCK { return true }
        throw SystemReason.error(code, file.label)
    }

    /// Returns the number of bytes that may still be written to the disk of the store.
    package func freeSpace() throws(StoreError) -> Int64 {
        try folder.freeSpace()
    }
}

/// The exclusive right of this process to download into a store.
///
/// The process has this right as long as the object exists.
package final class StoreOwnership: Sendable {
    private let file: Descriptor

    init(_ file: Descriptor) {
        self.file = file
    }

    /// Ends the ownership immediately.
    ///
    /// Closing the file is not sufficient to release its lock. If another thread is just starting a
    /// process, that process has a copy of the descriptor until it executes its program, and the
    /// copy would keep the lock.
    ///
    /// The corresponding C function is `flock`.
    deinit {
        flock(file.number, LOCK_UN)
    }
}

// MARK: Packages

extension StoreFolder {
    /// Returns the package of a download.
    ///
    /// - Parameters:
    ///   - token: The token of the download.
    ///   - creates: Whether to create the folder of the package if it is missing.
    /// - Returns: The package, or `nil` when there is none.
    /// - Throws: When the token is malformed, or when an entry in the path of the package is not a
    ///   folder.
    package func package(
        _ token: OfflineVideoToken, creates: Bool = false
    ) throws(StoreError) -> PackageFolder? {
        guard token.isWellFormed else { throw .invalidName(token.rawValue) }
        guard let packages = try folder.folder(Self.packagesName, creates: creates) else {
            return nil
        }
        // An entry of another kind that has the folder's name is removed. If it is a link, its
        // target remains.
        if creates, try packages.status(of: token.rawValue)?.isFolder == false {
            try packages.removeTree(token.rawValue)
        }
        guard let inner = try packages.folder(token.rawValue, creates: creates) else { return nil }
        let path = "\(self.path)/\(Self.packagesName)/\(token)"
        return PackageFolder(token: token, path: path, folder: inner)
    }

    /// Returns whether the store contains a folder for the package of a download.
    package func hasPackage(_ token: OfflineVideoToken) throws(StoreError) -> Bool {
        guard token.isWellFormed else { throw .invalidName(token.rawValue) }
        guard let packages = try folder.folder(Self.packagesName, creates: false) else {
            return false
        }
        return try packages.status(of: token.rawValue)?.isFolder == true
    }

    /// Returns the tokens of all packages that have a folder, in order.
    package func packageTokens() throws(StoreError) -> [OfflineVideoToken] {
        guard let packages = try folder.folder(Self.packagesName, creates: false) else { return [] }
        var tokens: [OfflineVideoToken] = []
        for name in try packages.names() {
            let token = OfflineVideoToken(rawValue: name)
            guard token.isWellFormed, try packages.status(of: name)?.isFolder == true else {
                continue
            }
            tokens.append(token)
        }
        return tokens
    }

    /// Returns the tokens of package folders for which the catalogue has no download, in order.
    ///
    /// Downloads that are being deleted are not included.
    package func strandedPackages(
        _ catalogue: Catalogue
    ) throws(StoreError) -> [OfflineVideoToken] {
        let known = Set(try catalogue.tokens() + catalogue.unfinishedDeletions())
        return try packageTokens().filter { !known.contains($0) }
    }

    /// Returns the names of other entries in the folder of the packages, in order.
    ///
    /// Entries with the token of a download are not included, nor are hidden files, which operating
    /// systems create.
    package func strayEntries(_ catalogue: Catalogue) throws(StoreError) -> [String] {
        guard let packages = try folder.folder(Self.packagesName, creates: false) else { return [] }
        let tokens = try packageTokens() + catalogue.tokens() + catalogue.unfinishedDeletions()
        let known = Set(tokens.map(\.rawValue))
        return try packages.names().filter { !known.contains($0) && !$0.hasPrefix(".") }
    }

    /// Removes the folder of a package with its contents, if the folder exists.
    package func removePackage(_ token: OfflineVideoToken) throws(StoreError) {
        guard token.isWellFormed else { throw .invalidName(token.rawValue) }
        try folder.folder(Self.packagesName, creates: false)?.removeTree(token.rawValue)
    }
}
