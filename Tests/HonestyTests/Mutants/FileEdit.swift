/// A change to the bytes of one file.
enum FileEdit: Sendable {
    /// The file is missing.
    case gone
    /// Bytes are removed, and the following bytes close the gap.
    case remove([Range<Int>])
    /// Bytes are set to zero.
    case zero([Range<Int>])
    /// Bytes are replaced by the same number of other bytes.
    case patch([(place: Int, bytes: [UInt8])])
    /// The file has other contents, which are computed on demand.
    case rewrite(@Sendable ([UInt8]) -> [UInt8])

    /// Applies the change to a file.
    ///
    /// - Parameter bytes: The original bytes of the file.
    /// - Returns: The changed bytes; `nil` when the change removes the file.
    func applied(to bytes: [UInt8]) -> [UInt8]? {
        switch self {
        case .gone: return nil
        case .remove(let ranges):
            var rest: [UInt8] = []
            rest.reserveCapacity(bytes.count)
            var place = 0
            for range in ranges {
                rest += bytes[place..<range.lowerBound]
                place = range.upperBound
            }
            return rest + bytes[place...]
        case .zero(let ranges):
            var bytes = bytes
            for range in ranges {
                bytes.replaceSubrange(range, with: repeatElement(0, count: range.count))
            }
            return bytes
        case .patch(let patches):
            var bytes = bytes
            for patch in patches {
                bytes.replaceSubrange(
                    patch.place..<patch.place + patch.bytes.count, with: patch.bytes)
            }
            return bytes
        case .rewrite(let body): return body(bytes)
        }
    }
}
