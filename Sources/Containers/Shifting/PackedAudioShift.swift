import VirtualTime

/// Adds a time to the timestamp in the ID3 tag of packed audio.
///
/// Reference: rfc8216bis, section 3.1.4 (Packed Audio).
struct PackedAudioShift {
    private static let owner = Array("com.apple.streaming.transportStreamTimestamp".utf8) + [0]

    private let shift: MediaShift

    init(_ shift: MediaShift) { self.shift = shift }

    func applied(to bytes: [UInt8]) throws(ContainerError) -> [UInt8] {
        var result = bytes
        var isMoved = false
        for range in ID3Tag.leading(in: bytes.span)
        where ID3Tag(bytes.span.extracting(range))?.transportTimestamp != nil {
            let tag = bytes[range]
            guard let place = Self.place(in: tag), place + 8 <= tag.endIndex else {
                throw ContainerError(
                    .malformed(.aac, "a timestamp that cannot be moved"),
                    offset: Int64(range.lowerBound))
            }
            let time = bytes.span.unsigned(at: place, count: 8)
            let moved = UInt64(shift.moved(Int64(time & 0x1_FFFF_FFFF)))
            result.setNumber(moved, at: place, count: 8)
            isMoved = true
        }
        guard isMoved || shift.offset == .zero else {
            throw ContainerError(.malformed(.aac, "packed audio without a timestamp"), offset: 0)
        }
        return result
    }

    /// Returns the index of the timestamp in a tag; `nil` when the tag does not contain one.
    ///
    /// The timestamp follows the owner identifier of its frame.
    private static func place(in tag: ArraySlice<UInt8>) -> Int? {
        guard tag.count >= owner.count + 8 else { return nil }
        return (tag.startIndex...tag.endIndex - owner.count - 8)
            .first { tag[$0..<$0 + owner.count].elementsEqual(owner) }
            .map { $0 + owner.count }
    }
}
