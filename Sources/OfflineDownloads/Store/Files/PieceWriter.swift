/// Writes a file in large pieces, and past the memory of the system where that can be done.
///
/// The files of a package have to be on the disk before they count, and are read much later if at
/// all. To fill the page cache with them costs more than their transfer, and drives out what others
/// have there. A file system that refuses to do without is written to as usual.
struct PieceWriter: ~Copyable {
    /// How many bytes are gathered; larger pieces were not found to be faster.
    private static let pieceSize = 512 << 10
    /// Fewer bytes are not worth a way of their own.
    private static let leastDirectSize = 64 << 10

    private let file: Descriptor
    private var gathered = AlignedBytes(capacity: pieceSize)
    private var goesPastCache = true
    private var checksum: StreamingChecksum
    /// How many bytes the file holds.
    private(set) var written: Int64

    /// Goes on behind what a file holds already.
    ///
    /// - Parameters:
    ///   - file: The file, in which nobody else writes.
    ///   - written: How many of its bytes are kept.
    ///   - checksum: The state of their hash.
    /// - Throws: When what is behind them cannot be cut off.
    init(
        _ file: Descriptor, after written: Int64, checksum: consuming StreamingChecksum
    ) throws(StoreError) {
        self.file = file
        self.written = written
        self.checksum = checksum
        try file.cut(at: written)
    }

    /// How many bytes came: those in the file, and those that wait for more.
    var size: Int64 { written + Int64(gathered.count) }

    /// What the bytes in the file hash to.
    var checksumOfWritten: UInt64 { checksum.value }

    /// Takes bytes, and writes when they are enough for a piece.
    ///
    /// - Throws: When they cannot be written; what fitted is in the file.
    mutating func append(_ bytes: RawSpan) throws(StoreError) {
        var rest = bytes
        while rest.byteCount > 0 {
            // Pieces end at multiples of the alignment, also those behind a part that does not.
            let excess = Int(written % Int64(AlignedBytes.alignment))
            let room = Self.pieceSize - excess - gathered.count
            let count = min(room, rest.byteCount)
            gathered.append(rest.extracting(first: count))
            rest = rest.extracting(droppingFirst: count)
            if count == room { try flush() }
        }
    }

    /// Writes what waits for more.
    ///
    /// - Throws: When it cannot be written; what fitted is in the file, and the rest is forgotten.
    mutating func flush() throws(StoreError) {
        guard gathered.count > 0 else { return }
        var done = 0
        let failure = write(&done)
        // What was written is hashed here, while it is near at hand.
        try gathered.withBytes(0..<done) { bytes in checksum.update(bytes) }
        written += Int64(done)
        gathered.removeAll()
        if let failure { throw failure }
    }

    /// Writes what is gathered, and counts what was written of it.
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

    /// Drops everything that came.
    mutating func restart() throws(StoreError) {
        gathered.removeAll()
        guard written > 0 else { return }
        try file.cut(at: 0)
        written = 0
        checksum.reset()
    }
}
