import VirtualTime

/// Collects the timing of each packet of one track.
///
/// From the first packets, it also derives track properties that the container does not state.
struct TrackScan {
    private(set) var facts: StreamFacts
    /// Whether the container is a transport stream, which does not state sample durations.
    let isTransport: Bool
    private let isISO: Bool
    /// Whether the samples are in movie fragments.
    let isFragments: Bool
    /// Whether one table of the container has the times of all samples.
    ///
    /// If so, a gap between samples does not mean that samples are missing.
    let hasTableOfTimes: Bool
    private var adts: AudioFrameScanner<ADTSFrameHeader>?
    private var ac3: AudioFrameScanner<AC3FrameHeader>?
    private var mpegAudio: AudioFrameScanner<MPEGAudioFrameHeader>?
    private var h264Set: H264ParameterSet?
    private var hevcSet: HEVCParameterSet?
    private var mpeg2Size: (width: Int, height: Int)?

    /// The parameter sets of the first picture that has any, with start codes.
    ///
    /// The array is empty when the container itself stores the parameter sets.
    private(set) var parameterSets: [UInt8] = []

    /// Whether the parameter sets come from an earlier segment.
    private(set) var inheritsParameterSets = false

    private static let mostParameterBytes = 8192

    /// The form of the samples of an ISO file.
    private let form: SampleForm
    /// The durations of coded audio in an ISO file; `nil` for other tracks.
    private let codedAudio: CodedAudio?

    /// Whether a parameter set is missing before the first keyframe; `nil` before a keyframe.
    private var lacksSets: Bool?
    private var setKinds: ParameterSetKinds = []
    /// The parameter sets of an earlier segment.
    private var earlierSets: [UInt8] = []

    /// Whether the last access unit delimiter has not been followed by a picture.
    private(set) var lacksPicture = false
    /// The presentation time of the access unit that starts with the last delimiter.
    private(set) var unitTime: MediaTime?
    /// The last PES packet, if it has a timestamp and no start code.
    private(set) var rest: SampleSummary?

    /// Whether no program map lists the stream, so that players ignore it and its damage.
    private(set) var isIgnored = false

    /// The codec of audio whose frames are in a stream that announces no audio; `nil` otherwise.
    private(set) var unannouncedAudio: String?

    /// Whether no sample has been examined as the first one of the track.
    private var isFirst = true

    /// Whether a PES packet of Opus has had valid control headers.
    private var hasControlHeaders = false
    /// The times of the PES packets of Opus before the first one with valid control headers.
    private var headless: [MediaTime?] = []
    private static let mostHeadless = 100
    /// The number of bytes that fit in one transport packet.
    private static let largestRest = 184

    /// The start of the next frame of packed audio; `nil` for every other container.
    private var packedTime: MediaTime?

    init(_ facts: StreamFacts, format: ContainerFormat, packedStart: MediaTime) {
        self.facts = facts
        isISO = format.isISO
        isFragments = format == .fragmentedMP4
        form = isISO ? SampleForm(facts) : .any
        codedAudio = isISO ? CodedAudio(facts) : nil
        hasTableOfTimes = format == .mp4
        isTransport = format == .mpegTS
        if format.isPackedAudio { packedTime = packedStart }
        guard !isISO else { return }
        switch facts.codec {
        case .aac: adts = AudioFrameScanner()
        case .ac3, .eac3: ac3 = AudioFrameScanner()
        case .mpegAudio: mpegAudio = AudioFrameScanner()
        default: break
        }
    }

