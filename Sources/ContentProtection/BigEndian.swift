extension [UInt8] {
    /// Returns the big-endian number of up to eight bytes at an index; the bytes must exist.
    func number(at index: Int, count: Int) -> UInt64 {
        self[index..<index + count].reduce(0) { $0 << 8 | UInt64($1) }
    }

    /// Writes a number big-endian over existing bytes.
    mutating func setNumber(_ value: UInt64, at index: Int, count: Int) {
        for place in 0..<count {
            self[index + place] = UInt8(
                truncatingIfNeeded: value >> UInt64(8 * (count - 1 - place)))
        }
    }

    /// Returns whether the array contains bytes at an index; `false` also when it is too short.
    func holds(_ expected: [UInt8], at index: Int) -> Bool {
        index >= 0 && index <= count - expected.count
            && self[index..<index + expected.count].elementsEqual(expected)
    }
}
