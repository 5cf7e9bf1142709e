import Containers

/// The encryption records of a track's samples: initialization vectors and subsamples.
///
/// Reference: ISO/IEC 23001-7, sections 7.2 (senc) and 7.3; ISO/IEC 14496-12, sections 8.7.8 (saiz)
/// and 8.7.9 (saio).
struct SampleRecords {
    private static let mostBytes = 256 << 20

    private let bytes: [UInt8]
    private let ranges: [Range<Int>]

    /// Creates an empty list, for a track whose samples all use the constant initialization vector.
    private init() {
        bytes = []
        ranges = []
    }

    /// Finds the encryption records of a track.
    ///
    /// - Parameters:
    ///   - track: The boxes of the track, including the boxes of its sample table.
    ///   - table: The positions of the track's samples.
    ///   - scheme: The encryption scheme of the track.
    ///   - vectorCounts: The length of each sample's initialization vector in bytes; zero for a
    ///     clear sample.
    ///   - movie: The movie box.
    ///   - input: The file.
    /// - Throws: `DecryptionError` when the records are truncated, or do not match the samples.
    init(
        of track: [Box], _ table: SampleTable, scheme: ProtectionScheme, vectorCounts: [Int],
        in movie: [UInt8], _ input: any ContainerInput
    ) throws(DecryptionError) {
        if let box = track.first("senc") {
            try self.init(box, sampleCount: table.places.count, vectorCounts, in: movie)
        } else if let sizes = try SampleAuxiliaryWalk.fields(
            of: "saiz", in: track, scheme: scheme, of: movie),
            let offsets = try SampleAuxiliaryWalk.fields(
                of: "saio", in: track, scheme: scheme, of: movie)
        {
            try self.init(sizes.0, offsets, table, input)
        } else {
            self.init()
        }
    }

    /// Returns the record of a sample; empty when there is none.
    subscript(index: Int) -> ArraySlice<UInt8> {
        index < ranges.count ? bytes[ranges[index]] : []
    }

    private init(
        _ box: Box, sampleCount: Int, _ vectorCounts: [Int], in movie: [UInt8]
    ) throws(DecryptionError) {
        var reader = box.reader(of: movie)
        let hasParts = try reader.versionAndFlags().flags & 2 != 0
        let count = try reader.integer(4)
        guard count == sampleCount || count == 0 else {
            throw DecryptionError(
                .malformed("vectors for \(count) of \(sampleCount) samples"),
                offset: box.range.lowerBound)
        }
        var ranges: [Range<Int>] = []
        ranges.reserveCapacity(count)
        for index in 0..<count {
            let start = try reader.skip(vectorCounts[index])
            if hasParts { try reader.skip(6 * (try reader.integer(2))) }
            ranges.append(start..<reader.index)
        }
        bytes = movie
        self.ranges = ranges
    }

    private init(
        _ sizes: BoxReader, _ offsets: (BoxReader, version: Int), _ table: SampleTable,
        _ input: any ContainerInput
    ) throws(DecryptionError) {
        var sizes = sizes
        let size = try sizes.integer(1)
        let count = try sizes.integer(4)
        guard count <= table.places.count else {
            throw DecryptionError(.malformed("vectors for more samples than there are"))
        }
        var reader = offsets.0
        let offsetCount = try reader.integer(4)
        guard offsetCount == 1 || offsetCount == table.chunks.count else {
            throw DecryptionError(.malformed("vectors in more places than there are chunks"))
        }
        var bytes: [UInt8] = []
        var ranges: [Range<Int>] = []
        for chunk in 0..<offsetCount {
            let offset = try reader.number(offsets.version == 0 ? 4 : 8)
            let last = offsetCount == 1 ? count : ranges.count + table.chunks[chunk]
            var end = bytes.count
            while ranges.count < min(last, count) {
                let length = size > 0 ? size : try sizes.integer(1)
                ranges.append(end..<end + length)
                end += length
            }
            guard let start = Int64(exactly: offset), end <= Self.mostBytes else {
                throw DecryptionError(.tooLarge("the vectors of all samples"))
            }
            bytes += try Self.bytes(at: start, count: end - bytes.count, of: input)
        }
        self.bytes = bytes
        self.ranges = ranges
    }

    private static func bytes(
        at offset: Int64, count: Int, of input: any ContainerInput
    ) throws(DecryptionError) -> [UInt8] {
        do throws(ContainerInputError) {
            let bytes = try input.bytes(at: offset, count: count)
            if bytes.count == count { return bytes }
        } catch {
            // Unreadable encryption records are reported in the same way as truncated ones.
        }
        throw DecryptionError(.truncated("a vector"))
    }
}
