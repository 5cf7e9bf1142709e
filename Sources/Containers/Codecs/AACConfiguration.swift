/// The configuration of AAC as stored in MP4.
///
/// Reference: ISO/IEC 14496-3, 1.6.2.1.
struct AACConfiguration: Equatable, Sendable {
    static let sampleRates = [
        96000, 88200, 64000, 48000, 44100, 32000, 24000, 22050, 16000, 12000, 11025, 8000, 7350,
    ]

    var objectType: Int

    init?(_ bytes: [UInt8]) {
        var reader = BitReader(bytes)
        objectType = Int(reader.bits(5))
        if objectType == 31 { objectType = 32 + Int(reader.bits(6)) }
        guard !reader.isOverrun, objectType > 0 else { return nil }
    }
}
