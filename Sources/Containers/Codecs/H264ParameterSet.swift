/// The fields of an H.264 sequence parameter set that describe pictures and the syntax of slices.
///
/// Reference: ITU-T H.264, 7.3.2.1.1.
struct H264ParameterSet: Equatable, Sendable {
    var profile: UInt8
    /// The constraint flags and the reserved bits, which follow the profile.
    var constraints: UInt8
    var level: UInt8
    var width: Int
    var height: Int
    /// Whether pictures may be coded as fields.
    var isInterlaced: Bool
    /// The transfer characteristics by ITU-T H.273; `nil` when they are not stated.
    var transfer: Int?
    /// The identifier of the set.
    var id: UInt32
    /// Whether the three colour planes are coded separately.
    var hasSeparatePlanes = false
    /// The number of bits of `frame_num`.
    var numberBits: Int
    /// The number of bits of `pic_order_cnt_lsb`; `nil` when slices do not state it.
    var orderBits: Int?
    /// Whether `frame_num` may skip values although no picture is lost.
    var permitsNumberGaps: Bool

    /// Reads a NAL unit of type 7.
    ///
    /// - Returns: `nil` when the unit has any other type, is cut off, or has a value out of bounds.
    init?(unit: Span<UInt8>) {
        guard unit.count > 4, unit.count < 4096, unit[0] & 0x1F == 7 else { return nil }
        var reader = BitReader(unit: unit, headerCount: 1)
        profile = UInt8(reader.bits(8))
        constraints = UInt8(reader.bits(8))
        level = UInt8(reader.bits(8))
        id = reader.exponential()
        var chroma: UInt32 = 1
        if [100, 110, 122, 244, 44, 83, 86, 118, 128, 138, 139, 134, 135].contains(profile) {
            chroma = reader.exponential()
            if chroma == 3, reader.flag() {
                chroma = 0
                hasSeparatePlanes = true
            }
            _ = reader.exponential()
            _ = reader.exponential()
            reader.skip(1)
            if reader.flag() { Self.skipScalingLists(chroma == 3 ? 12 : 8, &reader) }
        }
        numberBits = Int(min(reader.exponential(), 12)) + 4
        orderBits = Self.pictureOrderBits(&reader)
        _ = reader.exponential()
        permitsNumberGaps = reader.flag()
        let columns = Int(reader.exponential()) + 1
        let rows = Int(reader.exponential()) + 1
        let isProgressive = reader.flag()
        if !isProgressive { reader.skip(1) }
        reader.skip(1)
        var crop = (left: 0, right: 0, top: 0, bottom: 0)
        if reader.flag() {
            crop.left = Int(reader.exponential())
            crop.right = Int(reader.exponential())
            crop.top = Int(reader.exponential())
            crop.bottom = Int(reader.exponential())
        }
        guard !reader.isOverrun, columns <= 4096, rows <= 4096, chroma <= 3 else { return nil }
        let fields = isProgressive ? 1 : 2
        let unitX = chroma == 1 || chroma == 2 ? 2 : 1
        let unitY = (chroma == 1 ? 2 : 1) * fields
        width = columns * 16 - unitX * (crop.left + crop.right)
        height = rows * 16 * fields - unitY * (crop.top + crop.bottom)
        guard width > 0, height > 0 else { return nil }
        isInterlaced = !isProgressive
        transfer = reader.flag() ? VideoUsability.transfer(&reader) : nil
    }

    private static func skipScalingLists(_ count: Int, _ reader: inout BitReader) {
        for index in 0..<count where reader.flag() {
            var last: Int32 = 8
            var next: Int32 = 8
            for _ in 0..<(index < 6 ? 16 : 64) where next != 0 {
                next = (last &+ reader.signedExponential()) & 0xFF
                if next != 0 { last = next }
            }
        }
    }

    /// Reads the fields about the picture order count.
    ///
    /// The result is the number of bits of `pic_order_cnt_lsb`; `nil` when slices do not state it.
    private static func pictureOrderBits(_ reader: inout BitReader) -> Int? {
        switch reader.exponential() {
        case 0:
            return Int(min(reader.exponential(), 12)) + 4
        case 1:
            reader.skip(1)
            _ = reader.signedExponential()
            _ = reader.signedExponential()
            for _ in 0..<min(reader.exponential(), 255) { _ = reader.signedExponential() }
        default:
            break
        }
        return nil
    }
}
