/// The profile, tier and level of HEVC in twelve bytes.
///
/// They have this form in the parameter sets (ITU-T H.265, 7.3.3) and in the decoder configuration
/// record (ISO/IEC 14496-15, 8.3.3.1.2).
struct HEVCProfile: Equatable, Sendable {
    var space: UInt8
    var isHighTier: Bool
    var profile: UInt8
    var compatibility: UInt32
    var constraints: [UInt8]
    var level: UInt8

    /// Reads twelve bytes.
    init?(_ bytes: Span<UInt8>, at index: Int) {
        guard index >= 0, bytes.count >= index + 12 else { return nil }
        space = bytes[index] >> 6
        isHighTier = bytes[index] & 0x20 != 0
        profile = bytes[index] & 0x1F
        compatibility = UInt32(bytes.unsigned(at: index + 1, count: 4))
        constraints = (index + 5..<index + 11).map { bytes[$0] }
        level = bytes[index + 11]
    }
}

/// The picture properties in a sequence parameter set of HEVC.
///
/// Reference: ITU-T H.265, 7.3.2.2.1.
struct HEVCParameterSet: Equatable, Sendable {
    var profile: HEVCProfile
    var width: Int
    var height: Int

    /// Reads a NAL unit of type 33.
    ///
    /// - Returns: `nil` when the unit is something else, cut off or out of bounds.
    init?(unit: Span<UInt8>) {
        guard unit.count > 15, unit.count < 8192, unit[0] >> 1 & 0x3F == 33 else { return nil }
        var reader = BitReader(unit: unit, headerCount: 2)
        reader.skip(4)
        let layers = Int(reader.bits(3))
        reader.skip(1)
        let bytes = (0..<12).map { _ in UInt8(reader.bits(8)) }
        guard let profile = HEVCProfile(bytes.span, at: 0) else { return nil }
        self.profile = profile
        var hasProfile: [Bool] = []
        var hasLevel: [Bool] = []
        for _ in 0..<layers {
            hasProfile.append(reader.flag())
            hasLevel.append(reader.flag())
        }
        if layers > 0 { reader.skip(2 * (8 - layers)) }
        for layer in 0..<layers {
            if hasProfile[layer] { reader.skip(88) }
            if hasLevel[layer] { reader.skip(8) }
        }
        _ = reader.exponential()
        let chroma = reader.exponential()
        if chroma == 3 { reader.skip(1) }
        let codedWidth = Int(reader.exponential())
        let codedHeight = Int(reader.exponential())
        var crop = (width: 0, height: 0)
        if reader.flag() {
            crop.width = Int(reader.exponential()) + Int(reader.exponential())
            crop.height = Int(reader.exponential()) + Int(reader.exponential())
        }
        guard !reader.isOverrun, codedWidth <= 65536, codedHeight <= 65536 else { return nil }
        width = codedWidth - crop.width * (chroma == 1 || chroma == 2 ? 2 : 1)
        height = codedHeight - crop.height * (chroma == 1 ? 2 : 1)
        guard width > 0, height > 0 else { return nil }
    }
}
