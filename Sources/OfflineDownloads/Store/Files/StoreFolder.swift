#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#endif

/// The folder of a store and the places in it.
package final class StoreFolder: Sendable {
    private static let catalogueName = "catalogue.sqlite"
    private static let lockName = "owner.lock"
    private static let packagesName = "packages"

    /// Where the store is, without links.
    package let path: String
    let folder: Folder

    /// Opens the folder of a store.
    ///
    /// - Parameters:
    ///   - path: Where it is.
    ///   - creates: Whether it is made where there is none; the folder around it must exist.
    /// - Throws: When there is none, or it cannot be used.
    package init(path: String, creates: Bool = false) throws(StoreError) {
        guard !path.isEmpty, !path.utf8.contains(0) else { throw .invalidName(path) }
        // What a catalogue knows, such as the tokens in locations, is for its user alone.
        if creates, unsafe mkdir(path, 0o700) != 0, errno != EEXIST {
            let reason = SystemReason.text(errno) ?? "system error"
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

    /// Makes what holds keys, licences and locations private: stores in folders that others can look
    /// into, and those of earlier versions.
    private func makePrivate() throws(StoreError) {
        for ending in ["", "-wal", "-shm"] { try folder.makePrivate(Self.catalogueName + ending) }
        try folder.makePrivate(Self.packagesName)
    }

    /// Where the catalogue is.
    package var cataloguePath: String { "\(path)/\(Self.catalogueName)" }

    /// Whether anything can be changed in the store.
    package var isWritable: Bool { folder.isWritable }

    /// Whether there is a catalogue.
    package func hasCatalogue() throws(StoreError) -> Bool {
        try folder.status(of: Self.catalogueName)?.isRegular == true
    }

    /// Becomes the process that downloads into this store.
    ///
    /// - Returns: The ownership, which ends when it is released or the process does; `nil` when
    ///   somebody else has it.
    /// - Throws: `StoreError.readOnly` when nothing can be written into the store.
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

    /// Whether a process downloads into this store; nobody is disturbed by the question.
    package func isOwned() throws(StoreError) -> Bool {
        guard let file = try Descriptor.openFile(Self.lockName, in: folder, flags: O_RDONLY) else {
            return false
        }
        // Who wants to own the store in this moment tries again a little later.
        if retrying({ Int(flock(file.number, LOCK_SH | LOCK_NB)) }) == 0 { return false }
        let code = errno
        if code == EWOULDBLOCK { return true }
        throw SystemReason.error(code, file.label)
    }

    /// How many bytes may still be written.
    package func freeSpace() throws(StoreError) -> Int64 {
        try folder.freeSpace()
    }
}

/// Says that this process downloads into a store; no other one does while it is held.
package final class StoreOwnership: Sendable {
    private let file: Descriptor

    init(_ file: Descriptor) {
        self.file = file
    }
}

// MARK: Packages

extension StoreFolder {
    /// Whether a text has the form of a token: 1 to 64 lower-case letters, digits and `-`.
    package static func isToken(_ text: String) -> Bool {
        (1...64).contains(text.utf8.count)
            && text.utf8.allSatisfy { byte in
                (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte)
                    || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
                    || byte == UInt8(ascii: "-")
            }
    }

    /// The package of a download.
    ///
    /// - Parameters:
    ///   - token: The download.
    ///   - creates: Whether its folder is made where there is none.
    /// - Returns: The package, or `nil` when there is none.
    /// - Throws: When the token has another form, or something else is in the place of a folder.
    package func package(
        _ token: OfflineVideoToken, creates: Bool = false
    ) throws(StoreError) -> PackageFolder? {
        guard Self.isToken(token) else { throw .invalidName(token) }
        guard let packages = try folder.folder(Self.packagesName, creates: creates) else {
            return nil
        }
        // What is in the place of the folder goes, and what a link leads to stays.
        if creates, try packages.status(of: token)?.isFolder == false {
            try packages.removeTree(token)
        }
        guard let inner = try packages.folder(token, creates: creates) else { return nil }
        let path = "\(self.path)/\(Self.packagesName)/\(token)"
        return PackageFolder(token: token, path: path, folder: inner)
    }

    /// Whether there is a folder in the place of a package, and not something else or nothing.
    package func hasPackage(_ token: OfflineVideoToken) throws(StoreError) -> Bool {
        guard Self.isToken(token) else { throw .invalidName(token) }
        guard let packages = try folder.folder(Self.packagesName, creates: false) else {
            return false
        }
        return try packages.status(of: token)?.isFolder == true
    }

    /// The tokens of all packages that have a folder, in order.
    package func packageTokens() throws(StoreError) -> [OfflineVideoToken] {
        guard let packages = try folder.folder(Self.packagesName, creates: false) else { return [] }
        var tokens: [OfflineVideoToken] = []
        for name in try packages.names() where Self.isToken(name) {
            if try packages.status(of: name)?.isFolder == true { tokens.append(name) }
        }
        return tokens
    }

    /// The packages that have a folder and no row, in order; not those that are being deleted.
    package func strandedPackages(
        _ catalogue: Catalogue
    ) throws(StoreError) -> [OfflineVideoToken] {
        let known = Set(try catalogue.tokens() + catalogue.unfinishedDeletions())
        return try packageTokens().filter { !known.contains($0) }
    }

    /// Removes the folder of a package and everything in it; that there is none is no error.
    package func removePackage(_ token: OfflineVideoToken) throws(StoreError) {
        guard Self.isToken(token) else { throw .invalidName(token) }
        try folder.folder(Self.packagesName, creates: false)?.removeTree(token)
    }
}
