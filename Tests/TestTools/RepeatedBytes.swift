extension Array where Element == UInt8 {
    /// Creates bytes that repeat a pattern.
    ///
    /// The bytes are copied in blocks of growing size, because tests make many megabytes this way.
    ///
    /// - Parameters:
    ///   - pattern: The bytes that are repeated; not empty.
    ///   - count: The number of bytes. The last repetition can be incomplete.
    package init(repeatingPattern pattern: [UInt8], count: Int) {
        precondition(!pattern.isEmpty, "an empty pattern never fills the bytes")
        self = pattern
        while self.count < count {
            append(contentsOf: self[..<Swift.min(self.count, count - self.count)])
        }
        removeLast(self.count - count)
    }
}
