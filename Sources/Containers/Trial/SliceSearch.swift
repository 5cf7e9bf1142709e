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

    /// Returns the last slice of a picture.
    ///
    /// - Parameters:
    ///   - bytes: The access unit.
    ///   - facts: The properties of the track.
    /// - Returns: The range of the slice, and the number of bytes of the length before it, which is
    ///   zero if there is none; `nil` when no slice is found, or for an unsupported form.
    static func lastSlice(
        of bytes: [UInt8], _ facts: StreamFacts
    ) -> (range: Range<Int>, lengthCount: Int)? {
        let record = facts.extradata
        switch facts.codec {
        case .hevc:
            guard record.count > 22, record[0] == 1 else { return nil }
            let count = Int(record[21] & 3) + 1
            return lastUnit(in: bytes, lengthCount: count) { unit in
                unit.count > 2 && bytes[unit.lowerBound] >> 1 & 0x3F < 32
            }.map { ($0, count) }
        case .h264:
            func isSlice(_ unit: Range<Int>) -> Bool {
                unit.first.map { [1, 5].contains(bytes[$0] & 0x1F) } ?? false
            }
            guard record.count > 6, record[0] == 1 else {
                return lastUnit(afterStartCodesIn: bytes, where: isSlice).map { ($0, 0) }
            }
            let count = Int(record[4] & 3) + 1
            return lastUnit(in: bytes, lengthCount: count, where: isSlice).map { ($0, count) }
        case .vp9:
            // The last byte of a superframe is a marker, before which there is an index of frames.
            guard let last = bytes.last, last & 0xE0 != 0xC0 else { return nil }
            return (bytes.indices, 0)
        default: return nil
        }
    }

    /// Returns the last matching NAL unit, without its length; `nil` if a length is invalid.
    private static func lastUnit(
        in bytes: [UInt8], lengthCount: Int, where matches: (Range<Int>) -> Bool
    ) -> Range<Int>? {
        var units = CountedUnits(in: bytes.indices, lengthCount: lengthCount)
        var found: Range<Int>?
        while units.index + lengthCount < bytes.count {
            guard let unit = units.next(of: bytes.span) else { return nil }
            if matches(unit) { found = unit }
        }
        return found
    }

    /// Returns the last matching NAL unit, without its start code.
    private static func lastUnit(
        afterStartCodesIn bytes: [UInt8], where matches: (Range<Int>) -> Bool
    ) -> Range<Int>? {
        var found: Range<Int>?
        var next = StartCodes.next(in: bytes.span, from: 0, upTo: bytes.count)
        while let start = next {
            next = StartCodes.next(in: bytes.span, from: start, upTo: bytes.count)
            let unit = start..<max(start, next.map { $0 - 3 } ?? bytes.count)
            if matches(unit) { found = unit }
        }
        return found
    }
}
