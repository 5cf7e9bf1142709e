/// Checks whether a decoder reads the last slice of a picture exactly to its end.
///
/// The HEVC decoder accepts any bytes as a picture and reports no error. However, the decoder reads
/// exactly as many bytes as the encoder wrote only if the key is right. In that case, a change of
/// the bytes at the end of the last slice changes the picture, and additional bytes after the slice
/// do not. With a wrong key, the decoder either stops earlier, so that the changed bytes have no
/// effect, or reads further, so that the additional bytes have an effect.
///
/// Reference: ITU-T H.265, section 9.3.4.3.5 (end of slice segment flag).
struct SliceEnding {
    /// The minimum size of a slice in bytes; a change in a shorter slice might not be visible.
    private static let shortestSlice = 64
    /// The distance from the end of a slice, in bytes, at which the changed bytes start.
    ///
    /// All bytes from that position on are changed, except for the last byte of the slice.
    private static let tailCount = 9
    private static let appendix = (0..<32).map { UInt8(truncatingIfNeeded: 0x9D + $0 * 37) | 1 }

    private let packets: [KeptPacket]
    private let last: KeptPacket
    private let changed: KeptPacket
    private let extended: KeptPacket

    /// Prepares the test of a picture; `nil` when the test is not possible for this picture.
    ///
    /// - Parameters:
    ///   - packets: The packets from a keyframe up to the picture.
    ///   - facts: The properties of the track.
    init?(_ packets: [KeptPacket], of facts: StreamFacts) {
        guard let last = packets.last, facts.extradata.count > 22, facts.extradata[0] == 1 else {
            return nil
        }
        let lengthCount = Int(facts.extradata[21] & 3) + 1
        let bytes = last.payload
        guard let slice = SliceSearch.lastSlice(ofHEVC: bytes, lengthCount: lengthCount),
            slice.count >= Self.shortestSlice
        else { return nil }
        // The data of a slice may be followed by zero words as padding.
        var end = slice.upperBound
        while end > slice.lowerBound, bytes[end - 1] == 0 || bytes[end - 1] == 3 { end -= 1 }
        guard end - slice.lowerBound >= Self.shortestSlice else { return nil }
        var tail = bytes
        for index in end - Self.tailCount..<end - 1 { tail[index] ^= 0x55 }
        var longer = bytes
        longer.insert(contentsOf: Self.appendix, at: slice.upperBound)
        let count = slice.count + Self.appendix.count
        guard count < 1 << (8 * lengthCount) else { return nil }
        for place in 0..<lengthCount {
            let shift = 8 * (lengthCount - 1 - place)
            longer[slice.lowerBound - lengthCount + place] = UInt8(count >> shift & 0xFF)
        }
        guard let changed = KeptPacket(last, replacingPayloadWith: tail),
            let extended = KeptPacket(last, replacingPayloadWith: longer)
        else { return nil }
        self.packets = packets
        self.last = last
        self.changed = changed
        self.extended = extended
    }

    /// Returns whether the decoder reads the last slice to its end; `nil` if it skips the picture.
    ///
    /// For example, the decoder skips the leading pictures of an open GOP that refer to pictures
    /// before the keyframe.
    func isRight(_ decoder: Decoder) -> Bool? {
        let lead = packets.dropLast()
        guard let digest = decoder.digest(of: lead + [last]) else { return nil }
        if decoder.digest(of: lead + [changed]) == digest {
            return decoder.digest(of: lead) == digest ? nil : false
        }
        return decoder.digest(of: lead + [extended]) == digest
    }
}
