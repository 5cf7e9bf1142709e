import VirtualTime

/// Decodes one track and collects the times of broken frames.
struct TrackDecoding {
    private static let mostBroken = 1 << 16
    private static let mostWaiting = 1 << 10

    private let facts: StreamFacts
    private let decoder: Decoder?
    /// The reason why there is no decoder; `nil` if there is one, or the track is not decoded.
    private var failure: Decoder.Failure?
    /// The time of the keyframe at which decoding starts; `nil` when the container states none.
    private let keyframe: MediaTime?
    /// Whether decoding may also start at an earlier keyframe that the packets show.
    private let isWhole: Bool
    private var firstKey: MediaTime?
    private var lastTime = MediaTime.zero
    /// The end of the previous packet, at which a packet without a timestamp starts.
    private var nextTime: MediaTime?
    private let sampleDuration: MediaTime
    private var keyframeCount = 0
    private var isStarted = false
    /// The times of the decoding failures before the first good frame.
    ///
    /// The frames at these times may depend on an earlier segment.
    private var beforeStart: [MediaTime] = []
    private var times: [(count: Int64, time: MediaTime)] = []
    private var balance = FrameBalance()
    private var failures: [MediaTime] = []

    /// The presentation times of broken frames, in the order in which they were found.
    private(set) var broken: [MediaTime] = []
    private(set) var isTruncated = false

    /// Creates the decoding of a track.
    ///
    /// - Parameters:
    ///   - facts: The properties of the track.
    ///   - decoder: The decoder, or the reason for its absence; `nil` if the track is not decoded.
    ///   - keyframe: The time of the keyframe at which decoding starts, according to the container.
    ///   - isWhole: Whether decoding may also start at an earlier keyframe that the packets show.
    ///   - sampleDuration: The usual duration of a sample, for packets that state no duration.
    init(
        _ facts: StreamFacts, _ decoder: Result<Decoder, Decoder.Failure>?, keyframe: MediaTime?,
        isWhole: Bool, sampleDuration: MediaTime
    ) {
        self.facts = facts
        self.sampleDuration = sampleDuration
        self.keyframe = keyframe
        self.isWhole = isWhole
        switch decoder {
        case .success(let opened): (self.decoder, failure) = (opened, nil)
        case .failure(let reason): (self.decoder, failure) = (nil, reason)
        case nil: (self.decoder, failure) = (nil, nil)
        }
        balance.forgivesStart = facts.kind == .audio
    }

    /// Whether this FFmpeg cannot decode the track, so that the track is not checked.
    var isUndecodable: Bool { failure == .missing }

    /// Decodes a packet.
    ///
    /// Pictures before the first keyframe may refer to the previous segment. If they precede the
    /// keyframe in decoding order, they are not decoded. If they precede it only in presentation
    /// time, they are decoded, but failures to decode them are ignored.
    mutating func decode(
        _ packet: borrowing PacketStorage, offset: MediaTime,
        _ unwrapper: inout TimestampUnwrapper?
    ) {
        guard decoder != nil || failure == .refused else { return }
        let count = packet.pts ?? packet.dts
        // Packed audio has no timestamps except in its tags, so each frame starts at the end of the
        // previous frame.
        let time =
            count.map { offset + facts.clock.time(unwrapper?.unwrap($0) ?? $0) }
            ?? nextTime ?? offset
        lastTime = time
        nextTime =
            time + (packet.duration > 0 ? facts.clock.time(packet.duration) : sampleDuration)
        guard let decoder else { return add(time) }
        if facts.kind == .video {
            // The parser of libavformat finds no keyframe if the configuration of the track is
            // damaged.
            let isStated = firstKey == nil && keyframe.map { $0 <= time } ?? false
            let isEarlier = !isWhole && keyframe.map { time < $0 } ?? false
            if keyframeCount < 2, !isEarlier, isStated || isKey(packet) {
                keyframeCount += 1
                if firstKey == nil {
                    firstKey = time
                    balance.forgivesStart = !isInstantaneous(packet)
                    balance.mayStartEarly = !facts.entry.isEmpty
                }
            }
            guard firstKey != nil else { return }
        }
        if let count { remember(count, time) }
        if let count, isPresented(packet, at: time) { balance.send(count, time) }
        if !decoder.send(packet) { fail(time) }
        drain(decoder)
        if facts.codec == .mpegAudio, !packet.isDiscarded,
            packet.withPayload({ MPEGAudioFrameHeader.hasEmptyFrame($0) })
        {
            add(time)
        }
    }

