import VirtualTime

/// The first bytes of a box after its header; missing bytes are read as zero.
struct BoxFields {
    let bytes: [UInt8]

    var version: UInt8 { bytes.first ?? 0 }

    /// Returns the number in the four bytes at an index.
    func unsigned(_ place: Int) -> UInt64 { bytes.span.unsigned(at: place, count: 4) }

    /// Returns the four characters at an index; `nil` when they are not printable.
    func text(_ place: Int) -> String? {
        let characters = bytes.dropFirst(place).prefix(4)
        guard characters.count == 4, characters.allSatisfy({ (0x20..<0x7F).contains($0) }) else {
            return nil
        }
        return String(decoding: characters, as: UTF8.self)
    }

    /// Returns a duration; `nil` when it is zero or unknown, or when the timescale is zero.
    func duration(at place: Int, isLong: Bool, scale: Int64) -> MediaTime? {
        let width = isLong ? 8 : 4
        let count = bytes.span.unsigned(at: place, count: width)
        let unknown: UInt64 = isLong ? .max : 0xFFFF_FFFF
        guard count != 0, count != unknown, scale > 0 else { return nil }
        return MediaTime(Int64(clamping: count), timescale: scale)
    }
}

/// A table of a box, read piece by piece.
struct BoxTable {
    private static let pieceSize: Int64 = 1 << 16

    private let input: any ContainerInput
    private let range: Range<Int64>
    private let entrySize: Int64

    /// The number of entries that fit into the table.
    var count: Int64 { (range.upperBound - range.lowerBound) / entrySize }

    init(_ input: any ContainerInput, in range: Range<Int64>, entrySize: Int) {
        precondition(entrySize > 0, "an entry takes bytes")
        self.input = input
        self.range = range
        self.entrySize = Int64(entrySize)
    }

    /// Calls a closure for each of the first entries of the table.
    ///
    /// - Parameters:
    ///   - limit: The maximum number of entries to read.
    ///   - body: Receives the bytes of several entries, and the index at which the current entry
    ///     starts in these bytes.
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