    /// Summarizes a packet of this track.
    mutating func summarize(
        _ packet: borrowing PacketStorage, _ unwrapper: inout TimestampUnwrapper?
    ) -> SampleSummary {
        let dts = packet.dts.map { unwrapper?.unwrap($0) ?? $0 }
        let pts = packet.pts.map { unwrapper?.unwrap($0) ?? $0 }
        var sample = SampleSummary(
            track: facts.index, pts: pts.map(facts.clock.time),
            dts: (dts ?? pts).map(facts.clock.time), size: packet.size, isKey: packet.isKey,
            isCorrupt: packet.isCorrupt, isDiscarded: packet.isDiscarded)
        if isISO || facts.kind != .audio, packet.duration > 0 {
            sample.duration = facts.clock.time(packet.duration)
        }
        if isISO {
            let isBroken = !packet.isEncrypted && packet.withPayload(form.isBroken)
            sample.isCorrupt = sample.isCorrupt || isBroken
            if isFirst, !packet.isEncrypted {
                if sample.isKey {
                    sample.isOpen = packet.withPayload(form.isOpen)
                } else {
                    sample.mayStandAlone = packet.withPayload(form.mayStandAlone)
                }
            }
            isFirst = false
            return sample
        }
        if facts.kind == .other, sample.size > 0 { recognizeContent(packet) }
        switch facts.codec {
        case .h264, .hevc: lookAtUnit(packet, &sample)
        case .mpeg2Video: lookAtMPEG2(packet, &sample)
        case .aac, .ac3, .eac3, .mpegAudio: countAudio(packet, &sample)
        case .opus: countOpus(packet, &sample)
        default: break
        }
        return sample
    }

    /// Returns the duration of the coded frames in an audio sample; zero when it is unknown.
    func codedDuration(
        of packet: borrowing PacketStorage, lasting stated: MediaTime
    ) -> MediaTime {
        guard let codedAudio else { return .zero }
        guard stated > codedAudio.usual else { return codedAudio.usual }
        guard !packet.isEncrypted, !facts.isEncrypted, facts.entry != "enca" else {
            return codedAudio.longest
        }
        return packet.withPayload { codedAudio.duration(of: $0) }
    }

    /// Treats the track as a stream of unknown content.
    mutating func ignore() {
        facts.kind = .other
        isIgnored = true
    }

    /// Adopts the parameter sets of an earlier segment if this segment has none.
    mutating func inherit(_ sets: [UInt8]) {
        guard !isISO, !sets.isEmpty else { return }
        earlierSets = sets
        guard parameterSets.isEmpty else { return }
        parameterSets = sets
        inheritsParameterSets = true
        let bytes = sets.span
        switch facts.codec {
        case .h264:
            guard let set = AccessUnitGlance(h264: bytes).sequenceSet else { return }
            h264Set = H264ParameterSet(unit: bytes.extracting(set))
        case .hevc:
            guard let set = AccessUnitGlance(hevc: bytes).sequenceSet else { return }
            hevcSet = HEVCParameterSet(unit: bytes.extracting(set))
        default:
            break
        }
    }

    /// Recognizes a track of timed metadata by its ID3 tags, and audio by a frame at its start.
    ///
    /// Some packagers omit the descriptor that states the format of a metadata stream. Others
    /// announce audio by a stream type that has other uses, so that players do not find it: DTS,
    /// for example, by the type 0x82 of Blu-ray discs.
    private mutating func recognizeContent(_ packet: borrowing PacketStorage) {
        if isTransport, isFirst {
            isFirst = false
            unannouncedAudio = packet.withPayload { payload in
                if let frame = AC3FrameHeader(payload, at: 0) {
                    return frame.isEnhanced ? "E-AC-3" : "AC-3"
                }
                let isDTS = payload.count >= 4 && payload.word(at: 0) == 0x7FFE_8001
                return isDTS ? "DTS" : nil
            }
        }
        guard packet.withPayload({ ID3Tag.isWholeOrBeheaded($0) }) else { return }
        facts.kind = .timedMetadata
        facts.codec = .id3
    }

    private mutating func keep(_ glance: AccessUnitGlance, of payload: Span<UInt8>) {
        var sets: [UInt8] = []
        for range in glance.parameterSets {
            guard sets.count + range.count + 4 <= Self.mostParameterBytes else { break }
            sets += [0, 0, 0, 1]
            for index in range { sets.append(payload[index]) }
        }
        parameterSets = sets
    }

