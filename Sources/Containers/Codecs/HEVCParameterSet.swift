/// The profile, tier and level of HEVC in twelve bytes.
///
/// The same twelve bytes are in the parameter sets (ITU-T H.265, 7.3.3) and in the decoder
/// configuration record (ISO/IEC 14496-15, 8.3.3.1.2).
struct HEVCProfile: Equatable, Sendable {
    var space: UInt8
    var isHighTier: Bool
    var profile: UInt8
    var compatibility: UInt32
    var constraints: [UInt8]
    var level: UInt8

    /// Reads the twelve bytes at an index; `nil` when there are fewer bytes.
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
package struct HEVCParameterSet: Equatable, Sendable {
    var profile: HEVCProfile
    /// The width of a picture in samples, after cropping.
    package var width: Int
    /// The height of a picture in samples, after cropping.
    package var height: Int
    /// The transfer characteristics by ITU-T H.273; `nil` when they are not stated.
    package var transfer: Int?

    /// Reads a NAL unit of type 33.
    ///
    /// - Returns: `nil` when the unit has any other type, is cut off, or has a value out of bounds.
    package init?(unit: Span<UInt8>) {
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
        transfer = HEVCSequenceFields.transfer(&reader, layers: layers)
    }
}

/// The fields of a sequence parameter set that precede the usability information (VUI).
///
/// Reference: ITU-T H.265, sections 7.3.2.2.1, 7.3.4 and 7.3.7.
private enum HEVCSequenceFields {
    /// Reads the fields from the bit depth up to the transfer characteristics.
    ///
    /// - Returns: The transfer characteristics; `nil` when they are not stated, or the parameter
    ///   set is truncated.
    static func transfer(_ reader: inout BitReader, layers: Int) -> Int? {
        _ = reader.exponential()
        _ = reader.exponential()
        let countBits = Int(reader.exponential()) + 4
        guard countBits <= 16 else { return nil }
        for _ in (reader.flag() ? 0 : layers)...layers {
            for _ in 0..<3 { _ = reader.exponential() }
        }
        for _ in 0..<6 { _ = reader.exponential() }
        if reader.flag(), reader.flag() { skipScalingLists(&reader) }
        reader.skip(2)
        if reader.flag() {
            reader.skip(8)
            _ = reader.exponential()
            _ = reader.exponential()
            reader.skip(1)
        }
        guard skipReferenceSets(&reader) else { return nil }
        if reader.flag() {
            let count = reader.exponential()
            guard count <= 32 else { return nil }
            reader.skip(Int(count) * (countBits + 1))
        }
        reader.skip(2)
        return reader.flag() ? VideoUsability.transfer(&reader) : nil
    }

    private static func skipScalingLists(_ reader: inout BitReader) {
        for size in 0..<4 {
            for _ in stride(from: 0, to: 6, by: size == 3 ? 3 : 1) {
                guard reader.flag() else {
                    _ = reader.exponential()
                    continue
                }
                let count = min(64, 1 << (4 + size * 2)) + (size > 1 ? 1 : 0)
                for _ in 0..<count { _ = reader.exponential() }
            }
        }
    }

    /// Skips the short-term reference picture sets; returns whether their counts are permitted.
    private static func skipReferenceSets(_ reader: inout BitReader) -> Bool {
        let count = reader.exponential()
        guard count <= 64, !reader.isOverrun else { return false }
        var pictures = 0
        for set in 0..<count {
            if set > 0, reader.flag() {
                reader.skip(1)
                _ = reader.exponential()
                var kept = 0
                for _ in 0...pictures {
                    let isUsed = reader.flag()
                    if isUsed || reader.flag() { kept += 1 }
                }
                pictures = kept
            } else {
                let (negative, positive) = (reader.exponential(), reader.exponential())
                guard negative <= 16, positive <= 16 else { return false }
                pictures = Int(negative + positive)
                for _ in 0..<pictures {
                    _ = reader.exponential()
                    reader.skip(1)
                }
            }
            guard pictures <= 16, !reader.isOverrun else { return false }
        }
        return true
    }
}
