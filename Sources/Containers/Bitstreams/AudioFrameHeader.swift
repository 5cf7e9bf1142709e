import VirtualTime

/// The header of one audio frame.
protocol AudioFrameHeader {
    /// The number of bytes needed to parse the header.
    static var headerCount: Int { get }

    /// The size of the frame in bytes, including its header.
    var byteCount: Int { get }

    /// The size in bytes of the largest frame that the format permits.
    var largestByteCount: Int { get }

    /// The duration of the frame; zero for a frame that extends the previous one (E-AC-3).
    ///
    /// Such a frame adds channels or another programme to a frame with the same timestamp.
    var duration: MediaTime { get }

    var sampleRate: Int { get }
    var channels: Int { get }

    /// Parses a header at an index.
    ///
    /// - Returns: The header; `nil` when it is incomplete or invalid.
    init?(_ bytes: Span<UInt8>, at index: Int)
}

/// The header of an AAC frame in an audio data transport stream (ADTS).
///
/// Reference: ISO/IEC 13818-7, 6.2.
struct ADTSFrameHeader: AudioFrameHeader, Equatable, Sendable {
    static let headerCount = 7
    var byteCount: Int
    var duration: MediaTime
    var sampleRate: Int
    var channels: Int
    /// The MPEG-4 audio object type that the two profile bits represent.
    var objectType: Int
    let largestByteCount: Int

    init?(_ bytes: Span<UInt8>, at index: Int) {
        guard let fields = ADTSFields(bytes, at: index) else { return nil }
        let rateIndex = Int(bytes[index + 2] >> 2 & 0xF)
        guard rateIndex < AACConfiguration.sampleRates.count else { return nil }
        sampleRate = AACConfiguration.sampleRates[rateIndex]
        objectType = Int(bytes[index + 2] >> 6) + 1
        let configuration = Int(bytes[index + 2] & 1) << 2 | Int(bytes[index + 3] >> 6)
        channels = configuration == 7 ? 8 : configuration
        byteCount = fields.byteCount
        guard byteCount >= Self.headerCount else { return nil }
        let blocks = Int(bytes[index + 6] & 3) + 1
        duration = MediaTime(1024 * Int64(blocks), timescale: Int64(sampleRate))
        // A header has at most 9 bytes, and a block has at most 6,144 bits (768 bytes) per channel.
        // A channel configuration of 0 does not state the number of channels, so 8 are assumed.
        largestByteCount = 9 + 768 * (channels == 0 ? 8 : channels) * blocks
    }
}

/// The header of an AC-3 or E-AC-3 frame.
///
/// Reference: ETSI TS 102 366, 4.3 and annex E.1.2.
struct AC3FrameHeader: AudioFrameHeader, Equatable, Sendable {
    static let headerCount = 8
    var byteCount: Int
    var duration: MediaTime
    var sampleRate: Int
    var channels: Int
    var isEnhanced: Bool

    var largestByteCount: Int { isEnhanced ? 4096 : 3840 }

    private static let sampleRates = [48000, 44100, 32000]
    private static let channelCounts = [2, 1, 2, 3, 3, 4, 4, 5]

    init?(_ bytes: Span<UInt8>, at index: Int) {
        guard let fields = AC3Fields(bytes, at: index) else { return nil }
        isEnhanced = fields.isEnhanced
        byteCount = fields.byteCount
        let rateCode = Int(bytes[index + 4] >> 6)
        if isEnhanced {
            let kind = bytes[index + 2] >> 6
            let blocksCode = Int(bytes[index + 4] >> 4 & 3)
            let blocks = rateCode == 3 ? 6 : [1, 2, 3, 6][blocksCode]
            sampleRate = Self.sampleRates[rateCode == 3 ? blocksCode % 3 : rateCode]
            if rateCode == 3 {
                guard blocksCode < 3 else { return nil }
                sampleRate /= 2
            }
            let mode = Int(bytes[index + 4] >> 1 & 7)
            channels = Self.channelCounts[mode] + Int(bytes[index + 4] & 1)
            let isDependent = kind == 1 || bytes[index + 2] >> 3 & 7 != 0
            let samples = Int64(blocks) * 256
            duration = isDependent ? .zero : MediaTime(samples, timescale: Int64(sampleRate))
            return
        }
        // A `bsid` of 9 halves the sample rate, and a `bsid` of 10 divides it by four. The number
        // of samples in a frame does not change.
        let shift = max(Int(fields.identification), 8) - 8
        sampleRate = Self.sampleRates[rateCode] >> shift
        let mode = Int(bytes[index + 6] >> 5)
        var effectsBit = 4
        if mode & 1 != 0, mode != 1 { effectsBit -= 2 }
        if mode & 4 != 0 { effectsBit -= 2 }
        if mode == 2 { effectsBit -= 2 }
        channels = Self.channelCounts[mode] + Int(bytes[index + 6] >> UInt8(effectsBit) & 1)
        duration = MediaTime(1536, timescale: Int64(sampleRate))
    }
}

