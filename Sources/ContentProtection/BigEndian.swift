extension [UInt8] {
    /// The big-endian number of up to eight bytes at an index, all of which there must be.
    func number(at index: Int, count: Int) -> UInt64 {
        self[index..<index + count].reduce(0) { $0 << 8 | UInt64($1) }
    }

    /// Writes a number big-endian over bytes that there must be.
    mutating func setNumber(_ value: UInt64, at index: Int, count: Int) {
        for place in 0..<count {
            self[index + place] = UInt8(
                truncatingIfNeeded: value >> UInt64(8 * (count - 1 - place)))
        }
    }

    /// Whether bytes are found at an index; `false` also when there are too few.
    func holds(_ expected: [UInt8], at index: Int) -> Bool {
        index >= 0 && index <= count - expected.count
            && self[index..<index + expected.count].elementsEqual(expected)
    }
}
