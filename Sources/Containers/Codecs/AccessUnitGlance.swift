/// The start of an access unit, read to detect a keyframe without parsing slices.
///
/// Its NAL units come from a byte stream with start codes (ITU-T H.264 and H.265, annex B).
struct AccessUnitGlance {
    /// Whether decoding can start at this access unit.
    ///
    /// Decoding can start at an IDR picture, at a picture with a recovery point, and at an intra
    /// random access picture.
    var isKey = false

    /// Whether the access unit is an IDR picture of H.264.
    ///
    /// No picture after an IDR picture refers to a picture before it.
    var isInstantaneous = false

    /// Whether a slice was found, which means that the access unit contains a picture.
    var hasPicture = false

    /// Whether the first access unit starts with a delimiter, which a picture must follow.
    var startsWithDelimiter = false

    /// Whether slices of an earlier picture come before the first delimiter.
    var endsEarlierPicture = false

    /// Whether a picture that is not a keyframe may be decodable without earlier pictures.
    ///
    /// This applies to an intra picture of H.264, although the pictures after it may still refer to
    /// pictures before it, and to a picture of HEVC with a recovery point.
    var mayStandAlone = false

    /// Whether more bytes could change the findings.
    ///
    /// The bytes may end before they show the type of a slice. If they start with slices of an
    /// earlier picture, they may also end before the delimiter that follows these slices.
    var isCut = false

    /// The NAL unit type of the first HEVC slice; `nil` for other codecs, or if there is no slice.
    var pictureType: UInt8?

    /// The positions of parameter sets of any kind, in their order, without start codes.
    var parameterSets: [Range<Int>] = []

    /// Whether the first slice belongs to a picture that starts in an earlier packet.
    ///
    /// No delimiter follows the slice.
    var continuesPicture = false

    /// The kinds of the parameter sets.
    var setKinds: ParameterSetKinds = []

    /// The position of the first sequence parameter set.
    var sequenceSet: Range<Int>?

    /// Whether pictures after the keyframe may refer to pictures before it, as in an open GOP.
    var isOpen: Bool {
        guard isKey, hasPicture else { return false }
        return pictureType.map { $0 == Self.cleanRandomAccess } ?? !isInstantaneous
    }

    /// The NAL unit type of an HEVC picture that such pictures may follow.
    static let cleanRandomAccess: UInt8 = 21
    private static let mostParameterSets = 16
    /// End of sequence, end of stream, filler data, auxiliary slices and slices of SVC.
    private static let h264Rest: [UInt8] = [10, 11, 12, 19, 20]
    /// End of sequence, end of bitstream, filler data and SEI after slices.
    private static let hevcRest: [UInt8] = [36, 37, 38, 40]

    /// The maximum number of bytes to examine.
    static let limit = 1 << 16

    init(h264 bytes: Span<UInt8>) {
        var isFirst = true
        let rest = Self.h264Rest
        var start = startOfUnit(in: bytes, slices: 1...5, delimiter: 9, rest: rest) { $0 & 0x1F }
        while let unit = start, unit < bytes.count {
            let type = bytes[unit] & 0x1F
            if isFirst { startsWithDelimiter = type == 9 }
            isFirst = false
            start = nil
            switch type {
            case 1, 2, 5:
                hasPicture = true
                isInstantaneous = type == 5
                isKey = isKey || type == 5
                isCut = isCut || unit + 1 == bytes.count
                // The first bit is set if `first_mb_in_slice` is zero.
                continuesPicture =
                    !startsWithDelimiter && unit + 1 < bytes.count && bytes[unit + 1] & 0x80 == 0
                    && !Self.hasUnit(in: bytes, from: unit) { $0 & 0x1F == 9 }
                mayStandAlone = H264Slice.isIntra(bytes, at: unit)
                return
            case 6:
                let next = Self.nextUnit(in: bytes, from: unit)
                if Self.hasRecoveryPoint(bytes, unit + 1, next ?? bytes.count) { isKey = true }
                start = next
            case 7, 8:
                let next = Self.nextUnit(in: bytes, from: unit)
                note(
                    set: unit..<max(unit, next.map { $0 - 3 } ?? bytes.count),
                    type == 7 ? .sequence : .picture)
                start = next
            default:
                start = Self.nextUnit(in: bytes, from: unit)
            }
        }
    }

    init(hevc bytes: Span<UInt8>) {
        var isFirst = true
        let rest = Self.hevcRest
        var start = startOfUnit(in: bytes, slices: 0...31, delimiter: 35, rest: rest) {
            $0 >> 1 & 0x3F
        }
        while let unit = start, unit < bytes.count {
            let type = bytes[unit] >> 1 & 0x3F
            if isFirst { startsWithDelimiter = type == 35 }
            isFirst = false
            if type < 32 {
                hasPicture = true
                isKey = (16...23).contains(type)
                pictureType = type
                // The first bit is `first_slice_segment_in_pic_flag`.
                continuesPicture =
                    !startsWithDelimiter && unit + 2 < bytes.count && bytes[unit + 2] & 0x80 == 0
                    && !Self.hasUnit(in: bytes, from: unit) { $0 >> 1 & 0x3F == 35 }
                return
            }
            start = Self.nextUnit(in: bytes, from: unit)
            if type == 39, Self.hasRecoveryPoint(bytes, unit + 2, start ?? bytes.count) {
                mayStandAlone = true
            }
            if (32...34).contains(type) {
                note(
                    set: unit..<max(unit, start.map { $0 - 3 } ?? bytes.count),
                    type == 32 ? .video : type == 33 ? .sequence : .picture)
            }
        }
    }

