#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#endif

import Transport

/// The damage to a file of a package.
package enum FileDamage: Sendable, Equatable {
    case missing
    /// A symbolic link, a folder or another entry has the name of the file.
    case notAFile
    case wrongSize(expected: Int64, found: Int64)
    case wrongChecksum
    /// The file matches its record, but it is not media; the associated value is the reason.
    case notMedia(String)
    /// The recorded playlist of the file cannot be used; the associated value is the reason.
    ///
    /// Writing the file again does not help: its contents must be planned again.
    case unusableRecord(String)
    /// An unexpected entry of the folder: no file of the complete package has this name.
    case stray

    /// Whether the bytes were already wrong when the server sent them.
    var isOfOriginal: Bool {
        switch self {
        case .notMedia, .unusableRecord: true
        case .missing, .notAFile, .wrongSize, .wrongChecksum, .stray: false
        }
    }
}

/// The open folder of one package, which any thread may use.
package final class PackageFolder: Sendable {
    package let token: OfflineVideoToken
    /// The path of the folder.
    package let path: String
    let folder: Folder

    init(token: OfflineVideoToken, path: String, folder: Folder) {
        self.token = token
        self.path = path
        self.folder = folder
    }

    /// Returns the URL of a file in the package, for a player.
    package func url(of name: String) -> String { LocalPath.url("\(path)/\(name)") }

    /// Returns the folder that contains a file; `nil` if it is missing and not created.
    ///
    /// An entry that is not a folder counts as missing. It is removed before the folder is created.
    func parent(of name: PackageName, creates: Bool) throws(StoreError) -> Folder? {
        guard let inner = name.folder else { return folder }
        if let status = try folder.status(of: inner), !status.isFolder {
            guard creates else { return nil }
            do throws(StoreError) {
                // The entry is not a folder but, for example, a symbolic link. The target of a link
                // remains.
                try folder.remove(inner)
            } catch {
                // Another thread may have made the folder meanwhile.
                guard try folder.status(of: inner)?.isFolder == true else { throw error }
            }
        }
        return try folder.folder(inner, creates: creates)
    }

    /// Returns the size of a completed file; `nil` when there is no such file.
    package func size(of name: String) throws(StoreError) -> Int64? {
        let name = try PackageName(name)
        guard let status = try parent(of: name, creates: false)?.status(of: name.leaf),
            status.isRegular
        else { return nil }
        return status.size
    }

    /// Hashes a completed file.
    ///
    /// - Returns: The size and the hash of the file; `nil` when there is no such file.
    package func measure(_ name: String) throws(StoreError) -> StoredFile? {
        let name = try PackageName(name)
        guard let parent = try parent(of: name, creates: false),
            let file = try Descriptor.openFile(name.leaf, in: parent, flags: O_RDONLY)
        else { return nil }
        var checksum = StreamingChecksum()
        let size = try file.hash(upTo: .max, into: &checksum)
        return StoredFile(size: size, checksum: checksum.value)
    }

    /// Returns the bytes of a completed file; `nil` if missing or larger than the limit.
    package func read(_ name: String, limit: Int) throws(StoreError) -> [UInt8]? {
        guard let size = try size(of: name), size <= limit else { return nil }
        let name = try PackageName(name)
        guard let parent = try parent(of: name, creates: false),
            let file = try Descriptor.openFile(name.leaf, in: parent, flags: O_RDONLY)
        else { return nil }
        var bytes: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 64 << 10)
        while bytes.count < limit {
            let count = try file.read(
                at: Int64(bytes.count), into: &buffer, atMost: limit - bytes.count)
            if count == 0 { break }
            bytes += buffer.prefix(count)
        }
        return bytes
    }

    /// Compares a file with the size and checksum that were recorded when it was stored.
    ///
    /// - Returns: The damage; `nil` when the file is intact.
    package func damage(
        of name: String, expected: StoredFile
    ) throws(StoreError) -> FileDamage? {
        let place = try PackageName(name)
        guard let found = try parent(of: place, creates: false)?.status(of: place.leaf) else {
            return .missing
        }
        guard found.isRegular else { return .notAFile }
        guard found.size == expected.size else {
            return .wrongSize(expected: expected.size, found: found.size)
        }
        guard let found = try measure(name) else { return .missing }
        return found == expected ? nil : .wrongChecksum
    }

    /// Returns the unexpected entries of the package, in order.
    ///
    /// A folder that contains no expected entry is returned without its contents. An empty folder
    /// is not returned.
    package func strays(besides names: Set<String>) throws(StoreError) -> [String] {
        let folders = Set(names.filter { $0.contains("/") }.map { $0.prefix { $0 != "/" } })
        var strays: [String] = []
        for name in try folder.names() where !names.contains(name) {
            let isFolder = try folder.status(of: name)?.isFolder == true
            let files = isFolder ? try folder.folder(name, creates: false)?.names() : nil
            if let files, files.isEmpty || folders.contains(name[...]) {
                strays += files.map { "\(name)/\($0)" }.filter { !names.contains($0) }
            } else {
                strays.append(name)
            }
        }
        return strays
    }

    /// Writes a small file atomically.
    ///
    /// - Returns: The size and the hash of the file.
    @discardableResult
    package func write(_ bytes: [UInt8], to name: String) throws(StoreError) -> StoredFile {
        let file = try PackageFile(name, in: self, resumes: false)
        try unsafe file.write(bytes.span.bytes)
        return try file.finish()
    }

    /// Removes a file, its part file and the record of the part file.
    ///
    /// An entry of a different kind with the name of the file or its folder is removed too.
    package func remove(_ name: String) throws(StoreError) {
        let name = try PackageName(name)
        guard let parent = try parent(of: name, creates: false) else {
            if let inner = name.folder { try folder.removeTree(inner) }
            return
        }
        for ending in ["", PackageName.partEnding, PartRecord.ending] {
            try parent.removeTree(name.leaf + ending)
        }
    }

    /// Returns the names of all entries in the package and its folders, in order.
    func fileNames() throws(StoreError) -> [String] {
        var names: [String] = []
        for name in try folder.names() {
            guard try folder.status(of: name)?.isFolder == true,
                let inner = try folder.folder(name, creates: false)
            else {
                names.append(name)
                continue
            }
            names += try inner.names().map { "\(name)/\($0)" }
        }
        return names
    }

    /// Returns the open folder for a file name; `nil` when the package has no such folder.
    func folder(around name: String) throws(StoreError) -> Folder? {
        guard let slash = name.firstIndex(of: "/") else { return folder }
        return try folder.folder(String(name[..<slash]), creates: false)
    }

    /// Removes an entry found by ``strays(besides:)`` or ``fileNames()``.
    func removeStray(_ name: String) throws(StoreError) {
        guard let slash = name.firstIndex(of: "/") else { return try folder.removeTree(name) }
        try folder(around: name)?.removeTree(String(name[name.index(after: slash)...]))
    }

    /// Removes all part files and their records.
    ///
    /// Called when the package is complete or its download will not be continued.
    package func removeParts() throws(StoreError) {
        try Self.removeParts(in: folder)
        for name in try folder.names() where try folder.status(of: name)?.isFolder == true {
            if let inner = try folder.folder(name, creates: false) {
                try Self.removeParts(in: inner)
            }
        }
    }

    private static func removeParts(in folder: Folder) throws(StoreError) {
        for name in try folder.names()
        where name.hasSuffix(PackageName.partEnding) || name.hasSuffix(PartRecord.ending) {
            try folder.remove(name)
        }
    }

    /// Waits until the directory entries of the package and its folders are on the disk.
    ///
    /// One call is enough for many files that were completed by
    /// ``PackageFile/finish(syncsFolder:)`` without waiting.
    package func sync() throws(StoreError) {
        for name in try folder.names() where try folder.status(of: name)?.isFolder == true {
            try folder.folder(name, creates: false)?.sync()
        }
        try folder.sync()
    }

    /// Returns the total size of the package's files, including part files.
    package func size() throws(StoreError) -> Int64 {
        try folder.size()
    }
}

extension Descriptor {
    /// Hashes the file from its start, in pieces.
    ///
    /// - Returns: The number of bytes hashed, at most `limit`.
    func hash(
        upTo limit: Int64, into checksum: inout StreamingChecksum
    ) throws(StoreError) -> Int64 {
        var buffer = [UInt8](repeating: 0, count: 256 << 10)
        var offset: Int64 = 0
        while offset < limit {
            let wanted = Int(clamping: limit - offset)
            let count = try read(at: offset, into: &buffer, atMost: wanted)
            if count == 0 { break }
            unsafe checksum.update(buffer.span.bytes.extracting(first: count))
            offset += Int64(count)
        }
        return offset
    }
}
