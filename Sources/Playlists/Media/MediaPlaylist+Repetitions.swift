extension MediaPlaylist {
    /// A segment that is listed more than once.
    package struct Repetition: Equatable, Sendable {
        /// The index of the segment.
        package let index: Int
        /// The index of the nearest earlier segment that is equal.
        ///
        /// Equal segments have the same location, byte range and discontinuity sequence number.
        package let earlier: Int
    }

    /// Returns the segments that repeat an earlier segment; gaps are ignored.
    ///
    /// A repetition has the location, the byte range and the discontinuity sequence number of the
    /// earlier segment. The search takes linear time. It creates no strings, since a playlist that
    /// covers a day has tens of thousands of locations.
    package func repetitions() -> [Repetition] {
        let owner = segments
        let segments = owner.span
        var found: [Repetition] = []
        var table = SegmentTable(capacity: segments.count)
        for index in segments.indices where !segments[index].isGap {
            // Each field is read in place, since a copy of the segment would retain all of them.
            let hash = Self.identityHash(
                segments[index].location, segments[index].byteRange,
                segments[index].discontinuitySequence, table.seed)
            let earlier = table.replace(hash, with: index) { other in
                segments[index].hasIdentity(of: segments[other])
            }
            if let earlier { found.append(Repetition(index: index, earlier: earlier)) }
        }
        return found
    }

    private static func identityHash(
        _ location: PooledText, _ byteRange: Range<Int64>?, _ discontinuity: Int, _ seed: UInt64
    ) -> UInt64 {
        var hash = location.hash(seed)
        if let byteRange {
            hash = hash.folded(UInt64(bitPattern: byteRange.lowerBound))
            hash = hash.folded(UInt64(bitPattern: byteRange.upperBound))
        }
        return hash.folded(UInt64(bitPattern: Int64(discontinuity)))
    }
}

extension MediaSegment {
    fileprivate func hasIdentity(of other: MediaSegment) -> Bool {
        byteRange == other.byteRange && discontinuitySequence == other.discontinuitySequence
            && location == other.location
    }
}

extension PooledText {
    /// Returns a hash value, which is the same for equal texts.
    fileprivate func hash(_ seed: UInt64) -> UInt64 {
        let owner = bytes
        let span = owner.span
        var hash = seed.folded(UInt64(span.count))
        var all: UInt64 = 0
        var index = 0
        while index + 8 <= span.count {
            let word = span.word(at: index)
            all |= word
            hash = hash.folded(word)
            index += 8
        }
        var rest: UInt64 = 0
        while index < span.count {
            rest = rest << 8 | UInt64(span[index])
            index += 1
        }
        all |= rest
        // Equal strings can consist of different bytes if they contain characters outside ASCII.
        // `Hasher` gives such strings the same hash.
        guard all & 0x8080_8080_8080_8080 == 0 else {
            var hasher = Hasher()
            hasher.combine(text)
            return UInt64(bitPattern: Int64(hasher.finalize()))
        }
        return hash.folded(rest)
    }
}

extension UInt64 {
    /// Returns a hash of this number and another number.
    ///
    /// The hash combines both halves of a full-width product.
    fileprivate func folded(_ other: UInt64) -> UInt64 {
        let product = (self ^ other).multipliedFullWidth(by: 0x9E37_79B9_7F4A_7C15)
        return product.high ^ product.low ^ self &* 0xD6E8_FEB8_6659_FD93
    }
}

/// A hash table of the indices of segments, with linear probing.
private struct SegmentTable {
    /// A number that differs between processes, so that no playlist can provoke collisions.
    let seed: UInt64
    private var indices: [Int32]
    private var hashes: [UInt32]
    private let mask: Int

    init(capacity: Int) {
        seed = UInt64(bitPattern: Int64(Hasher().finalize()))
        var size = 16
        while size < capacity * 2 { size *= 2 }
        mask = size - 1
        indices = Array(repeating: -1, count: size)
        hashes = Array(repeating: 0, count: size)
    }

    /// Inserts the index of a segment, in place of the index of an equal segment.
    ///
    /// - Returns: The index that was replaced; `nil` when there was none.
    mutating func replace(_ hash: UInt64, with index: Int, isEqual: (Int) -> Bool) -> Int? {
        let short = UInt32(truncatingIfNeeded: hash >> 32)
        var place = Int(truncatingIfNeeded: hash) & mask
        while indices[place] >= 0 {
            let other = Int(indices[place])
            if hashes[place] == short, isEqual(other) {
                indices[place] = Int32(index)
                return other
            }
            place = (place + 1) & mask
        }
        indices[place] = Int32(index)
        hashes[place] = short
        return nil
    }
}