    /// The duration that the codec gives each sample of a fragmented audio track.
    ///
    /// The value is `nil` for other tracks, and where the codec does not determine it.
    var codedDuration: MediaTime? {
        guard isFragments else { return nil }
        switch facts.codec {
        case .aac: return AACConfiguration(facts.extradata)?.frameDuration
        // ETSI TS 102 366, annex F: a sample of AC-3 is one frame of six blocks.
        case .ac3 where facts.sampleRate > 0:
            return MediaTime(1536, timescale: Int64(facts.sampleRate))
        default: return nil
        }
    }

    /// Whether keyframes of the track can be distinguished from other pictures.
    var reportsKeyframes: Bool {
        isISO || [.h264, .hevc, .mpeg2Video].contains(facts.codec)
    }

    /// The damage to the frame structure of coded audio; `nil` where frames are not counted.
    var audioDamage: AudioFrameDamage? { adts?.damage ?? ac3?.damage ?? mpegAudio?.damage }

    /// Examines the start of an access unit; `nil` for codecs whose units have no parameter sets.
    func glance(at payload: Span<UInt8>) -> AccessUnitGlance? {
        switch facts.codec {
        case .h264: AccessUnitGlance(h264: payload)
        case .hevc: AccessUnitGlance(hevc: payload)
        default: nil
        }
    }

    /// Keeps the parameter sets of the first access unit that has a sequence parameter set.
    mutating func adopt(_ glance: AccessUnitGlance, of payload: Span<UInt8>) {
        guard h264Set == nil, hevcSet == nil, let set = glance.sequenceSet else { return }
        switch facts.codec {
        case .h264: h264Set = H264ParameterSet(unit: payload.extracting(set))
        case .hevc: hevcSet = HEVCParameterSet(unit: payload.extracting(set))
        default: return
        }
        keep(glance, of: payload)
    }

    /// Whether the first keyframe of a transport stream lacks parameter sets before it.
    ///
    /// Its parameter sets may follow later in the segment.
    var lacksParameterSets: Bool { lacksSets ?? false }

    /// The parameter sets for a decoder that starts with the first keyframe, with start codes.
    var startingSets: [UInt8] { lacksParameterSets ? earlierSets : parameterSets }

    /// Records the start of an access unit or of its continuation.
    ///
    /// The sample is marked as damaged if the access unit before it has a delimiter and no picture.
    ///
    /// An access unit may continue in a PES packet without a delimiter, so only the next delimiter
    /// or the end of the stream shows that the picture is missing.
    ///
    /// A packet with a timestamp contains the start of a picture (ISO/IEC 13818-1, section 2.4.3.7,
    /// PTS). If it has no start code, its bytes were overwritten. The exception is one transport
    /// packet with the times of the next PES packet, which must have a delimiter: Apple's segmenter
    /// may write the end of a picture like this.
    ///
    /// - Parameters:
    ///   - glance: The start of the access unit.
    ///   - byteCount: The size of the packet.
    ///   - isRest: Whether the packet has a timestamp and no start code.
    ///   - sample: The sample of the packet.
    mutating func follow(
        _ glance: AccessUnitGlance, byteCount: Int, isRest: Bool, _ sample: inout SampleSummary
    ) {
        if let rest {
            let isEnd = rest.size <= Self.largestRest && glance.startsWithDelimiter
            if !isEnd || rest.pts != sample.pts || rest.dts != sample.dts {
                sample.corruptBefore.append(rest.pts)
            }
        }
        rest = isRest ? sample : nil
        if glance.endsEarlierPicture { lacksPicture = false }
        setKinds.formUnion(glance.setKinds)
        if lacksSets == nil, glance.isKey, glance.hasPicture {
            let needed: ParameterSetKinds =
                facts.codec == .hevc ? [.sequence, .picture, .video] : [.sequence, .picture]
            lacksSets = !setKinds.isSuperset(of: needed)
        }
        if glance.startsWithDelimiter {
            sample.isCorrupt = sample.isCorrupt || lacksPicture
            lacksPicture = !glance.hasPicture && byteCount <= AccessUnitGlance.limit
            unitTime = sample.pts
        } else if glance.hasPicture {
            lacksPicture = false
        }
    }

