/// Reads the header of every packet of a transport stream to detect losses.
///
/// After damage, libavformat resynchronizes without reporting the damage. The scan also checks the
/// sizes of PES packets, because a continuity counter of four bits does not reveal the loss of
/// exactly sixteen packets. The scan receives the bytes in order, in pieces of any size.
///
/// Reference: ISO/IEC 13818-1, section 2.4.3.
package struct TransportScan: ByteScan, Equatable {
    private static let mostStreams = 200
    private static let tableSlot: UInt8 = 0xFE
    private static let ignoredSlot: UInt8 = 0xFF
    private static let nullIdentifier = 0x1FFF

    /// The use of each packet identifier.
    ///
    /// The value is zero for an identifier that has not occurred yet, the number of a stream
    /// (counted from 1), `tableSlot` or `ignoredSlot`.
    private var slots = [UInt8](repeating: 0, count: 1 << 13)
    private var streams: [ElementaryStreamCheck] = []
    private var tables = ProgramTableReader()
    private var rest: [UInt8] = []
    private var isSynchronized = true
    private var hasTables = false
    private var earlyUnits: [Int: Int] = [:]

    /// The number of bytes that the scan has received.
    package private(set) var position: Int64 = 0

    /// The number of bytes that belong to no packet.
    package private(set) var foreignBytes = 0

    /// Starts a scan.
    ///
    /// - Parameter prefix: The initialization section; its program tables also apply to the stream.
    package init(prefix: [UInt8] = []) {
        slots[ProgramTableReader.association] = Self.tableSlot
        slots[Self.nullIdentifier] = Self.ignoredSlot
        guard !prefix.isEmpty else { return }
        take(prefix.span)
        for stream in streams { slots[stream.identifier] = 0 }
        streams = []
        earlyUnits = [:]
        rest = []
        position = 0
        foreignBytes = 0
        isSynchronized = true
    }

    /// The streams that the tables announce.
    var announced: [ProgramStream] { tables.streams }

    /// Returns the number of PES packets of a stream that start before PAT and PMT are complete.
    func unitsBeforeTables(of identifier: Int) -> Int {
        earlyUnits[identifier] ?? 0
    }

    /// Whether the scan has no findings, and one program map announces all streams.
    ///
    /// Findings are foreign bytes, packets that are lost, damaged or repeated, and PES packets that
    /// start before the tables.
    var isPlain: Bool {
        foreignBytes == 0 && tables.isPlain
            && tables.streams.allSatisfy { stream in
                unitsBeforeTables(of: stream.identifier) == 0
                    && check(of: stream.identifier).map(\.isPlain) ?? true
            }
    }

    /// Returns whether the packets with an identifier contain a PAT or a PMT.
    @inline(__always)
    func isTable(_ identifier: Int) -> Bool { slots[identifier] == Self.tableSlot }

    /// Returns the findings of a stream; `nil` when the stream has no packet.
    func check(of identifier: Int) -> ElementaryStreamCheck? {
        streams.first { $0.identifier == identifier }
    }

    /// Examines the next bytes.
    package mutating func take(_ bytes: Span<UInt8>) {
        position += Int64(bytes.count)
        var start = 0
        if !rest.isEmpty {
            // The bytes left over from the previous call may contain the start of a packet. Up to
            // two packets of the next bytes are appended, which is enough to find and to complete
            // that packet.
            let kept = rest.count
            for index in 0..<min(bytes.count, 2 * TransportPacket.size) {
                rest.append(bytes[index])
            }
            let joined = rest
            let done = scan(joined.span, until: kept, isEnd: false)
            guard done >= kept else {
                rest = Array(joined[done...])
                return
            }
            start = done - kept
            rest = []
        }
        let done = scan(bytes.extracting(start..<bytes.count), until: .max, isEnd: false)
        for index in start + done..<bytes.count { rest.append(bytes[index]) }
    }

    /// Records the end of the input.
    package mutating func finish() {
        let last = rest
        rest = []
        let done = scan(last.span, until: .max, isEnd: true)
        // A truncated last packet counts as a packet, not as foreign bytes.
        if !isSynchronized { foreignBytes += last.count - done }
        for index in streams.indices { streams[index].finishUnit() }
    }

    /// Reads the packets that start before an index.
    ///
    /// - Returns: The offset at which reading stopped, such as the start of an incomplete packet.
    private mutating func scan(_ bytes: Span<UInt8>, until limit: Int, isEnd: Bool) -> Int {
        let end = min(limit, bytes.count)
        var index = 0
        while index < end {
            if isSynchronized, bytes[index] == 0x47 {
                guard index + TransportPacket.size <= bytes.count else { return index }
                read(bytes, at: index)
                index += TransportPacket.size
                continue
            }
            isSynchronized = false
            if bytes[index] == 0x47 {
                // After bytes that belong to no packet, a sync byte counts as the start of a packet
                // only if another sync byte follows directly after the packet.
                let next = index + TransportPacket.size
                if next < bytes.count {
                    isSynchronized = bytes[next] == 0x47
                } else {
                    guard isEnd, next == bytes.count else { return index }
                    isSynchronized = true
                }
                if isSynchronized { continue }
            }
            foreignBytes += 1
            index += 1
        }
        return index
    }

    @inline(__always)
    private mutating func read(_ bytes: Span<UInt8>, at index: Int) {
        let identifier = Int(bytes[index + 1] & 0x1F) << 8 | Int(bytes[index + 2])
        let slot = slots[identifier]
        if slot == Self.ignoredSlot { return }
        if slot == Self.tableSlot {
            readTable(bytes, at: index)
        } else if slot > 0 || open(identifier) {
            if !hasTables, bytes[index + 1] & 0x40 != 0 { earlyUnits[identifier, default: 0] += 1 }
            streams[Int(slots[identifier]) - 1].take(bytes, at: index)
        }
    }

    /// Starts to check the packets with an identifier; returns `false` if the maximum is reached.
    private mutating func open(_ identifier: Int) -> Bool {
        guard streams.count < Self.mostStreams else {
            slots[identifier] = Self.ignoredSlot
            return false
        }
        streams.append(ElementaryStreamCheck(identifier: identifier))
        slots[identifier] = UInt8(streams.count)
        return true
    }

    private mutating func readTable(_ bytes: Span<UInt8>, at index: Int) {
        guard let packet = TransportPacket(sound: bytes, at: index) else { return }
        tables.take(packet, in: bytes)
        hasTables = tables.first != nil
        for identifier in tables.mapIdentifiers where identifier != Self.nullIdentifier {
            slots[identifier] = Self.tableSlot
        }
    }
}
