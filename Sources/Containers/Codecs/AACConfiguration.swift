import VirtualTime

/// The configuration of AAC as stored in MP4.
///
/// Reference: ISO/IEC 14496-3, 1.6.2.1, and 4.4.1 for the length of a frame.
struct AACConfiguration: Equatable, Sendable {
    static let sampleRates = [
        96000, 88200, 64000, 48000, 44100, 32000, 24000, 22050, 16000, 12000, 11025, 8000, 7350,
    ]

    var objectType: Int

    /// The duration of a frame; `nil` for an object type whose frames may have other lengths.
    ///
    /// With spectral band replication (SBR), a frame has twice as many samples at twice the rate of
    /// the core, so its duration is the duration of a core frame, whether or not the configuration
    /// states SBR.
    private(set) var frameDuration: MediaTime?

    /// The object types Main, LC, SSR and LTP.
    private static let coreTypes = 1...4
    /// The object types for SBR and parametric stereo, which precede the type of the core.
    private static let extensionTypes = [5, 29]

    init?(_ bytes: [UInt8]) {
        var reader = BitReader(bytes)
        objectType = Self.objectType(&reader)
        guard !reader.isOverrun, objectType > 0 else { return nil }
        let rate = Self.sampleRate(&reader)
        _ = reader.bits(4)
        var core = objectType
        if Self.extensionTypes.contains(objectType) {
            _ = Self.sampleRate(&reader)
            core = Self.objectType(&reader)
        }
        let count: Int64 = reader.bits(1) == 1 ? 960 : 1024
        guard !reader.isOverrun, Self.coreTypes.contains(core), let rate, rate > 0 else { return }
        frameDuration = MediaTime(count, timescale: Int64(rate))
    }

    private static func objectType(_ reader: inout BitReader) -> Int {
        let type = Int(reader.bits(5))
        return type == 31 ? 32 + Int(reader.bits(6)) : type
    }

    private static func sampleRate(_ reader: inout BitReader) -> Int? {
        let index = Int(reader.bits(4))
        if index == 15 { return Int(reader.bits(24)) }
        return index < sampleRates.count ? sampleRates[index] : nil
    }
}
