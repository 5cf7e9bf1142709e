import VirtualTime

/// Decodes one track and gathers the times of frames that are broken.
struct TrackDecoding {
    private static let mostBroken = 1 << 16
    private static let mostWaiting = 1 << 10

    private let facts: StreamFacts
    private let decoder: Decoder?
    private var firstKey: MediaTime?
    private var lastTime = MediaTime.zero
    private var isStarted = false
    /// What failed before the first good frame: it may lack what an earlier segment holds.
    private var beforeStart: [MediaTime] = []
    private var times: [(count: Int64, time: MediaTime)] = []

    /// The presentation times of broken frames, in the order in which they were found.
    private(set) var broken: [MediaTime] = []
    private(set) var isTruncated = false

    init(_ facts: StreamFacts, _ decoder: Decoder?) {
        self.facts = facts
        self.decoder = decoder
    }

    var isUndecodable: Bool {
        decoder == nil && (facts.kind == .video || facts.kind == .audio)
    }

    /// Decodes a packet.
    ///
    /// Pictures in front of the first keyframe, in decode order or in time, refer to the segment
    /// before: what becomes of them says nothing.
    mutating func decode(
        _ packet: borrowing PacketStorage, offset: MediaTime,
        _ unwrapper: inout TimestampUnwrapper?
    ) {
        guard let decoder else { return }
        let count = packet.pts ?? packet.dts
        let time = count.map { offset + facts.clock.time(unwrapper?.unwrap($0) ?? $0) } ?? lastTime
        lastTime = time
        if facts.kind == .video {
            if firstKey == nil, isKey(packet) { firstKey = time }
            guard firstKey != nil else { return }
        }
        if let count { remember(count, time) }
        if !decoder.send(packet) { note(time) }
        drain(decoder)
    }

    /// Takes what the decoder still holds back.
    mutating func finish() {
        guard let decoder else { return }
        decoder.finish()
        drain(decoder)
        if !isStarted { beforeStart.forEach { add($0) } }
    }

    private mutating func drain(_ decoder: Decoder) {
        while true {
            switch decoder.receive() {
            case .frame: isStarted = true
            case .damagedFrame(let pts): note(time(of: pts))
            case .failure: note(lastTime)
            case .none: return
            }
        }
    }

    /// The parser cannot tell a keyframe while it knows no parameter sets.
    private func isKey(_ packet: borrowing PacketStorage) -> Bool {
        if packet.isKey { return true }
        return switch facts.codec {
        case .h264: packet.withPayload { AccessUnitGlance(h264: $0).isKey }
        case .hevc: packet.withPayload { AccessUnitGlance(hevc: $0).isKey }
        default: false
        }
    }

    private mutating func note(_ time: MediaTime) {
        if let firstKey, time < firstKey { return }
        if isStarted || facts.kind == .video {
            add(time)
        } else if beforeStart.count < Self.mostBroken {
            beforeStart.append(time)
        }
    }

    private mutating func add(_ time: MediaTime) {
        if broken.count < Self.mostBroken {
            broken.append(time)
        } else {
            isTruncated = true
        }
    }

    /// Keeps the times of the last packets, to which the counts of frames are matched.
    private mutating func remember(_ count: Int64, _ time: MediaTime) {
        if times.count >= Self.mostWaiting { times.removeFirst(Self.mostWaiting / 2) }
        times.append((count, time))
    }

    private func time(of count: Int64?) -> MediaTime {
        guard let count else { return lastTime }
        return times.last { $0.count == count }?.time ?? lastTime
    }
}
