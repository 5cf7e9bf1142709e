import Transport

extension ResourceBody {
    /// The number of bytes that are hashed at a time.
    private static let pieceSize = 256 << 10

    /// Compares the bytes of a stored file with its record.
    ///
    /// - Parameter expected: The recorded size and checksum.
    /// - Returns: The damage; `nil` when the file is intact.
    /// - Throws: When the bytes cannot be read.
    func damage(
        comparedWith expected: StoredFile
    ) throws(TransportError) -> FileDamage? {
        guard byteCount == expected.size else {
            return .wrongSize(expected: expected.size, found: byteCount)
        }
        var checksum = StreamingChecksum()
        var piece = [UInt8](repeating: 0, count: Int(min(byteCount, Int64(Self.pieceSize))))
        var offset: Int64 = 0
        while offset < byteCount {
            var space = piece.mutableSpan
            var bytes = unsafe space.mutableBytes
            let count = try read(at: offset, into: &bytes)
            unsafe checksum.update(piece.span.bytes.extracting(first: count))
            offset += Int64(count)
        }
        return checksum.value == expected.checksum ? nil : .wrongChecksum
    }
}
