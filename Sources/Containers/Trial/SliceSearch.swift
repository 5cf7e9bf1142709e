/// Finds slices in access units of video.
enum SliceSearch {
    /// The size in bytes up to which a slice in a transport stream is not encrypted.
    private static let clearCount = 48
    /// The maximum number of bytes to search; slices that start after this limit are ignored.
    private static let limit = 1 << 20

    /// Returns whether an H.264 access unit with start codes has a slice that may be encrypted.
    ///
    /// Reference: Apple, MPEG-2 Stream Encryption Format for HTTP Live Streaming, section 2.
    static func holdsLongSlice(_ bytes: Span<UInt8>) -> Bool {
        let end = min(bytes.count, limit)
        var slice: Int?
        var next = StartCodes.next(in: bytes, from: 0, upTo: end)
        while let unit = next {
            if let slice, unit - 3 - slice > clearCount { return true }
            let isSlice = unit < end && [1, 5].contains(bytes[unit] & 0x1F)
            slice = isSlice ? unit : nil
            next = StartCodes.next(in: bytes, from: unit, upTo: end)
        }
        return slice.map { bytes.count - $0 > clearCount } ?? false
    }

    /// Returns the last slice of an HEVC access unit in which each NAL unit has a length prefix.
    ///
    /// - Parameters:
    ///   - bytes: The access unit.
    ///   - lengthCount: The number of bytes in each length.
    /// - Returns: The range of the NAL unit without its length; `nil` when there is no slice or the
    ///   lengths are invalid.
    static func lastSlice(ofHEVC bytes: [UInt8], lengthCount: Int) -> Range<Int>? {
        var units = CountedUnits(in: bytes.indices, lengthCount: lengthCount)
        var found: Range<Int>?
        while units.index + lengthCount < bytes.count {
            guard let unit = units.next(of: bytes.span) else { return nil }
            if unit.count > 2, bytes[unit.lowerBound] >> 1 & 0x3F < 32 { found = unit }
        }
        return found
    }
}
