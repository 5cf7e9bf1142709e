/// Finds slices in access units of video.
enum SliceSearch {
    /// Slices up to this size are not encrypted in transport streams.
    private static let clearCount = 48
    /// The limit of the search in a run of bytes; the result up to there counts.
    private static let limit = 1 << 20

    /// Whether an access unit of H.264, with start codes, has a slice with encrypted blocks.
    ///
    /// Reference: Apple, MPEG-2 Stream Encryption Format for HTTP Live Streaming, section 2.
    static func holdsLongSlice(_ bytes: Span<UInt8>) -> Bool {
        let end = min(bytes.count, limit)
        var slice: Int?
        var index = 2
        while index < end {
            if bytes[index] > 1 {
                index += 3
            } else if bytes[index] == 1, bytes[index - 1] == 0, bytes[index - 2] == 0 {
                if let slice, index - 2 - slice > clearCount { return true }
                let isSlice = index + 1 < end && [1, 5].contains(bytes[index + 1] & 0x1F)
                slice = isSlice ? index + 1 : nil
                index += 3
            } else {
                index += 1
            }
        }
        return slice.map { bytes.count - $0 > clearCount } ?? false
    }

    /// Returns the last slice of an HEVC access unit, whose units have lengths in front.
    ///
    /// - Parameters:
    ///   - bytes: The access unit.
    ///   - lengthCount: The number of bytes in each length.
    /// - Returns: The unit without its length; `nil` when there is none or the lengths are invalid.
    static func lastSlice(ofHEVC bytes: [UInt8], lengthCount: Int) -> Range<Int>? {
        var index = 0
        var found: Range<Int>?
        while index + lengthCount < bytes.count {
            let length = bytes[index..<index + lengthCount].reduce(0) { $0 << 8 | Int($1) }
            let start = index + lengthCount
            guard length <= bytes.count - start else { return nil }
            if length > 2, bytes[start] >> 1 & 0x3F < 32 { found = start..<start + length }
            index = start + length
        }
        return found
    }
}
