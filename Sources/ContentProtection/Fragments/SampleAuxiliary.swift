/// A subsample: clear bytes of a sample, followed by encrypted bytes.
struct SamplePart {
    let clear: Int
    let encrypted: Int

    /// The six bytes that store the subsample in an encryption record.
    var bytes: [UInt8] {
        [8, 0].map { UInt8(truncatingIfNeeded: clear >> $0) }
            + [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: encrypted >> $0) }
    }
}

/// The positions of the initialization vector and the subsamples of one encrypted sample.
///
/// The value stores only ranges, because arrays would cost an allocation for every sample.
struct SampleAuxiliary {
    /// The range of the initialization vector in the segment.
    ///
    /// It is empty when the sample uses the constant initialization vector.
    private(set) var vector = 0..<0
    /// The range of the sample's subsamples in the list for all samples.
    ///
    /// It is `nil` when the complete sample is encrypted.
    private(set) var parts: Range<Int>?

    /// Reads the encryption record of one sample.
    init(
        _ reader: inout BoxReader, vectorCount: Int, hasParts: Bool, into all: inout [SamplePart]
    ) throws(DecryptionError) {
        let start = try reader.skip(vectorCount)
        vector = start..<start + vectorCount
        guard hasParts else { return }
        let count = try reader.integer(2)
        let first = all.count
        for _ in 0..<count {
            all.append(
                SamplePart(clear: try reader.integer(2), encrypted: try reader.integer(4)))
        }
        parts = first..<first + count
    }

    init() {}

    /// Finds the protected bytes of a sample.
    ///
    /// - Parameters:
    ///   - sample: The range of the sample.
    ///   - all: The subsamples of all samples.
    ///   - ranges: Receives the protected ranges, in order.
    /// - Throws: `DecryptionError` when the subsamples do not match the sample.
    func findProtected(
        of sample: Range<Int>, among all: [SamplePart], into ranges: inout [Range<Int>]
    ) throws(DecryptionError) {
        ranges.removeAll(keepingCapacity: true)
        guard let parts else {
            ranges.append(sample)
            return
        }
        var index = sample.lowerBound
        for place in parts {
            let part = all[place]
            guard part.clear + part.encrypted <= sample.upperBound - index else {
                throw DecryptionError(.malformed("subsamples beyond their sample"))
            }
            index += part.clear
            ranges.append(index..<index + part.encrypted)
            index += part.encrypted
        }
        guard index == sample.upperBound else {
            throw DecryptionError(.malformed("subsamples that do not fill their sample"))
        }
    }
}

extension SampleAuxiliary {
    /// Checks that the record of a sample that is described as clear has no protected bytes.
    ///
    /// - Parameters:
    ///   - sample: The range of the sample.
    ///   - all: The subsamples of all samples.
    /// - Throws: `DecryptionError` when the subsamples fill the sample and include protected bytes.
    func expectClear(
        _ sample: Range<Int>, among all: [SamplePart]
    ) throws(DecryptionError) {
        guard let parts, !parts.isEmpty else { return }
        let total = all[parts].reduce(0) { $0 + $1.clear + $1.encrypted }
        guard total == sample.count, all[parts].contains(where: { $0.encrypted > 0 }) else {
            return
        }
        throw DecryptionError(.malformed("protected bytes in a sample that is described as clear"))
    }
}

/// Reads the encryption records of a fragment's samples in sequence.
///
/// Reference: ISO/IEC 23001-7, sections 7.2 (senc) and 7.3; ISO/IEC 14496-12, sections 8.7.8 (saiz)
/// and 8.7.9 (saio).
struct SampleAuxiliaryWalk {
    private enum Place {
        /// The records are in the `senc` box; its flags state whether records contain subsamples.
        case box(hasParts: Bool)
        /// The records are in these ranges of the segment, one for each sample.
        case ranges([Range<Int>])
        /// There are no records.
        ///
        /// All samples are completely encrypted with the constant initialization vector.
        case nowhere
    }

    private let place: Place
    private var box: BoxReader
    private var index = 0

