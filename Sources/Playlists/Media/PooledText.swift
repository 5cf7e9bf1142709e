/// A text stored in an array of bytes together with other texts.
///
/// A playlist that covers a day has tens of thousands of URIs. A string for each URI would need an
/// allocation, and several times as much memory as the bytes of the URI. In a shared array, the
/// pool, a URI takes only its own bytes.
struct PooledText: Equatable, Sendable {
    /// The UTF-8 of all texts of the pool, without separators.
    private var pool: [UInt8]
    // `UInt32` is half as large as `Int`, so that a range and its pool are as large as a string.
    private var start: UInt32
    private var count: UInt32

    /// The largest number of bytes in a pool.
    static let maximumPoolSize = Int(UInt32.max)

    /// Creates a text whose pool is set later.
    ///
    /// Until then, the text is empty.
    ///
    /// - Parameter range: The range of the text in its pool, within ``maximumPoolSize``.
    init(placed range: Range<Int>) {
        pool = []
        start = UInt32(range.lowerBound)
        count = UInt32(range.count)
    }

    /// Creates a text in a pool of its own.
    init(_ text: String) {
        precondition(text.utf8.count <= Self.maximumPoolSize, "a URI has less than 4 GB")
        pool = Array(text.utf8)
        start = 0
        count = UInt32(pool.count)
    }

    /// Creates a text from a range of a pool.
    init(_ range: Range<Int>, in pool: [UInt8]) {
        self.init(placed: range)
        fill(from: pool)
    }

    /// The range of the text in its pool.
    var range: Range<Int> { Int(start)..<Int(start) + Int(count) }

    /// Sets the pool that contains the text.
    mutating func fill(from pool: [UInt8]) {
        precondition(range.upperBound <= pool.count, "a place is within its pool")
        self.pool = pool
    }

    /// The text itself.
    var text: String { String(decoding: bytes, as: UTF8.self) }

    /// The text as UTF-8.
    var bytes: ArraySlice<UInt8> { pool.isEmpty ? [] : pool[range] }

    /// Whether the pool contains no other text.
    private var isAlone: Bool { Int(count) == pool.count }

    static func == (left: PooledText, right: PooledText) -> Bool {
        // Arrays that share their storage are equal without a comparison of their bytes.
        if left.isAlone, right.isAlone, left.pool == right.pool { return true }
        return areSameText(left.bytes, right.bytes)
    }

    /// Returns whether the bytes of two texts represent equal strings.
    ///
    /// Different bytes can represent equal strings only outside ASCII.
    static func areSameText(_ left: ArraySlice<UInt8>, _ right: ArraySlice<UInt8>) -> Bool {
        if left == right { return true }
        let isASCII = { (bytes: ArraySlice<UInt8>) in bytes.allSatisfy { $0 < 0x80 } }
        if isASCII(left) || isASCII(right) { return false }
        return String(decoding: left, as: UTF8.self) == String(decoding: right, as: UTF8.self)
    }
}

extension [MediaSegment] {
    /// Moves the URIs of the array's segments into one new pool, an array of bytes.
    ///
    /// As a result, the old pools, which also contain the URIs of removed segments, can be
    /// released.
    mutating func poolURIs() {
        var pool: [UInt8] = []
        var last: (location: PooledText, range: Range<Int>)?
        var ranges: [Range<Int>] = []
        ranges.reserveCapacity(count)
        for segment in self {
            // Consecutive segments with the same URI share a range, so that no pool exceeds the
            // size of its playlist.
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