    /// Reads MPEG-2 video (ITU-T H.262, 6.2), whose sequence header serves as a parameter set.
    init(mpeg2 bytes: Span<UInt8>) {
        var start = Self.nextUnit(in: bytes, from: 0)
        while let unit = start, unit < bytes.count {
            if bytes[unit] == 0x00 {
                guard unit + 2 < bytes.count else { return }
                hasPicture = true
                isKey = bytes[unit + 2] >> 3 & 7 == 1
                return
            }
            start = Self.nextUnit(in: bytes, from: unit)
            if bytes[unit] == 0xB3, sequenceSet == nil {
                sequenceSet = unit..<max(unit, start.map { $0 - 3 } ?? bytes.count)
            }
        }
    }

    /// Searches for the first NAL unit of the access unit that starts in a PES packet.
    ///
    /// A PES packet may start with the rest of an earlier access unit, but its timestamp belongs to
    /// the one that starts in it (ISO/IEC 13818-1, section 2.4.3.7, PTS). The rest is recognized by
    /// bytes before the first start code. Only a delimiter shows where its slices end.
    ///
    /// - Parameters:
    ///   - bytes: The bytes of the PES packet.
    ///   - slices: The types of the NAL units that contain slices.
    ///   - delimiter: The type of an access unit delimiter.
    ///   - rest: The types of other NAL units that may follow the slices of an access unit, such as
    ///     filler data.
    ///   - type: A closure that returns the type in the first byte of a NAL unit.
    /// - Returns: The position of the NAL unit without its start code; `nil` when there is none.
    private mutating func startOfUnit(
        in bytes: Span<UInt8>, slices: ClosedRange<UInt8>, delimiter: UInt8, rest: [UInt8],
        type: (UInt8) -> UInt8
    ) -> Int? {
        let start = Self.nextUnit(in: bytes, from: 0)
        guard let first = start, first < bytes.count, slices.contains(type(bytes[first])),
            Self.hasContent(bytes, before: first - 3)
        else { return start }
        var next = Self.nextUnit(in: bytes, from: first)
        while let unit = next, unit < bytes.count {
            let found = type(bytes[unit])
            if found == delimiter {
                endsEarlierPicture = true
                return unit
            }
            guard slices.contains(found) || rest.contains(found) else { return first }
            next = Self.nextUnit(in: bytes, from: unit)
        }
        isCut = true
        return first
    }

    /// Returns whether bytes other than zeros come before an index.
    private static func hasContent(_ bytes: Span<UInt8>, before end: Int) -> Bool {
        for index in 0..<max(0, end) where bytes[index] != 0 { return true }
        return false
    }

    private mutating func note(set: Range<Int>, _ kind: ParameterSetKinds) {
        setKinds.insert(kind)
        guard parameterSets.count < Self.mostParameterSets, !set.isEmpty else { return }
        parameterSets.append(set)
        if kind == .sequence, sequenceSet == nil { sequenceSet = set }
    }

    /// Returns whether a NAL unit starts at any index of the bytes; the search has no size limit.
    static func hasUnit(in bytes: Span<UInt8>) -> Bool {
        StartCodes.next(in: bytes, from: 0, upTo: bytes.count) != nil
    }

    /// Returns whether a later NAL unit has a type, given by the first byte of the unit.
    private static func hasUnit(
        in bytes: Span<UInt8>, from start: Int, _ isType: (UInt8) -> Bool
    ) -> Bool {
        var next = nextUnit(in: bytes, from: start)
        while let unit = next, unit < bytes.count {
            if isType(bytes[unit]) { return true }
            next = nextUnit(in: bytes, from: unit)
        }
        return false
    }

    private static func nextUnit(in bytes: Span<UInt8>, from start: Int) -> Int? {
        StartCodes.next(in: bytes, from: start, upTo: min(bytes.count, limit))
    }

    /// Returns whether an SEI unit has a recovery point message (type 6; H.264, D.1.8).
    ///
    /// HEVC has the same message (H.265, D.2.8).
    static func hasRecoveryPoint(
        _ bytes: Span<UInt8>, _ start: Int, _ end: Int
    ) -> Bool {
        guard start < end else { return false }
        guard StartCodes.nextPrevention(in: bytes, from: start, upTo: end) != nil else {
            return hasRecoveryPoint(messages: bytes, start, end)
        }
        // The stated sizes of messages do not count emulation prevention bytes.
        var reader = BitReader(unit: bytes.extracting(start..<end), headerCount: 0)
        let payload = reader.remainingBytes()
        return hasRecoveryPoint(messages: payload.span, 0, payload.count)
    }

    /// Returns whether a sequence of SEI messages has a recovery point message.
    ///
    /// - Parameters:
    ///   - bytes: Bytes without emulation prevention.
    ///   - start: The index of the first byte of the first message.
    ///   - end: The index after the last message.
    /// - Returns: Whether a message of type 6 was found.
    private static func hasRecoveryPoint(
        messages bytes: Span<UInt8>, _ start: Int, _ end: Int
    ) -> Bool {
        var index = start
        while index + 2 <= end {
            var type = 0
            while index < end, bytes[index] == 0xFF {
                type += 255
                index += 1
            }
            guard index < end else { return false }
            type += Int(bytes[index])
            index += 1
            var size = 0
            while index < end, bytes[index] == 0xFF {
                size += 255
                index += 1
            }
            guard index < end else { return false }
            size += Int(bytes[index])
            index += 1
            if type == 6 { return true }
            index += size
            if index < end, bytes[index] == 0x80 { return false }
        }
        return false
    }
}

/// A set of kinds of parameter sets.
struct ParameterSetKinds: OptionSet {
    let rawValue: UInt8

    static let sequence = ParameterSetKinds(rawValue: 1)
    static let picture = ParameterSetKinds(rawValue: 2)
    /// The video parameter set, which only HEVC has.
    static let video = ParameterSetKinds(rawValue: 4)
}