    /// Finds the encryption records of a track fragment.
    init(
        _ fragment: TrackFragment, scheme: ProtectionScheme, of bytes: [UInt8]
    ) throws(DecryptionError) {
        box = BoxReader(bytes, 0..<0, of: "senc")
        if let box = fragment.boxes.first("senc") {
            var reader = box.reader(of: bytes)
            let flags = try reader.versionAndFlags().flags
            let count = try reader.integer(4)
            guard count == fragment.samples.count || count == 0 else {
                throw DecryptionError(
                    .malformed("vectors for \(count) of \(fragment.samples.count) samples"),
                    offset: box.range.lowerBound)
            }
            // A box without entries means that the constant initialization vector applies.
            place = count > 0 ? .box(hasParts: flags & 2 != 0) : .nowhere
            self.box = reader
        } else if let ranges = try Self.ranges(fragment, scheme: scheme, of: bytes) {
            place = .ranges(ranges)
        } else {
            place = .nowhere
        }
    }

    /// Reads the encryption record of the next sample.
    ///
    /// The subsamples are appended to the list for all samples.
    mutating func next(
        vectorCount: Int, of bytes: [UInt8], into parts: inout [SamplePart]
    ) throws(DecryptionError) -> SampleAuxiliary {
        defer { index += 1 }
        switch place {
        case .box(let hasParts):
            return try SampleAuxiliary(
                &box, vectorCount: vectorCount, hasParts: hasParts, into: &parts)
        case .ranges(let ranges):
            guard index < ranges.count, !ranges[index].isEmpty else { return SampleAuxiliary() }
            var reader = BoxReader(bytes, ranges[index], of: "saiz")
            return try SampleAuxiliary(
                &reader, vectorCount: vectorCount, hasParts: ranges[index].count > vectorCount,
                into: &parts)
        case .nowhere:
            return SampleAuxiliary()
        }
    }

    private static func ranges(
        _ fragment: TrackFragment, scheme: ProtectionScheme, of bytes: [UInt8]
    ) throws(DecryptionError) -> [Range<Int>]? {
        guard
            let (sizes, _) = try fields(of: "saiz", in: fragment.boxes, scheme: scheme, of: bytes),
            let (offsets, version) = try fields(
                of: "saio", in: fragment.boxes, scheme: scheme, of: bytes)
        else { return nil }
        var sizeReader = sizes
        let defaultSize = try sizeReader.integer(1)
        let count = try sizeReader.integer(4)
        guard count <= fragment.samples.count else {
            throw DecryptionError(.malformed("vectors for more samples than there are"))
        }
        var offsetReader = offsets
        let offsetCount = try offsetReader.integer(4)
        guard offsetCount == 1 || offsetCount == fragment.runs.count else {
            throw DecryptionError(.malformed("vectors in more places than there are runs"))
        }
        var starts: [Int] = []
        for _ in 0..<offsetCount {
            let offset = try offsetReader.number(version == 0 ? 4 : 8)
            // The base is negative when data offsets count from a position before the start of
            // `bytes`, so only the sum of the base and the offset is checked.
            guard let start = Int(exactly: offset)?.addingReportingOverflow(fragment.base),
                !start.overflow, start.partialValue <= bytes.count
            else { throw DecryptionError(.truncated("a vector")) }
            guard start.partialValue >= 0 else {
                throw DecryptionError(.malformed("a vector before its fragment"))
            }
            starts.append(start.partialValue)
        }
        var result: [Range<Int>] = []
        var position = 0
        var firsts = fragment.runs.reduce(into: [0]) { $0.append($0[$0.count - 1] + $1) }[...]
        while result.count < count {
            while let first = firsts.first, first <= result.count {
                firsts = firsts.dropFirst()
                if let start = starts.first {
                    position = start
                    starts.removeFirst()
                }
            }
            let size = defaultSize > 0 ? defaultSize : try sizeReader.integer(1)
            guard size <= bytes.count - position else {
                throw DecryptionError(.truncated("a vector"), offset: position)
            }
            result.append(position..<position + size)
            position += size
        }
        return result
    }

    /// Finds a box with encryption records among other boxes, and reads its header.
    static func fields(
        of type: String, in boxes: [Box], scheme: ProtectionScheme, of bytes: [UInt8]
    ) throws(DecryptionError) -> (BoxReader, version: Int)? {
        for box in boxes.all(type) {
            var reader = box.reader(of: bytes)
            let (version, flags) = try reader.versionAndFlags()
            guard flags & 1 != 0 else { return (reader, version) }
            let kind = try reader.text()
            try reader.skip(4)
            if kind == scheme.rawValue { return (reader, version) }
        }
        return nil
    }
}
