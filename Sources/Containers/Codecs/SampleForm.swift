/// The features of a codec's samples that can be checked without decoding.
///
/// The check finds samples that were lost in storage: a lost block is read as zeros, which a
/// decoder may accept as an empty sample.
package enum SampleForm: Equatable, Sendable {
    /// Any bytes.
    case any
    /// At least one byte is not zero.
    ///
    /// Every valid frame of the codec contains a marker or final bits that are not zero.
    case nonzero
    /// A frame that starts with the synchronization word of its codec.
    ///
    /// The first two bytes of the frame equal `word` in all bits that are set in `mask`.
    case frame(word: UInt16, mask: UInt16)
    /// NAL units, each preceded by its length (ISO/IEC 14496-15, section 4.3.2).
    ///
    /// At least one of them is a slice of a picture in the base layer. No such slice has a long run
    /// of zeros before other bytes, because emulation prevention bytes interrupt zeros.
    case units(lengthSize: Int, syntax: UnitSyntax)
    /// A frame of AC-3, and not one of E-AC-3, because decoders of AC-3 cannot read E-AC-3.
    case ac3
    /// A packet of Opus, whose header states a valid duration.
    case opus
    /// The units of AV1.
    case av1
    /// The frames of VP9.
    case vp9
    /// An XML document, after which other data such as pictures may follow.
    ///
    /// Reference: ISO/IEC 14496-30, section 6 (Timed Text Markup Language).
    case document

    /// The syntax of the headers of NAL units.
    package enum UnitSyntax: Equatable, Sendable {
        /// H.264; data partitions occur only in the Extended profile.
        case h264(hasPartitions: Bool)
        case hevc

        fileprivate var headerSize: Int {
            switch self {
            case .h264: 1
            case .hevc: 2
            }
        }

        /// Returns whether a unit with this header is a slice of a picture in the base layer.
        fileprivate func isSlice(_ header: UInt16) -> Bool {
            switch self {
            case .h264(let hasPartitions):
                let type = header & 0x1F
                return header & 0x80 == 0
                    && (type == 1 || type == 5 || hasPartitions && (2...4).contains(type))
            case .hevc:
                // The type is less than 32, the layer is zero, and the temporal identifier plus one
                // is not zero.
                return header & 0xC1F8 == 0 && header & 7 != 0
            }
        }
    }

    /// Determines the form of the samples of a track in an ISO file.
    init(_ facts: StreamFacts) {
        let record = facts.extradata
        switch facts.codec {
        case _ where facts.isEncrypted || facts.entry == "encv" || facts.entry == "enca":
            self = .any
        case .h264 where record.count >= 7 && record[0] == 1:
            self = .units(
                lengthSize: Int(record[4] & 3) + 1, syntax: .h264(hasPartitions: record[1] == 88))
        case .hevc where record.count >= 23 && record[0] == 1:
            self = .units(lengthSize: Int(record[21] & 3) + 1, syntax: .hevc)
        // ETSI TS 102 366, annex F: a sample is one or more frames.
        case .ac3: self = .ac3
        case .eac3: self = .frame(word: 0x0B77, mask: 0xFFFF)
        case .mpegAudio: self = .frame(word: 0xFFE0, mask: 0xFFE0)
        // RFC 9639, section 9.1: the last bit of the word states the blocking strategy.
        case .flac: self = .frame(word: 0xFFF8, mask: 0xFFFE)
        case .aac, .alac: self = .nonzero
        case .opus: self = .opus
        case .av1: self = .av1
        case .vp9: self = .vp9
        case .ttml: self = .document
        case .other where Self.compressed.contains(facts.entry): self = .nonzero
        default: self = .any
        }
    }

    /// The sample entries of further codecs: VVC, MPEG-H, AC-4, DTS and IAMF.
    ///
    /// All bytes of a sample may be zero in other formats, such as silence in PCM.
    private static let compressed: Set<String> = [
        "vvc1", "vvi1", "mha1", "mha2", "mhm1", "mhm2", "ac-4", "dtsc", "dtse", "dtsh", "dtsl",
        "dtsx", "iamf",
    ]

    /// Returns whether the bytes of a whole sample violate this form.
    package func isBroken(_ bytes: Span<UInt8>) -> Bool {
        var check = SampleFormCheck(self, byteCount: bytes.count)
        check.take(bytes)
        return check.isBroken
    }

    /// Returns whether a sample may be decoded without earlier samples.
    ///
    /// The answer is also `true` where the samples cannot be examined, and for a sample without a
    /// slice. The bytes may end within the sample.
    func mayStandAlone(_ sample: Span<UInt8>) -> Bool {
        guard case .units(let lengthSize, let syntax) = self else { return true }
        var index = 0
        while index + lengthSize + syntax.headerSize < sample.count {
            let length = Int(sample.unsigned(at: index, count: lengthSize))
            let unit = index + lengthSize
            let end = min(unit + length, sample.count)
            guard length > syntax.headerSize else { return true }
            switch syntax {
            case .h264:
                let type = sample[unit] & 0x1F
                if type == 5 { return true }
                if type == 6, AccessUnitGlance.hasRecoveryPoint(sample, unit + 1, end) {
                    return true
                }
                if (1...4).contains(type) { return H264Slice.isIntra(sample, at: unit) }
            case .hevc:
                let type = sample[unit] >> 1 & 0x3F
                if type < 32 { return (16...23).contains(type) }
                if type == 39, AccessUnitGlance.hasRecoveryPoint(sample, unit + 2, end) {
                    return true
                }
            }
            index = unit + length
        }
        return true
    }

    /// Returns whether pictures after a keyframe may refer to ones before it, as in an open GOP.
    ///
    /// The bytes may end within the sample.
    func isOpen(_ keyframe: Span<UInt8>) -> Bool {
        guard case .units(let lengthSize, let syntax) = self else { return false }
        switch syntax {
        case .h264:
            let type = Self.h264PictureType(in: keyframe, lengthSize: lengthSize, mayBeCut: true)
            return type != nil && type != 5
        case .hevc:
            return Self.hevcPictureType(in: keyframe, lengthSize: lengthSize, mayBeCut: true)
                == AccessUnitGlance.cleanRandomAccess
        }
    }

    /// Returns the NAL unit type of an HEVC sample's first slice; `nil` when there is no slice.
    package static func hevcPictureType(
        in sample: Span<UInt8>, lengthSize: Int, mayBeCut: Bool = false
    ) -> UInt8? {
        pictureType(in: sample, lengthSize: lengthSize, mayBeCut: mayBeCut) { header in
            let type = header >> 1 & 0x3F
            return type < 32 ? type : nil
        }
    }

    /// Returns the NAL unit type of an H.264 sample's first slice; `nil` when there is no slice.
    package static func h264PictureType(
        in sample: Span<UInt8>, lengthSize: Int, mayBeCut: Bool = false
    ) -> UInt8? {
        pictureType(in: sample, lengthSize: lengthSize, mayBeCut: mayBeCut) { header in
            let type = header & 0x1F
            return (1...5).contains(type) ? type : nil
        }
    }

    /// Returns the NAL unit type of the first slice.
    ///
    /// - Parameters:
    ///   - sample: The bytes of the sample.
    ///   - lengthSize: The number of bytes of the length before each unit.
    ///   - mayBeCut: Whether the bytes may end within the sample.
    ///   - type: Returns the type from the first byte of a unit; `nil` if the unit is not a slice.
    /// - Returns: The type; `nil` when there is no slice.
    private static func pictureType(
        in sample: Span<UInt8>, lengthSize: Int, mayBeCut: Bool, ofSlice type: (UInt8) -> UInt8?
    ) -> UInt8? {
        var index = 0
        while index + lengthSize < sample.count {
            let length = Int(sample.unsigned(at: index, count: lengthSize))
            index += lengthSize
            guard length > 0, mayBeCut || length <= sample.count - index else { return nil }
            if let type = type(sample[index]) { return type }
            index += length
        }
        return nil
    }
}

