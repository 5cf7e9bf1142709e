/// Reads fields in sequence, up to the end of a range.
///
/// Reading an incomplete field returns `nil` and leaves the cursor before the field.
package struct ByteCursor {
    package let bytes: [UInt8]
    package let end: Int

    /// The position of the next field.
    package var index: Int

    /// Creates a cursor.
    ///
    /// - Parameters:
    ///   - bytes: The bytes that contain the fields.
    ///   - range: The range to read; `nil` means all.
    package init(_ bytes: [UInt8], in range: Range<Int>? = nil) {
        self.bytes = bytes
        index = range?.lowerBound ?? 0
        end = range?.upperBound ?? bytes.count
    }

    /// The number of bytes left.
    @inlinable package var left: Int { end - index }

    /// Skips `count` bytes and returns the index of the first of them; `nil` if fewer are left.
    @inlinable package mutating func skip(_ count: Int) -> Int? {
        guard count <= left else { return nil }
        defer { index += count }
        return index
    }

    /// Reads a big-endian number of up to eight bytes.
    @inlinable package mutating func number(_ count: Int) -> UInt64? {
        guard let start = skip(count) else { return nil }
        return bytes.span.unsigned(at: start, count: count)
    }

    /// Reads the given number of bytes.
    package mutating func array(_ count: Int) -> [UInt8]? {
        skip(count).map { Array(bytes[$0..<$0 + count]) }
    }

    /// Reads a text that is terminated by a zero byte.
    package mutating func text() -> String? {
        guard let zero = bytes[index..<end].firstIndex(of: 0) else { return nil }
        defer { index = zero + 1 }
        return String(decoding: bytes[index..<zero], as: UTF8.self)
    }
}
