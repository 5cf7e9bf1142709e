extension SpliceDescriptor {
    /// The identifier of the descriptors that the standard itself defines, `CUEI`.
    private static let standard: UInt32 = 0x4355_4549

    /// Parses a descriptor.
    ///
    /// - Parameters:
    ///   - tag: The type of the descriptor.
    ///   - contents: The bytes after the length field: an identifier and the contents.
    init(tag: Int, _ contents: [UInt8]) {
        var reader = BitReader(contents)
        let identifier = reader.bits(32)
        let bytes = Array(contents.dropFirst(4))
        let other = SpliceDescriptor.other(tag: tag, identifier: identifier, bytes: bytes)
        self = identifier == Self.standard ? Self.read(tag, &reader) ?? other : other
        if reader.isOverrun { self = other }
    }

    private static func read(_ tag: Int, _ reader: inout BitReader) -> SpliceDescriptor? {
        switch tag {
        case 0x00: return .avail(providerAvailID: reader.bits(32))
        case 0x01:
            let preroll = Int(reader.bits(8))
            let count = reader.bits(3)
            reader.skip(5)
            let tones = (0..<count).map { _ in UInt8(reader.bits(8)) }
            guard tones.allSatisfy({ (0x20...0x7E).contains($0) }) else { return nil }
            return .tones(preroll: preroll, characters: String(decoding: tones, as: UTF8.self))
        case 0x02: return .segmentation(SegmentationDescriptor(&reader))
        case 0x03:
            let seconds = Int64(reader.bits(16)) << 32 | Int64(reader.bits(32))
            return .time(
                seconds: seconds, nanoseconds: reader.bits(32), utcOffset: Int(reader.bits(16)))
        case 0x04:
            let count = reader.bits(4)
            reader.skip(4)
            return .audio((0..<count).map { _ in SpliceAudio(&reader) })
        default: return nil
        }
    }
}

extension SpliceAudio {
    fileprivate init(_ reader: inout BitReader) {
        componentTag = Int(reader.bits(8))
        let letters = (0..<3).map { _ in UInt8(reader.bits(8)) }
        let isCode = letters.allSatisfy { (0x61...0x7A).contains($0 | 0x20) }
        language = isCode ? String(decoding: letters, as: UTF8.self) : ""
        bitStreamMode = Int(reader.bits(3))
        channels = Int(reader.bits(4))
        isFullService = reader.flag()
    }
}

extension SegmentationDescriptor {
    fileprivate init(_ reader: inout BitReader) {
        eventID = reader.bits(32)
        let isCancelled = reader.flag()
        reader.skip(7)
        guard !isCancelled else { return }
        let isWhole = reader.flag()
        let hasDuration = reader.flag()
        let isUnrestricted = reader.flag()
        let restrictions = Restrictions(
            allowsWebDelivery: reader.flag(), hasNoRegionalBlackout: reader.flag(),
            allowsArchive: reader.flag(), devices: Int(reader.bits(2)))
        var components: [Component] = []
        if !isWhole {
            components = reader.list { reader in
                let tag = Int(reader.bits(8))
                reader.skip(7)
                return Component(tag: tag, ptsOffset: reader.clock())
            }
        }
        let duration = hasDuration ? Int64(reader.bits(8)) << 32 | Int64(reader.bits(32)) : nil
        let upidType = UInt8(reader.bits(8))
        let upid = reader.list { UInt8($0.bits(8)) }
        let type = SegmentationType(UInt8(reader.bits(8)))
        let segment = Int(reader.bits(8))
        let segmentsExpected = Int(reader.bits(8))
        var subSegment: SubSegment?
        // Older senders omit the fields about sub-segments.
        if type.hasSubSegments, reader.remainingByteCount >= 2 {
            subSegment = SubSegment(number: Int(reader.bits(8)), expected: Int(reader.bits(8)))
        }
        event = Event(
            type: type, duration: duration, upid: SegmentationUPID(type: upidType, bytes: upid),
            segment: segment, segmentsExpected: segmentsExpected, subSegment: subSegment,
            restrictions: isUnrestricted ? nil : restrictions, components: components)
    }
}
