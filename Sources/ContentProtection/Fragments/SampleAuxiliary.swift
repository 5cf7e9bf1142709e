/// The vector and the division of one encrypted sample.
struct SampleAuxiliary {
    /// The vector; empty when the constant one holds.
    var vector: [UInt8] = []
    /// Clear and encrypted bytes in turn; `nil` when all of the sample is encrypted.
    var parts: [(clear: Int, encrypted: Int)]?

    /// Reads what is said about one sample.
    init(
        _ reader: inout BoxReader, vectorCount: Int, hasParts: Bool
    ) throws(DecryptionError) {
        vector = try reader.array(vectorCount)
        guard hasParts else { return }
        let count = try reader.integer(2)
        var parts: [(clear: Int, encrypted: Int)] = []
        for _ in 0..<count { parts.append((try reader.integer(2), try reader.integer(4))) }
        self.parts = parts
    }

    init() {}

    /// Finds the protected bytes of a sample.
    ///
    /// - Parameters:
    ///   - sample: Where the sample is.
    ///   - ranges: What to replace with the ranges, in order.
    /// - Throws: `DecryptionError` when the parts are not those of the sample.
    func findProtected(
        of sample: Range<Int>, into ranges: inout [Range<Int>]
    ) throws(DecryptionError) {
        ranges.removeAll(keepingCapacity: true)
        guard let parts else {
            ranges.append(sample)
            return
        }
        var index = sample.lowerBound
        for part in parts {
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

/// Reads what a fragment says about each of its samples, one after the other.
///
/// Reference: ISO/IEC 23001-7, sections 7.2 (senc) and 7.3; ISO/IEC 14496-12, sections 8.7.8
/// (saiz) and 8.7.9 (saio).
struct SampleAuxiliaryWalk {
    private enum Place {
        /// Together in one box, in which parts are there for all samples or for none.
        case box(BoxReader, hasParts: Bool)
        /// Somewhere in the segment, with a size for each sample.
        case ranges([Range<Int>])
        /// Nowhere: all samples are encrypted as a whole with the constant vector.
        case nowhere
    }

    private var place: Place
    private var index = 0

    /// Finds what a track fragment says about its samples.
    init(
        _ fragment: TrackFragment, scheme: ProtectionScheme, of bytes: [UInt8]
    ) throws(DecryptionError) {
        place = .nowhere
        if let box = fragment.boxes.first("senc") {
            var reader = box.reader(of: bytes)
            let flags = try reader.versionAndFlags().flags
            let count = try reader.integer(4)
            guard count == fragment.samples.count || count == 0 else {
                throw DecryptionError(
                    .malformed("vectors for \(count) of \(fragment.samples.count) samples"),
                    offset: box.range.lowerBound)
            }
            // Without any entry the box says that the constant vector holds.
            if count > 0 { place = .box(reader, hasParts: flags & 2 != 0) }
        } else if let ranges = try Self.ranges(fragment, scheme: scheme, of: bytes) {
            place = .ranges(ranges)
        }
    }

    /// Reads what is said about the next sample.
    mutating func next(
        vectorCount: Int, of bytes: [UInt8]
    ) throws(DecryptionError) -> SampleAuxiliary {
        defer { index += 1 }
        switch place {
        case .box(var reader, let hasParts):
            let auxiliary = try SampleAuxiliary(
                &reader, vectorCount: vectorCount, hasParts: hasParts)
            place = .box(reader, hasParts: hasParts)
            return auxiliary
        case .ranges(let ranges):
            guard index < ranges.count, !ranges[index].isEmpty else { return SampleAuxiliary() }
            var reader = BoxReader(bytes, ranges[index], of: "saiz")
            return try SampleAuxiliary(
                &reader, vectorCount: vectorCount, hasParts: ranges[index].count > vectorCount)
        case .nowhere:
            return SampleAuxiliary()
        }
    }

    private static func ranges(
        _ fragment: TrackFragment, scheme: ProtectionScheme, of bytes: [UInt8]
    ) throws(DecryptionError) -> [Range<Int>]? {
        guard let (sizes, _) = try fields(of: "saiz", in: fragment, scheme: scheme, of: bytes),
            let (offsets, version) = try fields(
                of: "saio", in: fragment, scheme: scheme, of: bytes)
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
            guard offset <= bytes.count else {
                throw DecryptionError(.truncated("a vector"))
            }
            starts.append(fragment.base + Int(offset))
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

    /// Finds a box about encryption among those about other things, and passes over its head.
    private static func fields(
        of type: String, in fragment: TrackFragment, scheme: ProtectionScheme, of bytes: [UInt8]
    ) throws(DecryptionError) -> (BoxReader, version: Int)? {
        for box in fragment.boxes.all(type) {
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
