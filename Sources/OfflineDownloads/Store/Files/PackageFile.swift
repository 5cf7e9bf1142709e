import Containers
import Formats
package import Transport

#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#endif

/// A file of a package that is being downloaded, under the name `NAME.part`.
///
/// ``finish(syncsFolder:)`` gives the file its final name. This object is used on one thread. If it
/// is released before the file is finished, the bytes are kept. The next ``PackageFile`` with the
/// same name then resumes, if the version of the resource (such as its `ETag`) is known.
package final class PackageFile: ByteSink {
    /// The number of written bytes after which the record of a part file is written again.
    ///
    /// A killed process loses at most this many bytes. Most segments are smaller and have no
    /// record. A record for each segment would cost as much time as the segment itself, because
    /// each record is removed soon, and file systems are slow to reuse the space of removed files.
    private static let recordInterval: Int64 = 4 << 20

    private let folder: Folder
    private let name: PackageName
    private let file: Descriptor
    private var writer: PieceWriter
    private var recordedSize: Int64 = 0
    private var hasRecord = false
    private var isFinished = false
    /// The first bytes of the file, enough to recognize the format of the content.
    ///
    /// Empty if the bytes were kept from an earlier download.
    private var head: [UInt8] = []

    /// The number of received bytes, which is the offset from which a later request resumes.
    package var size: Int64 { writer.size }
    /// The version of the resource that the bytes belong to; `nil` when it is unknown.
    package private(set) var version: String?
    /// The size of the complete resource in this version; `nil` when it is unknown.
    package private(set) var totalByteCount: Int64?
    /// The reason why bytes could not be written; `nil` when there is none.
    package private(set) var failure: StoreError?

    /// Opens the part file of a file, and creates it if missing.
    ///
    /// - Parameters:
    ///   - name: The final name, relative to the package.
    ///   - package: The folder of the package.
    ///   - resumes: Whether bytes of an earlier download are kept, if they are intact and their
    ///     version is known.
    /// - Throws: When the name is not a valid package file name, or when the file cannot be
    ///   written.
    package init(
        _ name: String, in package: PackageFolder, resumes: Bool = true
    ) throws(StoreError) {
        let name = try PackageName(name)
        guard let folder = try package.parent(of: name, creates: true) else {
            throw .invalidName(name.leaf)
        }
        let part = name.leaf + PackageName.partEnding
        let file = try Self.openAlone(part, in: folder)
        self.name = name
        self.folder = folder
        self.file = file
        var checksum = StreamingChecksum()
        let record = resumes ? try Self.readRecord(of: name, in: folder) : nil
        hasRecord = record != nil
        if case .some(.some(let record)) = record,
            try Self.isTrue(record, of: file, checksum: &checksum)
        {
            recordedSize = record.size
            version = record.version
            totalByteCount = record.totalByteCount
        }
        writer = try PieceWriter(file, after: recordedSize, checksum: checksum)
    }

    /// Opens a part file with an exclusive lock.
    ///
    /// A cancelled request may still be writing to the part file. If that request completes and
    /// renames the part file, a new part file is created.
    private static func openAlone(
        _ part: String, in folder: Folder
    ) throws(StoreError) -> Descriptor {
        while true {
            try removeForeign(part, from: folder)
            guard let file = try Descriptor.openFile(part, in: folder, flags: O_RDWR | O_CREAT)
            else { throw .io(path: folder.label(of: part), reason: "no such file") }
            guard retrying({ Int(flock(file.number, LOCK_EX)) }) == 0 else {
                throw SystemReason.error(errno, file.label)
            }
            if try file.status().identity == folder.status(of: part)?.identity { return file }
        }
    }

    /// Removes an entry that this class did not create: a symbolic link, a folder, or a hard link.
    private static func removeForeign(_ name: String, from folder: Folder) throws(StoreError) {
        guard let status = try folder.status(of: name) else { return }
        if status.isRegular, status.linkCount == 1 { return }
        try folder.removeTree(name)
    }

    deinit {
        guard !isFinished else { return }
        if failure == nil { try? writer.flush() }
        // An empty part file cannot be resumed.
        if size == 0, failure == nil { try? discard() } else { try? writeRecord() }
    }

    /// Returns whether a file already has the final name.
    func isNamed() throws(StoreError) -> Bool {
        try folder.status(of: name.leaf)?.isRegular == true
    }

    // MARK: Bytes

    package func begin(
        at offset: Int64, version: String?, totalByteCount: Int64? = nil
    ) throws(TransportError) {
        if offset == 0 {
            try wrapped { () throws(StoreError) in try restart() }
            self.totalByteCount = totalByteCount
            self.version = version.flatMap {
                $0.utf8.count <= PartRecord.maximumVersionLength ? $0 : nil
            }
            return
        }
        guard offset == size else { throw error(.rangeNotSatisfied) }
        if let version, version != self.version { throw error(.changed) }
        guard let totalByteCount else { return }
        if totalByteCount != self.totalByteCount ?? totalByteCount { throw error(.changed) }
        self.totalByteCount = totalByteCount
    }

    package func append(_ bytes: RawSpan) throws(TransportError) {
        try wrapped { () throws(StoreError) in try write(bytes) }
    }

    func write(_ bytes: RawSpan) throws(StoreError) {
        let rest = ForeignContent.windowSize - head.count
        if rest > 0, size == head.count {
            let part = bytes.extracting(first: rest)
            unsafe part.withUnsafeBytes { unsafe head.append(contentsOf: $0) }
        }
        try trying { () throws(StoreError) in try writer.append(bytes) }
        if writer.written - recordedSize >= Self.recordInterval { try writeRecord() }
    }

    /// Performs a write; if an earlier write has failed, throws the error of that write instead.
    private func trying(_ body: () throws(StoreError) -> Void) throws(StoreError) {
        if let failure { throw failure }
        do throws(StoreError) {
            try body()
        } catch {
            failure = error
            throw error
        }
    }

    /// Discards the bytes received so far.
    private func restart() throws(StoreError) {
        if let failure { throw failure }
        try writer.restart()
        head.removeAll()
        if hasRecord { try folder.remove(recordName) }
        hasRecord = false
        recordedSize = 0
    }

    /// Returns the first bytes of the file, enough to recognize the format of the content.
    ///
    /// The bytes are read from the disk only if they were kept from an earlier download.
    func start() throws(StoreError) -> [UInt8] {
        if !head.isEmpty || size == 0 { return head }
        try trying { () throws(StoreError) in try writer.flush() }
        var bytes = [UInt8](repeating: 0, count: ForeignContent.windowSize)
        let found = try file.read(at: 0, into: &bytes, atMost: bytes.count)
        return Array(bytes.prefix(found))
    }

    /// Returns the received bytes for reading, which are written to the file first.
    func input() throws(StoreError) -> PartInput {
        try trying { () throws(StoreError) in try writer.flush() }
        return PartInput(head: head, file: file, byteCount: size)
    }

    // MARK: Completion

    /// Gives the file its final name when all its bytes are on the disk.
    ///
    /// - Parameter syncsFolder: Whether to wait until the new name is also on the disk; otherwise,
    ///   the caller waits for many files together with ``PackageFolder/sync()``.
    /// - Returns: The size and the hash of the file.
    /// - Throws: When not all bytes could be written; the part file remains.
    package func finish(syncsFolder: Bool = true) throws(StoreError) -> StoredFile {
        try trying { () throws(StoreError) in
            try writer.flush()
            try file.sync()
        }
        // A file cannot be renamed to the name of a folder.
        if try folder.status(of: name.leaf)?.isFolder == true { try folder.removeTree(name.leaf) }
        try folder.rename(name.leaf + PackageName.partEnding, to: name.leaf)
        isFinished = true
        if hasRecord { try folder.remove(recordName) }
        if syncsFolder { try folder.sync() }
        return StoredFile(size: size, checksum: writer.checksumOfWritten)
    }

    /// Removes the part file and its record.
    package func discard() throws(StoreError) {
        isFinished = true
        try folder.remove(name.leaf + PackageName.partEnding)
        try folder.remove(recordName)
    }

    // MARK: Records

    private var recordName: String { name.leaf + PartRecord.ending }

    /// Reads the record of a part file.
    ///
    /// - Returns: The record. The outer optional is `nil` when there is no record file, and the
    ///   inner one is `nil` when the record is malformed.
    private static func readRecord(
        of name: PackageName, in folder: Folder
    ) throws(StoreError) -> PartRecord?? {
        let name = name.leaf + PartRecord.ending
        try removeForeign(name, from: folder)
        guard let file = try Descriptor.openFile(name, in: folder, flags: O_RDONLY) else {
            return nil
        }
        var bytes = [UInt8](repeating: 0, count: PartRecord.maximumSize + 1)
        let count = try file.read(at: 0, into: &bytes, atMost: bytes.count)
        return .some(PartRecord(Array(bytes.prefix(count))))
    }

    /// Returns whether the bytes that a record covers match the hash in the record.
    ///
    /// If the bytes match, `checksum` covers them afterwards; otherwise, it covers no bytes.
    private static func isTrue(
        _ record: PartRecord, of file: Descriptor, checksum: inout StreamingChecksum
    ) throws(StoreError) -> Bool {
        guard try file.status().size >= record.size else { return false }
        let found = try file.hash(upTo: record.size, into: &checksum)
        if found == record.size, checksum.value == record.checksum { return true }
        checksum.reset()
        return false
    }

    private func writeRecord() throws(StoreError) {
        let size = writer.written
        guard let version, size > 0, size != recordedSize else { return }
        let flags = O_WRONLY | O_CREAT
        try Self.removeForeign(recordName, from: folder)
        guard let file = try Descriptor.openFile(recordName, in: folder, flags: flags) else {
            throw .io(path: folder.label(of: recordName), reason: "no such file")
        }
        let record = PartRecord(
            size: size, checksum: writer.checksumOfWritten, totalByteCount: totalByteCount,
            version: version
        ).bytes
        try unsafe file.write(record.span.bytes)
        try file.cut(at: Int64(record.count))
        hasRecord = true
        recordedSize = size
    }

    // MARK: Errors

    private func wrapped(_ body: () throws(StoreError) -> Void) throws(TransportError) {
        do throws(StoreError) {
            try body()
        } catch {
            failure = error
            throw self.error(.underlying(UnderlyingError(error)))
        }
    }

    private func error(_ cause: TransportError.Cause) -> TransportError {
        TransportError(url: file.label, cause: cause)
    }
}
