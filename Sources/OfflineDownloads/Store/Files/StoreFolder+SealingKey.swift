#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#endif

extension StoreFolder {
    private static let keyName = "licence.key"
    private static let newKeyName = "licence.key.new"
    private static let maximumKeySize = 4096

    /// The key that the licences of this store are sealed with; `nil` before there is one.
    ///
    /// - Throws: `StoreError.unsafeFile` when others than the user may read it, or it is no file.
    package func sealingKey() throws(StoreError) -> [UInt8]? {
        guard let file = try Descriptor.openFile(Self.keyName, in: folder, flags: O_RDONLY) else {
            return nil
        }
        let status = try file.status()
        guard status.permissions & ~0o600 == 0 else {
            throw .unsafeFile(
                path: file.label, reason: "others may use it; its mode has to be 0600")
        }
        guard (1...Int64(Self.maximumKeySize)).contains(status.size) else {
            throw .unsafeFile(path: file.label, reason: "it holds no key")
        }
        var bytes = [UInt8](repeating: 0, count: Self.maximumKeySize)
        let count = try file.read(at: 0, into: &bytes, atMost: bytes.count)
        return Array(bytes.prefix(count))
    }

    /// Keeps a new key for the licences of this store.
    ///
    /// - Parameter key: The key.
    /// - Returns: The key of the store: an older one when there was one already.
    /// - Throws: When it cannot be written, or what is there cannot be used.
    package func keepSealingKey(_ key: [UInt8]) throws(StoreError) -> [UInt8] {
        guard (1...Self.maximumKeySize).contains(key.count) else {
            throw .unstorable("a key of \(key.count) bytes")
        }
        if let kept = try sealingKey() { return kept }
        // Written beside and linked, so that a process that dies here leaves no key cut short.
        try folder.remove(Self.newKeyName)
        let flags = O_WRONLY | O_CREAT | O_EXCL
        let opened = try Descriptor.openFile(
            Self.newKeyName, in: folder, flags: flags, mode: 0o600)
        guard let file = opened else {
            throw .io(path: folder.label(of: Self.newKeyName), reason: "no such file")
        }
        try unsafe file.write(key.span.bytes)
        try file.sync()
        let isNew = try folder.link(Self.newKeyName, as: Self.keyName)
        try folder.remove(Self.newKeyName)
        try folder.sync()
        if isNew { return key }
        guard let kept = try sealingKey() else {
            throw .io(path: folder.label(of: Self.keyName), reason: "no such file")
        }
        return kept
    }
}