    /// Counts the frames that begin in the next bytes of coded audio; `nil` for other media.
    mutating func countFrames(_ payload: Span<UInt8>) -> AudioFrameCount? {
        adts?.consume(payload) ?? ac3?.consume(payload) ?? mpegAudio?.consume(payload)
    }

    private mutating func lookAtUnit(
        _ packet: borrowing PacketStorage, _ sample: inout SampleSummary
    ) {
        packet.withPayload { payload in
            guard let glance = glance(at: payload) else { return }
            let isRest = sample.take(glance, of: payload)
            follow(glance, byteCount: payload.count, isRest: isRest, &sample)
            adopt(glance, of: payload)
        }
    }

    private mutating func lookAtMPEG2(
        _ packet: borrowing PacketStorage, _ sample: inout SampleSummary
    ) {
        packet.withPayload { payload in
            let glance = AccessUnitGlance(mpeg2: payload)
            if sample.take(glance, of: payload) { sample.isCorrupt = true }
            sample.isOpen = false
            if mpeg2Size == nil, let set = glance.sequenceSet, set.count >= 4 {
                let size = payload.unsigned(at: set.lowerBound + 1, count: 3)
                mpeg2Size = (Int(size >> 12), Int(size & 0xFFF))
            }
        }
    }

    private mutating func countAudio(
        _ packet: borrowing PacketStorage, _ sample: inout SampleSummary
    ) {
        guard let count = packet.withPayload({ countFrames($0) }) else { return }
        sample.take(count)
        guard let time = packedTime else { return sample.requireFrame(count) }
        sample.pts = count.frames > 0 ? time : nil
        sample.dts = sample.pts
        packedTime = time + count.duration
    }

    /// Counts the Opus packets in a PES packet.
    ///
    /// Bytes that are not whole packets are damage if another PES packet has control headers.
    private mutating func countOpus(
        _ packet: borrowing PacketStorage, _ sample: inout SampleSummary
    ) {
        let count = packet.withPayload { OpusUnits.count(in: $0) }
        sample.take(count)
        if count.duration > .zero {
            hasControlHeaders = true
            sample.corruptBefore = headless
            headless = []
        } else if count.frames > 0, hasControlHeaders {
            sample.isCorrupt = true
        } else if count.frames > 0, headless.count < Self.mostHeadless {
            headless.append(sample.pts)
        }
    }
}

extension TrackScan {
    /// Describes the track from the samples read so far.
    func description(frameRate: FrameRate?) -> TrackDescription {
        let width =
            facts.width > 0
            ? facts.width : h264Set?.width ?? hevcSet?.width ?? mpeg2Size?.width
        let height =
            facts.height > 0
            ? facts.height : h264Set?.height ?? hevcSet?.height ?? mpeg2Size?.height
        let isVideo = facts.kind == .video
        let isAudio = facts.kind == .audio
        return TrackDescription(
            index: facts.index, id: facts.id, kind: facts.kind, codec: facts.codec,
            codecString: codecString, width: isVideo ? width : nil, height: isVideo ? height : nil,
            frameRate: isVideo ? frameRate : nil,
            isInterlaced: pictureSet?.isInterlaced ?? false, transfer: transfer,
            sampleRate: isAudio ? sampleRate : nil,
            channels: isAudio ? channels : nil, language: facts.language)
    }

    private var transfer: Int? {
        facts.codec == .hevc ? (hevcSet ?? facts.hevcSet)?.transfer : pictureSet?.transfer
    }

    private var pictureSet: H264ParameterSet? {
        facts.codec == .h264 ? h264Set ?? facts.h264Set : nil
    }

    private var sampleRate: Int? {
        adts?.first?.sampleRate ?? ac3?.first?.sampleRate ?? mpegAudio?.first?.sampleRate
            ?? (facts.sampleRate > 0 ? facts.sampleRate : nil)
    }

