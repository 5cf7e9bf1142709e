package import Transport

#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#endif

/// A file of a package while its bytes come: `NAME.part`, until ``finish(syncsFolder:)`` names it.
///
/// It is made and used on one thread. What came is kept when it goes away unfinished, and the next one
/// of the same name goes on there if the version of the resource is known.
package final class PackageFile: ByteSink {
    /// After how many bytes the record of a part is written anew: what a killed process loses.
    ///
    /// Most segments are smaller, and a second file for each of them would cost as much as writing
    /// them: file systems are slow to give out places of files that have just been removed.
    private static let recordInterval: Int64 = 4 << 20

    private let folder: Folder
    private let name: PackageName
    private let file: Descriptor
    private var writer: PieceWriter
    private var recordedSize: Int64 = 0
    private var hasRecord = false
    private var isFinished = false

    /// How many bytes are there: where the rest begins.
    package var size: Int64 { writer.size }
    /// Which version of the resource they are of; `nil` when unknown.
    package private(set) var version: String?
    /// Why bytes could not be written; `nil` while they can.
    package private(set) var failure: StoreError?

    /// Opens the part of a file, and makes it where there is none.
    ///
    /// - Parameters:
    ///   - name: The final name, relative to the package.
    ///   - package: The package.
    ///   - resumes: Whether what came before is gone on with, if it is intact and of a known version.
    /// - Throws: When the name could not have been generated, or the file cannot be written.
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
        }
        writer = try PieceWriter(file, after: recordedSize, checksum: checksum)
    }

    /// Opens a part when nobody else writes it any more: a request that was given up may go on for a
    /// moment, and what it finishes has another name then.
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

    /// Removes what is in the place of a file and is none of its own: a link, a folder, or a file that
    /// has another name elsewhere, which writing would change.
    private static func removeForeign(_ name: String, from folder: Folder) throws(StoreError) {
        guard let status = try folder.status(of: name) else { return }
        if status.isRegular, status.linkCount == 1 { return }
        try folder.removeTree(name)
    }

    deinit {
        guard !isFinished else { return }
        if failure == nil { try? writer.flush() }
        // What holds nothing is nothing to go on with.
        if size == 0, failure == nil { try? discard() } else { try? writeRecord() }
    }

    /// Whether the final name has been given to a file already.
    func isNamed() throws(StoreError) -> Bool {
        try folder.status(of: name.leaf)?.isRegular == true
    }

    // MARK: Bytes

    package func begin(at offset: Int64, version: String?) throws(TransportError) {
        if offset == 0 {
            try wrapped { () throws(StoreError) in try restart() }
            self.version = version.flatMap {
                $0.utf8.count <= PartRecord.maximumVersionLength ? $0 : nil
            }
            return
        }
        guard offset == size else { throw error(.rangeNotSatisfied) }
        if let version, version != self.version { throw error(.changed) }
    }

    package func append(_ bytes: RawSpan) throws(TransportError) {
        try wrapped { () throws(StoreError) in try write(bytes) }
    }

    func write(_ bytes: RawSpan) throws(StoreError) {
        try trying { () throws(StoreError) in try writer.append(bytes) }
        if writer.written - recordedSize >= Self.recordInterval { try writeRecord() }
    }

    /// Does what writes, unless that has failed before.
    private func trying(_ body: () throws(StoreError) -> Void) throws(StoreError) {
        if let failure { throw failure }
        do throws(StoreError) {
            try body()
        } catch {
            failure = error
            throw error
        }
    }

    /// Drops what came so far.
    private func restart() throws(StoreError) {
        if let failure { throw failure }
        try writer.restart()
        if hasRecord { try folder.remove(recordName) }
        hasRecord = false
        recordedSize = 0
    }

    // MARK: Ends

    /// Gives the file its final name once its bytes are on the disk.
    ///
    /// - Parameter syncsFolder: Whether the name is made sure of as well; otherwise
    ///   ``PackageFolder/sync()`` does it for many files at once.
    /// - Returns: The size and what the bytes hash to.
    /// - Throws: When its bytes could not all be written; the part stays.
    package func finish(syncsFolder: Bool = true) throws(StoreError) -> StoredFile {
        try trying { () throws(StoreError) in
            try writer.flush()
            try file.sync()
        }
        // A name is not given to a file in the place of a folder.
        if try folder.status(of: name.leaf)?.isFolder == true { try folder.removeTree(name.leaf) }
        try folder.rename(name.leaf + PackageName.partEnding, to: name.leaf)
        isFinished = true
        if hasRecord { try folder.remove(recordName) }
        if syncsFolder { try folder.sync() }
        return StoredFile(size: size, checksum: writer.checksumOfWritten)
    }

    /// Removes what came.
    package func discard() throws(StoreError) {
        isFinished = true
        try folder.remove(name.leaf + PackageName.partEnding)
        try folder.remove(recordName)
    }

    // MARK: Records

    private var recordName: String { name.leaf + PartRecord.ending }

    /// Reads the record of a part.
    ///
    /// - Returns: What it says, if it says anything; `nil` when there is none.
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

    /// Hashes what a record speaks of.
    ///
    /// - Returns: Whether it is there as it was.
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
        let record = PartRecord(size: size, checksum: writer.checksumOfWritten, version: version)
            .bytes
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
            throw self.error(.failed("\(error)"))
        }
    }

    private func error(_ cause: TransportError.Cause) -> TransportError {
        TransportError(url: file.label, cause: cause)
    }
}
