/// Writes a file in large pieces, bypassing the page cache where possible.
///
/// The files of a package count as stored only when they are on the disk, and they are read much
/// later if at all. Filling the page cache with them costs more than their transfer, and evicts the
/// data of other programs. On a file system that does not support direct writes, the page cache is
/// used.
struct PieceWriter: ~Copyable {
    /// The number of bytes collected for a piece; larger pieces were not measurably faster.
    private static let pieceSize = 512 << 10
    /// The smallest number of bytes that is written directly, bypassing the page cache.
    private static let leastDirectSize = 64 << 10

    private let file: Descriptor
    private var gathered = AlignedBytes(capacity: pieceSize)
    private var goesPastCache = true
    private var checksum: StreamingChecksum
    /// The number of bytes in the file.
    private(set) var written: Int64

    /// Starts to write after the existing bytes of a file.
    ///
    /// - Parameters:
    ///   - file: The file, to which only this writer writes.
    ///   - written: The number of existing bytes to keep; the remainder is truncated.
    ///   - checksum: The hash state of the bytes to keep.
    /// - Throws: When the file cannot be truncated.
    init(
        _ file: Descriptor, after written: Int64, checksum: consuming StreamingChecksum
    ) throws(StoreError) {
        self.file = file
        self.written = written
        self.checksum = checksum
        try file.cut(at: written)
    }

    /// The number of bytes received, including bytes not written yet.
    var size: Int64 { written + Int64(gathered.count) }

    /// The hash of the bytes in the file.
    var checksumOfWritten: UInt64 { checksum.value }

    /// Appends bytes, and writes complete pieces.
    ///
    /// - Throws: When they cannot be written; a part of them may be in the file.
    mutating func append(_ bytes: RawSpan) throws(StoreError) {
        var rest = bytes
        while rest.byteCount > 0 {
            // Every piece ends at a multiple of the alignment, even if the existing bytes do not.
            let excess = Int(written % Int64(AlignedBytes.alignment))
            let room = Self.pieceSize - excess - gathered.count
            let count = min(room, rest.byteCount)
            gathered.append(rest.extracting(first: count))
            rest = rest.extracting(droppingFirst: count)
            if count == room { try flush() }
        }
    }

    /// Writes the bytes that are collected but not written yet.
    ///
    /// - Throws: When not all of them can be written; some may already be in the file, and the
    ///   others are discarded.
    mutating func flush() throws(StoreError) {
        guard gathered.count > 0 else { return }
        var done = 0
        let failure = write(&done)
        // Written bytes are hashed here, while they are in the processor's cache.
        try gathered.withBytes(0..<done) { bytes in checksum.update(bytes) }
        written += Int64(done)
        gathered.removeAll()
        if let failure { throw failure }
    }

    /// Writes the collected bytes to the file and sets `done` to the number of bytes written.
    ///
    /// The result is the error that interrupted the write, or `nil` when all bytes are written.
    private mutating func write(_ done: inout Int) -> StoreError? {
        do throws(StoreError) {
            let count = gathered.count
            if goesPastCache, count >= Self.leastDirectSize,
                written % Int64(AlignedBytes.alignment) == 0
            {
                let whole = count - count % AlignedBytes.alignment
                done = try gathered.withBytes(0..<whole) { file.writePastCache($0) }
                goesPastCache = done == whole
            }
            try gathered.withBytes(0..<count) { bytes throws(StoreError) in
                try file.write(bytes, done: &done)
            }
            return nil
        } catch {
            return error
        }
    }

    /// Drops all received bytes.
    mutating func restart() throws(StoreError) {
        gathered.removeAll()
        guard written > 0 else { return }
        try file.cut(at: 0)
        written = 0
        checksum.reset()
    }
}