/// Checks the form of one sample whose bytes arrive in pieces.
package struct SampleFormCheck {
    /// The minimum size in bytes of a sample that counts as invalid if all of its bytes are zero.
    private static let fewestBytes = 8
    /// The maximum size in bytes of a document that is read; a larger one may contain pictures.
    private static let largestDocument = 4 << 20

    private let form: SampleForm
    private let byteCount: Int
    /// The number of bytes of the sample that have not been read yet.
    private var restCount: Int
    private var skippedCount = 0
    private var length = 0
    private var lengthCount = 0
    private var header: UInt16 = 0
    private var headerCount = 0
    /// Whether the skipped bytes belong to a slice.
    private var skipsSlice = false
    private var hasZeroedSlice = false
    private var hasContent = false
    private var isDone = false
    private var isOverrun = false
    private var document: [UInt8] = []
    /// The first bytes of a frame of AC-3 or a packet of Opus.
    private var head: [UInt8] = []
    private var av1: AV1Form
    private var vp9 = VP9Form()

    package init(_ form: SampleForm, byteCount: Int) {
        self.form = form
        self.byteCount = byteCount
        restCount = byteCount
        av1 = AV1Form(byteCount: byteCount)
    }

    /// Whether the complete sample violates the form that its codec requires.
    package var isBroken: Bool {
        switch form {
        case .any: false
        case .nonzero, .frame: !hasContent && byteCount >= Self.fewestBytes
        case .ac3:
            byteCount >= Self.fewestBytes
                && AC3Fields(head.span, at: 0).map(\.isEnhanced) ?? true
        case .opus:
            byteCount > 0 && OpusPacketHeader(head.span) == nil
                || !hasContent && byteCount >= Self.fewestBytes
        // A sample without bytes repeats the previous picture, so it does not violate the form.
        case .av1: byteCount > 0 && av1.isBroken
        case .vp9: byteCount > 0 && vp9.isBroken
        case .units: byteCount > 0 && (isOverrun || hasZeroedSlice || !hasContent)
        // Some packagers write a sample without bytes for a pause.
        case .document: !document.isEmpty && !XMLElement.isComplete(in: document)
        }
    }

    /// Checks the next bytes of the sample.
    package mutating func take(_ bytes: Span<UInt8>) {
        guard !isDone else { return }
        switch form {
        case .any: isDone = true
        case .av1: av1.take(bytes)
        case .vp9: vp9.take(bytes)
        case .nonzero: isDone = findContent(bytes)
        case .ac3:
            takeHead(bytes, count: Self.fewestBytes)
            isDone = head.count == Self.fewestBytes
        case .opus:
            takeHead(bytes, count: 2)
            isDone = findContent(bytes) && head.count == 2
        case .frame(let word, let mask):
            var index = 0
            while headerCount < 2, index < bytes.count {
                header = header << 8 | UInt16(bytes[index])
                headerCount += 1
                index += 1
            }
            guard headerCount == 2 else { return }
            hasContent = header & mask == word
            isDone = true
        case .units(let lengthSize, let syntax): walk(bytes, lengthSize, syntax)
        case .document:
            isDone = byteCount > Self.largestDocument
            for index in 0..<bytes.count where !isDone { document.append(bytes[index]) }
        }
    }

    /// Keeps the first bytes of the sample, up to a number of them.
    private mutating func takeHead(_ bytes: Span<UInt8>, count: Int) {
        for index in 0..<min(count - head.count, bytes.count) { head.append(bytes[index]) }
    }

    /// Searches for a byte that is not zero, and returns whether any piece has had one.
    private mutating func findContent(_ bytes: Span<UInt8>) -> Bool {
        for index in 0..<bytes.count where !hasContent { hasContent = bytes[index] != 0 }
        return hasContent
    }

    private mutating func walk(
        _ bytes: Span<UInt8>, _ lengthSize: Int, _ syntax: SampleForm.UnitSyntax
    ) {
        var index = 0
        while index < bytes.count, !isDone {
            if skippedCount > 0 {
                let count = min(skippedCount, bytes.count - index)
                if skipsSlice,
                    ZeroRun.end(in: bytes, index..<index + count, atLeast: ZeroRun.inSlice) != nil
                {
                    hasZeroedSlice = true
                    isDone = true
                }
                skippedCount -= count
                restCount -= count
                index += count
                continue
            }
            let byte = bytes[index]
            index += 1
            restCount -= 1
            guard lengthCount == lengthSize else {
                length = length << 8 | Int(byte)
                lengthCount += 1
                guard lengthCount == lengthSize else { continue }
                isOverrun = length > restCount
                // If the sample already has a slice, a length of zero starts padding. Otherwise, it
                // makes the sample invalid.
                isDone = isOverrun || length == 0
                continue
            }
            header = header << 8 | UInt16(byte)
            headerCount += 1
            guard headerCount == min(syntax.headerSize, length) else { continue }
            skipsSlice = headerCount == syntax.headerSize && syntax.isSlice(header)
            if skipsSlice { hasContent = true }
            skippedCount = length - headerCount
            length = 0
            lengthCount = 0
            header = 0
            headerCount = 0
        }
    }
}
