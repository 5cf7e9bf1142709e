import VirtualTime

/// The durations that the coded frames in the samples of an audio track can have.
///
/// A sample contains the bytes of whole frames, and the codec determines the duration of each
/// frame. A value exists only for the audio tracks of ISO files.
struct CodedAudio {
    /// The contents of a sample that determine the duration of its frames.
    private enum Syntax {
        case constant
        case ac3
        case mpegAudio
        case opus
        case flac(sampleRate: Int64)
    }

    /// The duration up to which samples need no examination, because any sample may be as long.
    let usual: MediaTime

    /// The maximum duration of a sample that cannot be examined.
    let longest: MediaTime

    /// The maximum number of bytes of a sample that are examined.
    static let examinedCount = 1 << 16

    private let syntax: Syntax

    /// Creates the description of a track; `nil` where the durations of frames are not known.
    init?(_ facts: StreamFacts) {
        let rate = Int64(facts.sampleRate)
        switch facts.codec {
        case .aac:
            guard let frame = AACConfiguration(facts.extradata)?.frameDuration else { return nil }
            self.init(frame, upTo: frame, .constant)
        // ETSI TS 102 366, annex F: a sample has six blocks of 256 audio samples.
        case .ac3 where rate > 0, .eac3 where rate > 0:
            let blocks = MediaTime(1536, timescale: rate)
            self.init(blocks, upTo: blocks, .ac3)
        // ISO/IEC 13818-3: a frame of layer III has 576 samples at less than 32 kHz.
        case .mpegAudio where rate > 0:
            self.init(
                MediaTime(rate < 32_000 ? 576 : 1152, timescale: rate),
                upTo: MediaTime(1152, timescale: rate), .mpegAudio)
        // RFC 6716, section 2: a frame has at least 2.5 ms, and a packet at most 120 ms.
        case .opus:
            self.init(
                MediaTime(120, timescale: 48_000), upTo: MediaTime(5760, timescale: 48_000), .opus)
        case .flac: self.init(flac: facts.extradata.span)
        case .alac: self.init(alac: facts.extradata.span)
        default: return nil
        }
    }

    private init(_ usual: MediaTime, upTo longest: MediaTime, _ syntax: Syntax) {
        self.usual = usual
        self.longest = longest
        self.syntax = syntax
    }

    /// Reads the block sizes and the sampling rate of FLAC.
    ///
    /// Only streams with a variable block size are examined. In other streams, the last block may
    /// be shorter than the stated duration of its sample.
    ///
    /// Reference: RFC 9639, section 8.2.
    private init?(flac information: Span<UInt8>) {
        guard information.count >= 34 else { return nil }
        let smallest = Int64(information.unsigned(at: 0, count: 2))
        let largest = Int64(information.unsigned(at: 2, count: 2))
        let rate = Int64(information.unsigned(at: 10, count: 3) >> 4)
        guard smallest > 0, largest >= smallest, rate > 0 else { return nil }
        self.init(
            MediaTime(smallest, timescale: rate), upTo: MediaTime(largest, timescale: rate),
            smallest == largest ? .constant : .flac(sampleRate: rate))
    }

    /// Reads the frame length and the sampling rate of ALAC, which the box `alac` states.
    ///
    /// Reference: Apple Lossless Audio Codec, ALACMagicCookieDescription.
    private init?(alac box: Span<UInt8>) {
        guard box.count >= 36 else { return nil }
        let length = Int64(box.unsigned(at: 12, count: 4))
        let rate = Int64(box.unsigned(at: 32, count: 4))
        guard length > 0, rate > 0 else { return nil }
        let frame = MediaTime(length, timescale: rate)
        self.init(frame, upTo: frame, .constant)
    }

    /// Returns the duration of the frames in a sample.
    ///
    /// - Parameter sample: The bytes of the whole sample.
    /// - Returns: The duration, which is at least ``usual``.
    func duration(of sample: Span<UInt8>) -> MediaTime {
        let found: MediaTime?
        switch syntax {
        case .constant: found = usual
        case .ac3:
            var scanner = AudioFrameScanner<AC3FrameHeader>()
            found = scanner.consume(sample).duration
        case .mpegAudio:
            var scanner = AudioFrameScanner<MPEGAudioFrameHeader>()
            found = scanner.consume(sample).duration
        case .opus:
            found = OpusPacketHeader(sample).map {
                MediaTime(Int64($0.sampleCount), timescale: 48_000)
            }
        case .flac(let sampleRate):
            found = Self.flacBlockSize(sample).map { MediaTime($0, timescale: sampleRate) }
        }
        guard let found, found > .zero else { return longest }
        return max(found, usual)
    }

    /// Returns the number of audio samples in a frame of FLAC; `nil` without a valid header.
    ///
    /// Reference: RFC 9639, section 9.1.
    private static func flacBlockSize(_ frame: Span<UInt8>) -> Int64? {
        guard frame.count >= 8, frame[0] == 0xFF, frame[1] & 0xFE == 0xF8 else { return nil }
        let code = frame[2] >> 4
        switch code {
        case 0: return nil
        case 1: return 192
        case 2...5: return 576 << Int64(code - 2)
        case 8...: return 256 << Int64(code - 8)
        default: break
        }
        // The size follows the number of the frame, which is coded like a character of UTF-8.
        let place = 4 + max(1, (~frame[4]).leadingZeroBitCount)
        let width = code == 6 ? 1 : 2
        guard place + width <= frame.count else { return nil }
        return Int64(frame.unsigned(at: place, count: width)) + 1
    }
}