    private var channels: Int? {
        adts?.first?.channels ?? ac3?.first?.channels ?? mpegAudio?.first?.channels
            ?? (facts.channels > 0 ? facts.channels : nil)
    }

    private var codecString: String? {
        switch facts.codec {
        case .h264:
            if let h264Set { return CodecString.h264(h264Set) }
            return facts.h264String
        case .hevc:
            if let hevcSet { return CodecString.hevc(hevcSet.profile) }
            return facts.hevcString
        case .aac:
            let type =
                adts?.first?.objectType ?? AACConfiguration(facts.extradata)?.objectType
                ?? (facts.profile >= 0 ? facts.profile + 1 : nil)
            return type.map(CodecString.mpeg4Audio(objectType:))
        case .mpegAudio:
            if isISO { return facts.sampleRate < 32_000 ? "mp4a.69" : "mp4a.6B" }
            let layer = mpegAudio?.first?.layer ?? facts.mpegAudioLayer
            return layer.map { CodecString.mpeg4Audio(objectType: 31 + $0) }
        default:
            return facts.plainString
        }
    }
}

extension StreamFacts {
    /// The H.264 parameter set in the description of the track; `nil` when there is none.
    var h264Set: H264ParameterSet? {
        let bytes = extradata.span
        if let set = AccessUnitGlance(h264: bytes).sequenceSet {
            return H264ParameterSet(unit: bytes.extracting(set))
        }
        guard extradata.count > 8, extradata[0] == 1, extradata[5] & 31 > 0 else { return nil }
        let end = 8 + Int(bytes.unsigned(at: 6, count: 2))
        return end <= extradata.count ? H264ParameterSet(unit: bytes.extracting(8..<end)) : nil
    }

    /// The first parameter set in the configuration record of HEVC; `nil` if it has none.
    fileprivate var hevcSet: HEVCParameterSet? {
        guard extradata.first == 1 else { return nil }
        let set = HEVCConfiguration(extradata.span).units.first { $0.type == 33 }
        return set.flatMap { HEVCParameterSet(unit: extradata.span.extracting($0.bytes)) }
    }

    /// The codec string of H.264, from the decoder configuration record of the track.
    ///
    /// Reference: ISO/IEC 14496-15, 5.3.3.1.2.
    fileprivate var h264String: String? {
        if let set = AccessUnitGlance(h264: extradata.span).sequenceSet {
            return H264ParameterSet(unit: extradata.span.extracting(set)).map(CodecString.h264)
        }
        guard extradata.count >= 4, extradata[0] == 1 else { return nil }
        return CodecString.h264(
            profile: extradata[1], constraints: extradata[2], level: extradata[3],
            entry: entry == "avc3" ? "avc3" : "avc1")
    }

    fileprivate var hevcString: String? {
        if let set = AccessUnitGlance(hevc: extradata.span).sequenceSet {
            let parsed = HEVCParameterSet(unit: extradata.span.extracting(set))
            return parsed.map { CodecString.hevc($0.profile) }
        }
        guard extradata.first == 1, let profile = HEVCProfile(extradata.span, at: 1) else {
            return nil
        }
        return CodecString.hevc(profile, entry: entry == "hev1" ? "hev1" : "hvc1")
    }

    /// The codec string; `nil` when the codec and its configuration do not determine it.
    fileprivate var plainString: String? {
        switch codec {
        case .ac3: "ac-3"
        case .eac3: "ec-3"
        case .av1: CodecString.av1(configuration: extradata)
        case .vp9:
            vp9.map {
                CodecString.vp9(profile: $0.profile, level: $0.level, bitDepth: $0.bitDepth)
            }
        case .opus: "opus"
        case .flac: "fLaC"
        case .alac: "alac"
        case .webVTT: "wvtt"
        case .ttml: "stpp"
        case .timedText: "tx3g"
        case .closedCaptions: entry.isEmpty ? "c608" : entry
        case .h264, .hevc, .mpeg2Video, .aac, .mpegAudio, .id3, .other: nil
        }
    }
}
