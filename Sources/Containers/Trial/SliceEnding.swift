/// Checks whether a decoder reads the last slice of a picture exactly to its end.
///
/// Many decoders accept bytes that were decrypted with a wrong key, and report no error: HEVC and
/// VP9 accept almost any bytes, and so does the arithmetic coding of H.264 (CABAC) in small
/// pictures. However, the decoder reads exactly as many bytes as the encoder wrote only if the key
/// is right. In that case, a change of the bytes at the end of the last slice changes the picture
/// or is reported as damage, and additional bytes after the slice have no effect. With a wrong key,
/// the decoder either stops earlier, so that the change has no effect, or reads further, so that
/// the additional bytes have an effect.
///
/// Reference: ITU-T H.265, section 9.3.4.3.5 (end of slice segment flag); ITU-T H.264, section
/// 7.3.4 (end of slice flag).
struct SliceEnding {
    /// The minimum size of a slice in bytes; a change in a shorter slice might not be visible.
    private static let shortestSlice = 64
    /// The distance from the end of an HEVC slice, in bytes, at which the changed bytes start.
    ///
    /// All bytes from that position on are changed, except for the last byte of the slice.
    private static let tailCount = 9
    /// The number of bytes that are removed from the end of a slice of another codec.
    ///
    /// In flat pictures, fewer bytes may have no effect: different modes of prediction show the
    /// same picture.
    private static let cutCount = 16
    private static let appendix = (0..<32).map { UInt8(truncatingIfNeeded: 0x9D + $0 * 37) | 1 }

    private let packets: [KeptPacket]
    private let last: KeptPacket
    private let changed: KeptPacket
    /// The picture with additional bytes after its last slice.
    ///
    /// The property is `nil` for H.264, whose decoder reports reading past the end, and reads the
    /// end of slices without arithmetic coding differently if there are additional bytes.
    private let extended: KeptPacket?
    private let codec: Codec

    /// Prepares the test of a picture; `nil` when the test is not possible for this picture.
    ///
    /// - Parameters:
    ///   - packets: The packets from a keyframe up to the picture.
    ///   - facts: The properties of the track.
    init?(_ packets: [KeptPacket], of facts: StreamFacts) {
        guard let last = packets.last else { return nil }
        let bytes = last.payload
        // The end of a flat picture may have no effect on it, even with the right key. Such a
        // picture has less than a byte for each macroblock.
        guard facts.codec == .hevc || bytes.count * 256 >= facts.width * facts.height else {
            return nil
        }
        guard let (slice, lengthCount) = SliceSearch.lastSlice(of: bytes, facts),
            slice.count >= Self.shortestSlice
        else { return nil }
        // The data of a slice may be followed by zero words as padding.
        var end = slice.upperBound
        while end > slice.lowerBound, bytes[end - 1] == 0 || bytes[end - 1] == 3 { end -= 1 }
        guard end - slice.lowerBound >= Self.shortestSlice else { return nil }
        func packet(_ contents: some Collection<UInt8>) -> KeptPacket? {
            guard lengthCount == 0 || contents.count < 1 << (8 * lengthCount) else { return nil }
            var all = Array(bytes[..<slice.lowerBound]) + contents + bytes[slice.upperBound...]
            for place in 0..<lengthCount {
                let shift = 8 * (lengthCount - 1 - place)
                all[slice.lowerBound - lengthCount + place] = UInt8(contents.count >> shift & 0xFF)
            }
            return KeptPacket(last, replacingPayloadWith: all)
        }
        var altered = bytes[slice]
        if facts.codec == .hevc {
            for index in end - Self.tailCount..<end - 1 { altered[index] ^= 0x55 }
        } else {
            altered = altered[..<(end - Self.cutCount)]
        }
        guard let changed = packet(altered) else { return nil }
        extended = facts.codec == .h264 ? nil : packet(bytes[slice] + Self.appendix)
        if facts.codec != .h264, extended == nil { return nil }
        self.packets = packets
        self.last = last
        self.changed = changed
        codec = facts.codec
    }

    /// Returns whether the decoder reads the last slice to its end; `nil` if it skips the picture.
    ///
    /// For example, the decoder skips the leading pictures of an open GOP that refer to pictures
    /// before the keyframe.
    func isRight(_ decoder: Decoder) -> Bool? {
        let lead = packets.dropLast()
        guard let whole = decoder.digest(of: lead + [last]) else { return nil }
        if isSame(decoder.digest(of: lead + [changed]), whole) {
            return isSame(decoder.digest(of: lead), whole) ? nil : false
        }
        guard let extended else { return true }
        return isSame(decoder.digest(of: lead + [extended]), whole)
    }

    /// Returns whether two decodings had the same result.
    ///
    /// Reported damage counts only for H.264, whose decoder conceals it.
    private func isSame(_ digest: PictureDigest.Result?, _ other: PictureDigest.Result) -> Bool {
        digest?.bytes == other.bytes
            && (codec != .h264 || digest?.damageCount == other.damageCount)
    }
}
