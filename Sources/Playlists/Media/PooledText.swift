/// A text that lies in an array of bytes together with others.
///
/// A playlist of a day has tens of thousands of URIs. As strings they take several times their
/// length, one allocation each; in a pool they take their length.
struct PooledText: Equatable, Sendable {
    /// The UTF-8 of all texts of the pool, without anything between them.
    private var pool: [UInt8]
    // Half the size of an `Int` each, so that a place and its pool are as large as a string.
    private var start: UInt32
    private var count: UInt32

    /// How many bytes a pool holds at most.
    static let maximumPoolSize = Int(UInt32.max)

    /// Makes a place in a pool that is still being filled; it reads as empty until then.
    ///
    /// - Parameter range: Where the text lies, within the size of the largest pool.
    init(placed range: Range<Int>) {
        pool = []
        start = UInt32(range.lowerBound)
        count = UInt32(range.count)
    }

    /// Makes a pool of one text.
    init(_ text: String) {
        precondition(text.utf8.count <= Self.maximumPoolSize, "a URI has less than 4 GB")
        pool = Array(text.utf8)
        start = 0
        count = UInt32(pool.count)
    }

    /// Makes a place in a pool.
    init(_ range: Range<Int>, in pool: [UInt8]) {
        self.init(placed: range)
        fill(from: pool)
    }

    /// Where the text lies in its pool.
    var range: Range<Int> { Int(start)..<Int(start) + Int(count) }

    /// Gives the place the pool that it lies in.
    mutating func fill(from pool: [UInt8]) {
        precondition(range.upperBound <= pool.count, "a place lies within its pool")
        self.pool = pool
    }

    /// The text itself.
    var text: String { String(decoding: bytes, as: UTF8.self) }

    /// The text as UTF-8.
    var bytes: ArraySlice<UInt8> { pool.isEmpty ? [] : pool[range] }

    static func == (left: PooledText, right: PooledText) -> Bool {
        areSameText(left.bytes, right.bytes)
    }

    /// Whether bytes make the same text, as strings compare it.
    ///
    /// Only beyond ASCII can different bytes be one text, in two spellings.
    static func areSameText(_ left: ArraySlice<UInt8>, _ right: ArraySlice<UInt8>) -> Bool {
        if left == right { return true }
        let isASCII = { (bytes: ArraySlice<UInt8>) in bytes.allSatisfy { $0 < 0x80 } }
        if isASCII(left) || isASCII(right) { return false }
        return String(decoding: left, as: UTF8.self) == String(decoding: right, as: UTF8.self)
    }
}

extension [MediaSegment] {
    /// Puts all URIs into one pool, so that none keeps those of segments that are gone.
    mutating func poolURIs() {
        var pool: [UInt8] = []
        var last: (location: PooledText, range: Range<Int>)?
        var ranges: [Range<Int>] = []
        ranges.reserveCapacity(count)
        for segment in self {
            // The pieces of one resource share a place, so that no pool outgrows its playlist.
            if let last, last.location == segment.location {
                ranges.append(last.range)
                continue
            }
            let start = pool.count
            pool.append(contentsOf: segment.location.bytes)
            last = (segment.location, start..<pool.count)
            ranges.append(start..<pool.count)
        }
        guard pool.count <= PooledText.maximumPoolSize else { return }
        for index in indices { self[index].location = PooledText(ranges[index], in: pool) }
    }
}
