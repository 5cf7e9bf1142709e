/// Iterates strictly over the boxes that fill a range of a file.
///
/// It reads only headers, so the size of the contents does not matter. A box that does not end
/// within the range, or bytes outside any box, mark the range as malformed.
///
/// Reference: ISO/IEC 14496-12, section 4.2.
struct BoxCursor {
    /// A box and the range of its contents.
    struct Box {
        var type: String
        var contents: Range<Int64>
    }

    private static let mostBoxes = 4096

    private let input: any ContainerInput
    private let end: Int64
    private var offset: Int64
    private var boxesLeft = Self.mostBoxes

    /// Whether the walk ended early.
    private(set) var isBroken = false

    init(_ input: any ContainerInput, in range: Range<Int64>) {
        self.input = input
        offset = range.lowerBound
        end = range.upperBound
    }

    /// Returns the next box; `nil` at the end of the range and at damage.
    mutating func next() throws(ContainerError) -> Box? {
        guard offset < end, !isBroken else { return nil }
        let header = try input.contents(offset..<min(end, offset + 16))
        // QuickTime ends some lists with a size of zero.
        if end - offset < 8, header.allSatisfy({ $0 == 0 }) { return nil }
        boxesLeft -= 1
        guard boxesLeft >= 0, let box = ISOBox(header: header.span, offset: offset),
            let size = box.byteCount, size <= end - offset
        else {
            isBroken = true
            return nil
        }
        let contents = offset + box.headerCount..<offset + size
        offset += size
        return Box(type: box.type, contents: contents)
    }
}

extension ContainerInput {
    /// Reads a range; fewer bytes only where the input ends.
    func contents(_ range: Range<Int64>) throws(ContainerError) -> [UInt8] {
        do {
            return try bytes(
                at: range.lowerBound, count: Int(range.upperBound - range.lowerBound))
        } catch {
            throw ContainerError(.input(error), offset: range.lowerBound)
        }
    }
}

/// A table of a box, read piece by piece.
struct BoxTable {
    private static let pieceSize: Int64 = 1 << 16

    private let input: any ContainerInput
    private let range: Range<Int64>
    private let entrySize: Int64

    /// The number of entries that the table has room for.
    var count: Int64 { (range.upperBound - range.lowerBound) / entrySize }

    init(_ input: any ContainerInput, in range: Range<Int64>, entrySize: Int) {
        precondition(entrySize > 0, "an entry takes bytes")
        self.input = input
        self.range = range
        self.entrySize = Int64(entrySize)
    }

    /// Calls a closure with each of the first entries, as the numbers of four bytes that it holds.
    ///
    /// - Parameters:
    ///   - limit: The most entries to read.
    ///   - body: Gets the bytes and the index of the entry.
    /// - Throws: `ContainerError` when the bytes cannot be read.
    func forEach(
        first limit: Int64, _ body: (Span<UInt8>, Int) -> Void
    ) throws(ContainerError) {
        var left = min(limit, count)
        var place = range.lowerBound
        let perPiece = max(1, Self.pieceSize / entrySize)
        while left > 0 {
            let entries = min(left, perPiece)
            let bytes = try input.contents(place..<place + entries * entrySize)
            guard bytes.count == Int(entries * entrySize) else { return }
            let span = bytes.span
            for entry in 0..<Int(entries) { body(span, entry * Int(entrySize)) }
            left -= entries
            place += entries * entrySize
        }
    }
}