/// The header of an MPEG-1, MPEG-2 or MPEG-2.5 audio frame.
///
/// Reference: ISO/IEC 11172-3, 2.4.1.3, and ISO/IEC 13818-3, 2.4.1.
struct MPEGAudioFrameHeader: AudioFrameHeader, Equatable, Sendable {
    static let headerCount = 4
    var byteCount: Int
    var duration: MediaTime
    var sampleRate: Int
    var channels: Int
    var layer: Int
    /// Whether the frame is MPEG-1 audio, with a sampling rate of at least 32 kHz.
    var isFirstEdition: Bool

    /// The size in bytes of the largest possible frame: layer II, 384 kb/s at 32 kHz.
    var largestByteCount: Int { 1729 }

    private static let sampleRates = [44100, 48000, 32000]
    private static let bitrates: [[Int]] = [
        [32, 64, 96, 128, 160, 192, 224, 256, 288, 320, 352, 384, 416, 448],
        [32, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320, 384],
        [32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320],
    ]
    private static let lowBitrates: [[Int]] = [
        [32, 48, 56, 64, 80, 96, 112, 128, 144, 160, 176, 192, 224, 256],
        [8, 16, 24, 32, 40, 48, 56, 64, 80, 96, 112, 128, 144, 160],
    ]

    init?(_ bytes: Span<UInt8>, at index: Int) {
        guard bytes.count >= index + Self.headerCount else { return nil }
        guard bytes[index] == 0xFF, bytes[index + 1] & 0xE0 == 0xE0 else { return nil }
        let version = bytes[index + 1] >> 3 & 3
        layer = 4 - Int(bytes[index + 1] >> 1 & 3)
        let bitrateIndex = Int(bytes[index + 2] >> 4)
        let rateIndex = Int(bytes[index + 2] >> 2 & 3)
        guard version != 1, layer < 4, (1...14).contains(bitrateIndex), rateIndex < 3 else {
            return nil
        }
        isFirstEdition = version == 3
        sampleRate = Self.sampleRates[rateIndex] >> (isFirstEdition ? 0 : version == 2 ? 1 : 2)
        let rates = isFirstEdition ? Self.bitrates[layer - 1] : Self.lowBitrates[layer == 1 ? 0 : 1]
        let bitrate = rates[bitrateIndex - 1] * 1000
        let padding = Int(bytes[index + 2] >> 1 & 1)
        let samples: Int
        if layer == 1 {
            samples = 384
            byteCount = (12 * bitrate / sampleRate + padding) * 4
        } else {
            samples = layer == 3 && !isFirstEdition ? 576 : 1152
            byteCount = samples / 8 * bitrate / sampleRate + padding
        }
        channels = bytes[index + 3] >> 6 == 3 ? 1 : 2
        duration = MediaTime(Int64(samples), timescale: Int64(sampleRate))
    }
}

extension MPEGAudioFrameHeader {
    /// Returns whether the bytes of frames contain an MP3 frame of nothing but a header and zeros.
    ///
    /// A decoder returns silence for such a frame. Encoders write a gain that is not zero even for
    /// silence, so the contents of the frame were lost.
    static func hasEmptyFrame(_ frames: Span<UInt8>) -> Bool {
        var index = 0
        while let header = Self(frames, at: index) {
            let end = index + header.byteCount
            guard end <= frames.count else { return false }
            var place = index + headerCount
            while place < end, frames[place] == 0 { place += 1 }
            if header.layer == 3, place == end { return true }
            index = end
        }
        return false
    }
}
