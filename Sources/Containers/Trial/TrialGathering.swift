/// Selects the packets of a segment that can show whether the keys are right.
struct TrialGathering {
    enum Progress { case more, enough }

    /// The maximum numbers, per track and key, of pictures and of audio frames that check the key.
    static let pictureLimit = 12
    static let soundLimit = 20
    /// The maximum number of packets that are read if `places` does not select the samples.
    private static let packetLimit = 1 << 14
    /// The maximum number of stored pictures since the last keyframe; later pictures may need them.
    private static let leadLimit = 600

    /// The number of the key that each sample can check, by the position of the sample.
    ///
    /// The property is `nil` when the check uses every sample that is long enough to be encrypted.
    private let places: [Int64: Int]?
    private let isISO: Bool
    private var placesLeft: Int
    private var packetCount = 0
    /// The pictures of each stream since its last keyframe.
    private var leads: [Int: [KeptPacket]] = [:]
    /// The latest audio packet of each stream, if its duration is still needed.
    ///
    /// `place` is the index in `tracks` of the track that contains the packet, and `number` is the
    /// number of the packet in that track.
    private var openSounds: [Int: (place: Int, number: Int)] = [:]

    /// The samples to decode, by track and key, in the order in which they were found.
    private(set) var tracks: [TrialTrack] = []

    init(places: [Int64: Int]?, isISO: Bool) {
        self.places = places
        self.isISO = isISO
        placesLeft = places?.count ?? 0
    }

    /// Adds the next packet, and returns whether more packets are needed.
    ///
    /// - Parameters:
    ///   - packet: The packet.
    ///   - streams: The streams that are known at this packet.
    /// - Returns: `more` if more packets are needed; otherwise `enough`.
    mutating func add(
        _ packet: borrowing PacketStorage, among streams: [StreamFacts]
    ) -> Progress {
        packetCount += 1
        guard packet.stream < streams.count else { return .more }
        let facts = streams[packet.stream]
        guard facts.kind == .video || facts.kind == .audio else { return .more }
        let key = key(of: packet, facts)
        if places != nil, key != nil { placesLeft -= 1 }
        if let kept = KeptPacket(packet) {
            if facts.kind == .video {
                addPicture(kept, key, facts)
            } else {
                addSound(kept, key, facts)
            }
        }
        return isComplete(among: streams) ? .enough : .more
    }

    private mutating func addPicture(_ packet: KeptPacket, _ key: Int?, _ facts: StreamFacts) {
        if facts.isKey(packet.storage) { leads[facts.index] = [] }
        // Packets before the first keyframe refer to the previous segment, so they are not used.
        guard let lead = leads[facts.index], lead.count < Self.leadLimit else { return }
        if let key { append(packet, isJudged: true, to: key, facts) { lead } }
        for index in tracks.indices
        where tracks[index].facts.index == facts.index && tracks[index].key != key {
            tracks[index].append(packet, isJudged: false)
        }
        leads[facts.index]?.append(packet)
    }

    /// Adds an audio packet; its start determines the duration of the previous packet.
    private mutating func addSound(_ packet: KeptPacket, _ key: Int?, _ facts: StreamFacts) {
        if let open = openSounds.removeValue(forKey: facts.index), let start = packet.storage.pts {
            tracks[open.place].end(open.number, at: start)
        }
        guard let key else { return }
        let place = append(packet, isJudged: true, to: key, facts) { [] }
        openSounds[facts.index] = tracks[place].lastNumber.map { (place, $0) }
    }

    /// Adds a packet to the track for packets of the same stream with the same key.
    ///
    /// - Returns: The index of the track.
    @discardableResult
    private mutating func append(
        _ packet: KeptPacket, isJudged: Bool, to key: Int, _ facts: StreamFacts,
        lead: () -> [KeptPacket]
    ) -> Int {
        let place = tracks.firstIndex { $0.facts.index == facts.index && $0.key == key }
        if let place {
            tracks[place].append(packet, isJudged: isJudged)
            return place
        }
        var track = TrialTrack(facts, key: key, lead: lead())
        track.append(packet, isJudged: isJudged)
        tracks.append(track)
        return tracks.count - 1
    }

    private func isComplete(among streams: [StreamFacts]) -> Bool {
        if places != nil { return placesLeft <= 0 }
        if packetCount >= Self.packetLimit { return true }
        return streams.allSatisfy { facts in
            guard facts.kind == .video || facts.kind == .audio else { return true }
            return tracks.contains { $0.facts.index == facts.index && $0.isFull }
        }
    }

    /// Returns the number of the key that decrypted a packet; `nil` when none did.
    private func key(of packet: borrowing PacketStorage, _ facts: StreamFacts) -> Int? {
        if let places { return places[packet.position] }
        if isISO { return 0 }
        let isEncrypted =
            switch facts.codec {
            case .h264: packet.withPayload { SliceSearch.holdsLongSlice($0) }
            // The header of nine bytes and the 16 bytes after it are clear; encryption needs
            // another complete block of 16 bytes.
            case .aac: packet.size >= 9 + 16 + 16
            case .ac3, .eac3: packet.size >= 16 + 16
            default: false
            }
        return isEncrypted ? 0 : nil
    }
}

extension StreamFacts {
    /// Returns whether decoding can start at a packet.
    ///
    /// The payload is examined because a parser without parameter sets does not detect every
    /// keyframe.
    fileprivate func isKey(_ packet: borrowing PacketStorage) -> Bool {
        if packet.isKey { return true }
        guard codec == .h264, entry.isEmpty else { return false }
        return packet.withPayload { AccessUnitGlance(h264: $0).isKey }
    }
}
