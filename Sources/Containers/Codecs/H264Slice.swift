/// The start of an H.264 slice header, with the fields that determine the picture's number.
///
/// Reference: ITU-T H.264, 7.3.3 and 7.4.3.
struct H264Slice: Equatable {
    /// A number of bytes that is sufficient for all fields read here.
    static let headerCount = 48

    /// Whether the picture of the slice is an IDR picture.
    var isInstantaneous: Bool
    /// Whether the picture of the slice may be a reference for other pictures.
    var isReference: Bool
    /// Whether the slice does not refer to other pictures.
    var isIntra: Bool
    /// Whether the slice is the first one of its picture.
    var isFirst: Bool
    /// Whether the picture of the slice is a field.
    var isField = false
    /// The frame number (`frame_num`), which increases by one after each reference frame.
    var number: Int
    /// The lower bits of the picture's position in display order; `nil` when not stated.
    var order: Int?

    /// Reads a NAL unit of type 1 or 5; `nil` for any other type, and for a truncated unit.
    init?(unit: Span<UInt8>, _ set: H264ParameterSet) {
        guard let header = unit.first, header & 0x80 == 0, [1, 5].contains(header & 0x1F) else {
            return nil
        }
        isInstantaneous = header & 0x1F == 5
        isReference = header & 0x60 != 0
        var reader = BitReader(
            unit: unit.extracting(0..<min(unit.count, Self.headerCount)), headerCount: 1)
        isFirst = reader.exponential() == 0
        let type = reader.exponential()
        isIntra = type % 5 == 2
        _ = reader.exponential()
        if set.hasSeparatePlanes { reader.skip(2) }
        number = Int(reader.bits(set.numberBits))
        if set.isInterlaced {
            isField = reader.flag()
            if isField { reader.skip(1) }
        }
        if isInstantaneous { _ = reader.exponential() }
        order = set.orderBits.map { Int(reader.bits($0)) }
        guard !reader.isOverrun, type < 10 else { return nil }
    }

    /// Returns whether the slice whose NAL unit starts at an index refers to no other picture.
    ///
    /// The slice must be the first one of its picture. Its type is then in the first byte of the
    /// slice header: the bit 1 for the first macroblock, and the code of type 2, 4, 7 or 9.
    static func isIntra(_ bytes: Span<UInt8>, at unit: Int) -> Bool {
        guard unit + 1 < bytes.count else { return false }
        let byte = bytes[unit + 1]
        return byte & 0xF0 == 0xB0 || byte & 0xFC == 0x94 || byte == 0x88 || byte == 0x8A
    }
}

extension Span<UInt8> {
    /// The first byte; `nil` when there is none.
    fileprivate var first: UInt8? { isEmpty ? nil : self[0] }
}