    /// Receives the remaining output of the decoder.
    mutating func finish() {
        guard let decoder else { return }
        decoder.finish()
        drain(decoder)
        if decoder.lacksFeature {
            failure = .missing
            broken = []
            isTruncated = false
            return
        }
        // The decoder may report the damage of a packet only with the next packet, and the damaged
        // packet itself yields no frame. So both lists can contain the same damage. Only the longer
        // list is used, so that no damage counts twice.
        let failed = isStarted ? failures : beforeStart + failures
        let dropped = balance.dropped
        for time in dropped.count >= failed.count ? dropped : failed { add(time) }
    }

    private mutating func drain(_ decoder: Decoder) {
        while true {
            switch decoder.receive() {
            case .frame(let pts):
                isStarted = true
                balance.receive(pts)
            case .damagedFrame(let pts):
                note(time(of: pts))
                balance.receive(pts)
            case .failure:
                fail(lastTime)
            case .none: return
            }
        }
    }

    /// Returns whether a packet must yield a frame that is shown.
    private func isPresented(_ packet: borrowing PacketStorage, at time: MediaTime) -> Bool {
        guard !packet.isDiscarded, packet.size > 0 else { return false }
        if let firstKey, time < firstKey { return false }
        if keyframeCount == 1, facts.codec == .hevc, isSkippedLeading(packet) { return false }
        // A sample of an ISO file has no start codes to search for, so it always counts as a
        // picture.
        guard facts.entry.isEmpty else { return true }
        return switch facts.codec {
        case .h264: packet.withPayload { AccessUnitGlance(h264: $0).hasPicture }
        case .hevc: packet.withPayload { AccessUnitGlance(hevc: $0).hasPicture }
        default: true
        }
    }

    /// Returns whether a picture refers to pictures before the keyframe that it follows.
    ///
    /// A decoder that starts with this keyframe skips such a picture (RASL), regardless of its
    /// presentation time.
    private func isSkippedLeading(_ packet: borrowing PacketStorage) -> Bool {
        let lengthSize = facts.extradata.count > 21 ? Int(facts.extradata[21] & 3) + 1 : 4
        let type =
            facts.entry.isEmpty
            ? packet.withPayload { AccessUnitGlance(hevc: $0).pictureType }
            : packet.withPayload { SampleForm.hevcPictureType(in: $0, lengthSize: lengthSize) }
        return type == 8 || type == 9
    }

    /// Returns whether no picture after a keyframe refers to a picture before the keyframe.
    private func isInstantaneous(_ packet: borrowing PacketStorage) -> Bool {
        guard facts.codec == .h264 else { return true }
        guard !facts.entry.isEmpty else {
            return packet.withPayload { AccessUnitGlance(h264: $0).isInstantaneous }
        }
        let lengthSize = facts.extradata.count > 4 ? Int(facts.extradata[4] & 3) + 1 : 4
        let type = packet.withPayload { SampleForm.h264PictureType(in: $0, lengthSize: lengthSize) }
        return type == 5 || type == nil
    }

    /// Returns whether a packet is a keyframe, from its payload if necessary.
    ///
    /// The parser of libavformat cannot detect keyframes without parameter sets.
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

    private mutating func fail(_ time: MediaTime) {
        if let firstKey, time < firstKey { return }
        guard isStarted || facts.kind == .video else { return note(time) }
        if failures.count < Self.mostBroken { failures.append(time) }
    }

    private mutating func add(_ time: MediaTime) {
        if broken.count < Self.mostBroken {
            broken.append(time)
        } else {
            isTruncated = true
        }
    }

    /// Keeps the times of the last packets, so that the time of a frame can be looked up.
    private mutating func remember(_ count: Int64, _ time: MediaTime) {
        if times.count >= Self.mostWaiting { times.removeFirst(Self.mostWaiting / 2) }
        times.append((count, time))
    }

    private func time(of count: Int64?) -> MediaTime {
        guard let count else { return lastTime }
        return times.last { $0.count == count }?.time ?? lastTime
    }
}
