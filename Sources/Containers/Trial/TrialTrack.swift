import VirtualTime

/// The packets of one track that show whether one key is right, and the resulting verdict.
struct TrialTrack {
    enum Verdict: Equatable { case media, garbage, undecided }

    let facts: StreamFacts
    let key: Int
    private var packets: [(packet: KeptPacket, isJudged: Bool)]
    private var judgedCount = 0
    /// The time from the start of each packet to the start of the next one, by packet number.
    ///
    /// These durations are needed because some containers do not state the durations of packets.
    private var durations: [Int: Int64] = [:]

    /// Prepares to test whether one key decrypts the track's packets correctly.
    ///
    /// - Parameters:
    ///   - facts: The properties of the track.
    ///   - key: The number of the key.
    ///   - lead: The packets to decode before the packets that the key decrypts.
    init(_ facts: StreamFacts, key: Int, lead: [KeptPacket]) {
        self.facts = facts
        self.key = key
        packets = lead.map { ($0, false) }
    }

    /// Whether the track has enough samples for the verdict.
    var isFull: Bool {
        let limit =
            facts.kind == .video ? TrialGathering.pictureLimit : TrialGathering.soundLimit
        return judgedCount >= limit
    }

    /// Adds a packet, unless the track is full.
    mutating func append(_ packet: KeptPacket, isJudged: Bool) {
        guard !isFull else { return }
        packets.append((packet, isJudged))
        if isJudged { judgedCount += 1 }
    }

    /// The number of the last added packet; `nil` when the track needs no more packets.
    var lastNumber: Int? { isFull ? nil : packets.indices.last }

    /// Records the time from the start of a packet to the start of the next one.
    ///
    /// - Parameters:
    ///   - number: The number of the packet.
    ///   - end: The presentation timestamp of the next packet.
    mutating func end(_ number: Int, at end: Int64) {
        guard let start = packets[number].packet.storage.pts, end > start else { return }
        durations[number] = end - start
    }

    /// Decodes the packets and returns the verdict on the key.
    func verdict(with decoder: Decoder) -> Verdict {
        if facts.kind == .audio { return soundVerdict(with: decoder) }
        if facts.codec == .hevc, let verdict = endingVerdict(with: decoder) { return verdict }
        let judged = packets.indices.filter { packets[$0].isJudged }.prefix(Self.openingCount)
        guard let last = judged.last else { return .undecided }
        // Invalid first pictures suggest a wrong key, but their data may also be damaged. Therefore
        // further pictures are decoded if one of the first pictures is invalid, and also if none is
        // shown, as in an open GOP.
        var (verdict, isHalfGood) = pictureVerdict(packets[...last], with: decoder)
        if verdict != .media { (verdict, isHalfGood) = pictureVerdict(packets[...], with: decoder) }
        switch verdict {
        case .media where needsEnding: return endingVerdict(with: decoder) ?? .media
        // Damage may affect many pictures, but the other pictures then end correctly.
        case .garbage where isHalfGood && facts.codec == .h264:
            return endingVerdict(with: decoder) == .media ? .media : .garbage
        default: return verdict
        }
    }

    /// The number of pictures that are decoded first.
    private static let openingCount = 3

    /// The number of pixels from which a decoder of H.264 detects every wrong key.
    ///
    /// In random bytes, each macroblock of 256 pixels ends its slice with a probability of one to
    /// 255 or more, so 3,600 of them are never decoded without an error.
    private static let sufficientPixelCount = 1280 * 720

    /// Whether pictures that were decoded without an error do not prove the key.
    private var needsEnding: Bool {
        switch facts.codec {
        case .h264: facts.width * facts.height < Self.sufficientPixelCount
        case .vp9: true
        default: false
        }
    }

    /// Returns the verdict for the numbers of valid and invalid results.
    ///
    /// If more than a quarter of the results are invalid, the cause is a wrong key, not damage.
    private static func verdict(good: Int, bad: Int) -> Verdict {
        if good + bad == 0 { return .undecided }
        return bad * 4 > good + bad ? .garbage : .media
    }

