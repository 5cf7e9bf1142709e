/// Checks the frames of one sample of VP9, whose bytes arrive in pieces.
///
/// A sample is one frame, or a superframe: several frames, and an index of their sizes at the end.
/// The first frame starts with a marker, and no frame has a long run of zeros before other bytes.
///
/// Reference: VP9 Bitstream & Decoding Process Specification, section 6.2 (frame marker) and annex
/// B (Superframes).
struct VP9Form: Sendable {
    /// The maximum size of the index: eight sizes of four bytes each, between two markers.
    private static let largestIndex = 34

    private var position = 0
    private var lacksMarker = false
    /// The positions at which runs of zeros end; one more of them is kept than there can be frames.
    private var zeroEnds: [Int] = []
    private static let mostEnds = 9
    /// The last bytes of the sample, which contain the index.
    private var tail: [UInt8] = []

    init() {}

    /// Whether the complete sample has another form.
    ///
    /// A frame may end with zeros, as decoders permit.
    var isBroken: Bool {
        let ends = zeroEnds.isEmpty ? [] : frameEnds
        return lacksMarker || zeroEnds.contains { !ends.contains($0) }
    }

    /// Checks the next bytes of the sample.
    mutating func take(_ bytes: Span<UInt8>) {
        guard bytes.count > 0 else { return }
        if position == 0 { lacksMarker = bytes[0] >> 6 != 2 }
        var index = 0
        while zeroEnds.count < Self.mostEnds,
            let end = ZeroRun.end(in: bytes, index..<bytes.count, atLeast: ZeroRun.inCodedFrame)
        {
            zeroEnds.append(position + end)
            index = end
        }
        for index in max(0, bytes.count - Self.largestIndex)..<bytes.count {
            tail.append(bytes[index])
        }
        tail.removeFirst(max(0, tail.count - Self.largestIndex))
        position += bytes.count
    }

    /// The positions at which the frames of a superframe end; empty if there is no index.
    private var frameEnds: [Int] {
        guard let marker = tail.last, marker >> 5 == 6 else { return [] }
        let width = Int(marker >> 3 & 3) + 1
        let count = Int(marker & 7) + 1
        let start = tail.count - 2 - count * width
        guard start >= 0, tail[start] == marker else { return [] }
        var end = 0
        return (0..<count).map { number in
            let place = start + 1 + number * width
            end += (0..<width).reduce(0) { $0 | Int(tail[place + $1]) << (8 * $1) }
            return end
        }
    }
}
