/// Checks the packets with one packet identifier for losses and other damage.
///
/// A packet that is sent twice, a packet without payload and an announced discontinuity do not
/// count as losses.
///
/// Reference: ISO/IEC 13818-1, sections 2.4.3.3 (continuity_counter) and 2.4.3.5
/// (discontinuity_indicator).
struct ElementaryStreamCheck: Equatable {
    /// The number of occurrences of a problem, and the time of the first occurrence.
    struct Finding: Equatable {
        private(set) var count = 0
        /// The presentation time of the PES packet in which the problem first occurred.
        ///
        /// The time has 33 bits and counts at 90 kHz.
        private(set) var firstTime: Int64?

        mutating func note(_ time: Int64?, count added: Int = 1) {
            if count == 0 { firstTime = time }
            count += added
        }
    }

    let identifier: Int

    /// The packets lost according to the continuity counter, and the packets marked as damaged.
    private(set) var lost = Finding()
    /// PES packets that are shorter than their header states.
    private(set) var short = Finding()
    /// PES packets that start without a header.
    private(set) var headless = Finding()
    /// Packets whose payload is scrambled.
    private(set) var scrambled = Finding()
    /// Packets sent twice.
    private(set) var repeated = Finding()

    /// Whether the first payload continues a PES packet whose start is missing.
    private(set) var startsWithinUnit = false

    /// The 33-bit presentation time of the last PES packet if its end may be missing.
    ///
    /// A PES packet that states no length usually ends with stuffing in its last transport packet.
    /// If there is none, the PES packet fills its transport packets by chance, or is truncated.
    var uncertainEnd: Int64? { isUnstated && endsFull ? time : nil }

    /// Whether there is no finding, and the first payload starts a PES packet.
    var isPlain: Bool {
        !startsWithinUnit
            && [lost, short, headless, scrambled, repeated].allSatisfy { $0.count == 0 }
    }

    private static let noCounter: UInt8 = 0xFF

    private var hasStarted = false
    private var counter = noCounter
    private var isRepeat = false
    private var fingerprint: UInt64 = 0
    private var declared = 0
    private var received = 0
    private var time: Int64?
    /// Whether the last PES packet states no length.
    private var isUnstated = false
    /// Whether the last payload fills its transport packet.
    private var endsFull = false

    init(identifier: Int) {
        self.identifier = identifier
    }

    /// Checks the packet of 188 bytes that starts at an index.
    ///
    /// This function is called for every packet of a segment. It therefore reads the fields in
    /// place: creating a `TransportPacket` for each packet would make a scan a third slower.
    ///
    /// - Returns: Whether the packet is a repetition of the previous one.
    @inline(__always)
    @discardableResult
    mutating func take(_ bytes: Span<UInt8>, at start: Int) -> Bool {
        let end = start + TransportPacket.size
        let flags = bytes[start + 3]
        var index = start + 4
        if bytes[start + 1] & 0x80 != 0 {
            lose(1)
            counter = Self.noCounter
            return false
        }
        if flags & 0x20 != 0 {
            let length = Int(bytes[index])
            if length > 0, bytes[index + 1] & 0x80 != 0 { counter = Self.noCounter }
            index += 1 + length
        }
        guard flags & 0x10 != 0, index < end else { return false }
        guard follows(flags & 0x0F, bytes, index, end) else { return true }
        if !hasStarted {
            hasStarted = true
            startsWithinUnit = bytes[start + 1] & 0x40 == 0
        }
        endsFull = flags & 0x20 == 0 || !Self.hasStuffing(bytes, at: start + 4)
        if flags & 0xC0 != 0 { scrambled.note(time) }
        if bytes[start + 1] & 0x40 != 0 {
            finishUnit()
            startUnit(bytes, index..<end)
        } else {
            received += end - index
        }
        return false
    }

    /// Closes the PES packet that is open at the end of the stream.
    mutating func finishUnit() {
        if declared > 0, received < declared { short.note(time) }
        declared = 0
    }

    /// Checks the continuity counter of a packet with payload.
    ///
    /// The function returns `false` when the packet only repeats the previous payload.
    @inline(__always)
    private mutating func follows(
        _ next: UInt8, _ bytes: Span<UInt8>, _ index: Int, _ end: Int
    ) -> Bool {
        let print = Self.fingerprint(bytes, index, end)
        if counter != Self.noCounter, next != (counter &+ 1) & 0x0F {
            if next == counter, print == fingerprint, !isRepeat {
                isRepeat = true
                repeated.note(time)
                return false
            }
            lose(Int((next &- counter &- 1) & 0x0F))
        }
        isRepeat = false
        counter = next
        fingerprint = print
        return true
    }

    private mutating func lose(_ count: Int) {
        lost.note(time, count: count)
        // The loss makes the open PES packet incomplete, so its length is not checked.
        declared = 0
    }

    @inline(__always)
    private mutating func startUnit(_ bytes: Span<UInt8>, _ payload: Range<Int>) {
        received = payload.count
        guard let header = ElementaryHeader(bytes, in: payload) else {
            // A header may be split over two packets, so a part of a start code is accepted.
            let start = payload.lowerBound
            let isCut =
                payload.count < 9 && bytes[start] == 0
                && (payload.count < 2 || bytes[start + 1] == 0)
                && (payload.count < 3 || bytes[start + 2] == 1)
            if !isCut { headless.note(time) }
            isUnstated = false
            return
        }
        declared = header.byteCount ?? 0
        isUnstated = header.byteCount == nil
        time = header.presentationTime ?? time
    }

    /// Returns whether an adaptation field is longer than its flags and the fields they announce.
    ///
    /// Reference: ISO/IEC 13818-1, section 2.4.3.4.
    private static func hasStuffing(_ bytes: Span<UInt8>, at index: Int) -> Bool {
        let length = Int(bytes[index])
        guard length > 0 else { return true }
        let flags = bytes[index + 1]
        // Both clock references have six bytes, and a splice countdown has one.
        var count = 1 + (flags & 0x10 != 0 ? 6 : 0) + (flags & 0x08 != 0 ? 6 : 0)
        count += flags & 0x04 != 0 ? 1 : 0
        // Private data and an extension each start with their length.
        for flag in [0x02, 0x01] as [UInt8] where flags & flag != 0 && count < length {
            count += 1 + Int(bytes[index + 1 + count])
        }
        return count < length
    }

    /// Returns the first and last four bytes of a payload; a repeated packet has the same bytes.
    @inline(__always)
    private static func fingerprint(_ bytes: Span<UInt8>, _ index: Int, _ end: Int) -> UInt64 {
        guard index + 4 <= end else { return 0 }
        return UInt64(bytes.word(at: index)) << 32 | UInt64(bytes.word(at: end - 4))
    }
}
