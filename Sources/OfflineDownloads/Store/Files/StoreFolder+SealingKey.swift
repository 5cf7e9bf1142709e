#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#endif

extension StoreFolder {
    private static let keyName = "licence.key"
    private static let newKeyName = "licence.key.new"
    private static let maximumKeySize = 4096

    /// Returns the key that encrypts the licences of this store; `nil` before it is created.
    ///
    /// - Throws: `StoreError.unsafeFile` when other users may access the key file, or when it is
    ///   not a valid key file.
    package func sealingKey() throws(StoreError) -> [UInt8]? {
        guard let file = try Descriptor.openFile(Self.keyName, in: folder, flags: O_RDONLY) else {
            return nil
        }
        let status = try file.status()
        guard status.permissions & ~0o600 == 0 else {
            throw .unsafeFile(
                path: file.label, reason: "other users may access it; its mode must be 0600")
        }
        guard (1...Int64(Self.maximumKeySize)).contains(status.size) else {
            throw .unsafeFile(path: file.label, reason: "it holds no key")
        }
        var bytes = [UInt8](repeating: 0, count: Self.maximumKeySize)
        let count = try file.read(at: 0, into: &bytes, atMost: bytes.count)
        return Array(bytes.prefix(count))
    }

    /// Stores a new key that encrypts the licences of this store, unless there is already one.
    ///
    /// - Parameter key: The new key.
    /// - Returns: The key that the store uses: the existing key, or else the new one.
    /// - Throws: When the new key cannot be written, or the existing key cannot be used.
    package func keepSealingKey(_ key: [UInt8]) throws(StoreError) -> [UInt8] {
        guard (1...Self.maximumKeySize).contains(key.count) else {
            throw .unstorable("a key of \(key.count) bytes")
        }
        if let kept = try sealingKey() { return kept }
        // The key is written to a temporary file and then linked to its name, so that a crash never
        // leaves a truncated key.
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