    private func pictureVerdict(
        _ packets: ArraySlice<(packet: KeptPacket, isJudged: Bool)>, with decoder: Decoder
    ) -> (verdict: Verdict, isHalfGood: Bool) {
        let judged = Set(packets.lazy.filter(\.isJudged).compactMap { $0.packet.storage.pts })
        var good = 0
        var bad = 0
        func drain() {
            while true {
                switch decoder.receive() {
                case .frame(let pts): if pts.map(judged.contains) ?? true { good += 1 }
                case .damagedFrame(let pts): if pts.map(judged.contains) ?? true { bad += 1 }
                case .failure: bad += 1
                case .none: return
                }
            }
        }
        decoder.restart()
        for (packet, isJudged) in packets {
            if !decoder.send(packet.storage), isJudged { bad += 1 }
            drain()
        }
        decoder.finish()
        drain()
        let verdict =
            decoder.lacksFeature ? .undecided : Self.verdict(good: good, bad: bad)
        return (verdict, good >= bad)
    }

    /// Judges the key by whether the decoder reads the last slices of pictures to their ends.
    ///
    /// The key is right if two pictures end correctly, or all pictures when there are fewer. The
    /// result is `nil` if no picture allows a judgement.
    private func endingVerdict(with decoder: Decoder) -> Verdict? {
        var (tested, right) = (0, 0)
        for (index, entry) in packets.enumerated() where entry.isJudged {
            guard right < 2, tested < Self.endingLimit else { break }
            let ending = SliceEnding(packets[...index].map(\.packet), of: facts)
            guard let isRight = ending?.isRight(decoder) else { continue }
            tested += 1
            if isRight { right += 1 }
        }
        if tested == 0 { return nil }
        return right == 2 || right == tested ? .media : .garbage
    }

    /// The maximum number of pictures whose ends are examined.
    private static let endingLimit = 6

    private func soundVerdict(with decoder: Decoder) -> Verdict {
        var good = 0
        var bad = 0
        decoder.restart()
        for (number, entry) in packets.enumerated() {
            let packet = entry.packet
            let length = opusSampleCount(number)
            var frames = 0
            var isBad = !decoder.send(packet.storage) || isTooShort(packet, length)
            draining: while true {
                switch decoder.receive() {
                case .frame:
                    frames += 1
                    isBad = isBad || isTooMuch(decoder, length, frames: frames)
                case .damagedFrame, .failure: isBad = true
                case .none: break draining
                }
            }
            if isBad { bad += 1 } else if frames > 0 { good += 1 }
        }
        return decoder.lacksFeature ? .undecided : Self.verdict(good: good, bad: bad)
    }

    /// Returns whether an Opus packet header states a shorter duration than the packet has.
    ///
    /// With a wrong key the header is random, and most durations that it can state are short.
    private func isTooShort(_ packet: KeptPacket, _ length: Int) -> Bool {
        guard facts.codec == .opus else { return false }
        guard let header = packet.storage.withPayload({ OpusPacketHeader($0) }) else { return true }
        return header.sampleCount + 1 < length
    }

    /// Returns the duration of an Opus packet in samples at 48 kHz; zero when it is unknown.
    ///
    /// The container states the duration, or the start of the next packet determines it.
    private func opusSampleCount(_ number: Int) -> Int {
        guard facts.codec == .opus else { return 0 }
        let stated = packets[number].packet.storage.duration
        let duration = stated > 0 ? stated : durations[number] ?? 0
        return Int(facts.clock.time(duration).value(timescale: 48_000))
    }

    /// Returns whether a packet yielded more audio than is possible with the right key.
    ///
    /// An AAC packet contains one frame, but a decoder that stops early in invalid data decodes the
    /// remaining bytes as another frame. An Opus packet must not yield more samples than its
    /// duration permits. With a wrong key, the first byte, which states the number of samples, is
    /// random.
    private func isTooMuch(_ decoder: Decoder, _ length: Int, frames: Int) -> Bool {
        switch facts.codec {
        case .aac: frames > 1
        case .opus: length > 0 && decoder.sampleCount > length + 1
        default: false
        }
    }
}
