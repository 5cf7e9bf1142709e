extension Span<UInt8> {
    /// Returns the big-endian number of up to eight bytes at an index.
    ///
    /// Bytes beyond the end are read as zero.
    @inlinable package func unsigned(at index: Int, count: Int) -> UInt64 {
        var value: UInt64 = 0
        for place in index..<index + count {
            value = value << 8 | (place < self.count ? UInt64(self[place]) : 0)
        }
        return value
    }

    /// Returns a synchsafe number of ID3: the low seven bits of each of four bytes.
    ///
    /// The result is zero when there are too few bytes.
    ///
    /// Reference: id3v2.4.0-structure, section 6.2 (synchsafe integers).
    package func synchsafe(at index: Int) -> Int {
        guard index + 4 <= count else { return 0 }
        return (0..<4).reduce(0) { $0 << 7 | Int(self[index + $1] & 0x7F) }
    }

    /// Returns the big-endian number of the four bytes at an index, which must exist.
    @inlinable @inline(__always) package func word(at index: Int) -> UInt32 {
        UInt32(self[index]) << 24 | UInt32(self[index + 1]) << 16 | UInt32(self[index + 2]) << 8
            | UInt32(self[index + 3])
    }
}

extension [UInt8] {
    /// Writes a number big-endian over existing bytes.
    package mutating func setNumber(_ value: UInt64, at index: Int, count: Int) {
        for place in 0..<count {
            self[index + place] = UInt8(
                truncatingIfNeeded: value >> UInt64(8 * (count - 1 - place)))
        }
    }

    /// Returns whether the array contains the expected bytes at an index.
    ///
    /// The result is also `false` when the array is too short.
    package func holds(_ expected: [UInt8], at index: Int) -> Bool {
        index >= 0 && index <= count - expected.count
            && self[index..<index + expected.count].elementsEqual(expected)
    }
}
