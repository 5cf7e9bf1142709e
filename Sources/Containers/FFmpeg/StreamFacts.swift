import CFFmpeg
import VirtualTime

/// The properties of a stream according to libavformat, copied into Swift values.
@safe
struct StreamFacts {
    var index: Int
    var id: Int
    var kind: TrackDescription.Kind
    var codec: Codec
    /// The four-character type of the sample entry in an ISO file; empty when there is none.
    var entry: String
    /// Whether the stream type in a transport stream is a type for encrypted samples.
    ///
    /// Reference: Apple's MPEG-2 Stream Encryption Format for HLS, section 2.2.
    var isEncrypted: Bool
    var extradata: [UInt8]
    var width: Int
    var height: Int
    var sampleRate: Int
    var channels: Int
    var profile: Int
    var language: String?
    /// The layer of MPEG audio; `nil` for every other codec.
    var mpegAudioLayer: Int?
    /// The properties of VP9 that libavformat does not keep.
    var vp9: VP9Configuration?
    var clock: MediaClock
    /// The duration of the stream; `nil` when the container does not state it in advance.
    var duration: MediaTime?

    /// The maximum size of a codec configuration record in bytes; a larger one is ignored.
    private static let largestExtradata = 1 << 16

    init(_ stream: UnsafeMutablePointer<AVStream>, index: Int) {
        let parameters = unsafe stream.pointee.codecpar.pointee
        self.index = index
        id = unsafe Int(stream.pointee.id)
        entry = Self.characters(unsafe parameters.codec_tag)
        let tag = unsafe parameters.codec_tag
        isEncrypted = ProgramStream.encryptedTypes.contains { UInt32($0) == tag }
        codec = unsafe Self.codec(parameters.codec_id, entry: entry)
        // Cover images and chapter pictures accompany the media but are not part of it.
        let isCover =
            unsafe stream.pointee.disposition
            & (AV_DISPOSITION_ATTACHED_PIC | AV_DISPOSITION_TIMED_THUMBNAILS) != 0
        kind = isCover ? .other : unsafe Self.kind(parameters.codec_type, codec)
        width = unsafe Int(parameters.width)
        height = unsafe Int(parameters.height)
        sampleRate = unsafe Int(parameters.sample_rate)
        channels = unsafe Int(parameters.ch_layout.nb_channels)
        profile = unsafe Int(parameters.profile)
        let size = unsafe Int(parameters.extradata_size)
        extradata = []
        if let start = unsafe parameters.extradata, size > 0, size <= Self.largestExtradata {
            extradata = unsafe Array(UnsafeBufferPointer(start: start, count: size))
        }
        clock = unsafe MediaClock(
            numerator: Int64(stream.pointee.time_base.num),
            denominator: Int64(stream.pointee.time_base.den))
        let count = unsafe stream.pointee.duration
        duration = count == shim_AV_NOPTS_VALUE ? nil : clock.time(count)
        mpegAudioLayer =
            switch unsafe parameters.codec_id {
            case AV_CODEC_ID_MP1: 1
            case AV_CODEC_ID_MP2: 2
            case AV_CODEC_ID_MP3: 3
            default: nil
            }
        language = unsafe Self.language(stream.pointee.metadata)
    }

    /// Creates the properties of a stream whose container states only the given values.
    init(
        index: Int, id: Int, kind: TrackDescription.Kind, codec: Codec, language: String?,
        clock: MediaClock
    ) {
        self.index = index
        self.id = id
        self.kind = kind
        self.codec = codec
        self.language = language
        self.clock = clock
        entry = ""
        isEncrypted = false
        extradata = []
        (width, height, sampleRate, channels) = (0, 0, 0, 0)
        profile = -1
    }

    private static func characters(_ tag: UInt32) -> String {
        guard tag != 0 else { return "" }
        let bytes = (0..<4).map { UInt8(truncatingIfNeeded: tag >> UInt32($0 * 8)) }
        guard bytes.allSatisfy({ (0x20..<0x7F).contains($0) }) else { return "" }
        return String(decoding: bytes, as: UTF8.self)
    }

    private static func language(_ dictionary: OpaquePointer?) -> String? {
        guard let entry = unsafe av_dict_get(dictionary, "language", nil, 0) else { return nil }
        guard let value = unsafe entry.pointee.value else { return nil }
        let text = unsafe String(cString: value)
        return text == "und" || text.isEmpty ? nil : String(text.prefix(64))
    }

    private static func kind(_ type: AVMediaType, _ codec: Codec) -> TrackDescription.Kind {
        if codec == .id3 { return .timedMetadata }
        return switch type {
        case AVMEDIA_TYPE_VIDEO: .video
        case AVMEDIA_TYPE_AUDIO: .audio
        case AVMEDIA_TYPE_SUBTITLE: .subtitle
        default: [.webVTT, .ttml, .timedText].contains(codec) ? .subtitle : .other
        }
    }

    private static func codec(_ id: AVCodecID, entry: String) -> Codec {
        switch id {
        case AV_CODEC_ID_H264: return .h264
        case AV_CODEC_ID_HEVC: return .hevc
        case AV_CODEC_ID_AV1: return .av1
        case AV_CODEC_ID_VP9: return .vp9
        case AV_CODEC_ID_MPEG2VIDEO: return .mpeg2Video
        case AV_CODEC_ID_AAC: return .aac
        case AV_CODEC_ID_AC3: return .ac3
        case AV_CODEC_ID_EAC3: return .eac3
        case AV_CODEC_ID_MP1, AV_CODEC_ID_MP2, AV_CODEC_ID_MP3: return .mpegAudio
        case AV_CODEC_ID_OPUS: return .opus
        case AV_CODEC_ID_FLAC: return .flac
        case AV_CODEC_ID_ALAC: return .alac
        case AV_CODEC_ID_WEBVTT: return .webVTT
        case AV_CODEC_ID_TTML: return .ttml
        case AV_CODEC_ID_MOV_TEXT: return .timedText
        case AV_CODEC_ID_EIA_608: return .closedCaptions
        case AV_CODEC_ID_TIMED_ID3: return .id3
        default: break
        }
        switch entry {
        case "wvtt": return .webVTT
        case "stpp": return .ttml
        case "tx3g": return .timedText
        case "c608", "c708": return .closedCaptions
        default: return .other(unsafe String(cString: avcodec_get_name(id)))
        }
    }
}

/// Converts the timestamps of a stream from units of its time base to exact times.
struct MediaClock {
    private let numerator: Int64
    private let denominator: Int64
    /// The number of `MediaTime` ticks in a unit of the time base; zero when it is not an integer.
    private let factor: Int64

    init(numerator: Int64, denominator: Int64) {
        self.numerator = max(1, numerator)
        self.denominator = max(1, denominator)
        let (ticks, overflow) = MediaTime.ticksPerSecond.multipliedReportingOverflow(
            by: self.numerator)
        factor = overflow || ticks % self.denominator != 0 ? 0 : ticks / self.denominator
    }

    /// Converts a time to a timestamp in units of the time base; the result may be off by one.
    func count(_ time: MediaTime) -> Int64 { time.value(timescale: denominator) / numerator }

    @inline(__always)
    func time(_ count: Int64) -> MediaTime {
        if factor != 0 {
            let (ticks, overflow) = count.multipliedReportingOverflow(by: factor)
            if !overflow { return MediaTime(ticks: ticks) }
        }
        let (product, overflow) = count.multipliedReportingOverflow(by: numerator)
        return MediaTime(overflow ? (count < 0 ? .min : .max) : product, timescale: denominator)
    }
}
