/// The positions of one track's samples in a fragment.
///
/// Reference: ISO/IEC 14496-12, sections 8.8.7 (tfhd) and 8.8.8 (trun).
struct TrackFragment {
    let track: UInt64
    /// The number of the sample description, counted from 1; `nil` means the track's default.
    private(set) var description: Int?
    /// The byte range of each sample, in order.
    private(set) var samples: [Range<Int>] = []
    /// The number of samples in each run.
    private(set) var runs: [Int] = []
    /// The position from which data offsets are counted.
    private(set) var base: Int
    /// The boxes in the track fragment.
    let boxes: [Box]

    /// The position that no sample may exceed: the end of the file or of the segment.
    private let limit: Int

    private static let mostSamples = 1 << 20

    /// Reads a track fragment.
    ///
    /// - Parameters:
    ///   - box: The `traf` box.
    ///   - fragment: The enclosing `moof` box.
    ///   - dataEnd: The end of the previous track fragment's data; `nil` for the first fragment.
    ///   - movie: The encryption that the initialization section describes.
    ///   - bytes: The segment, or a part of a file that starts with the fragment.
    ///   - window: The position of that part in the file; `nil` for a complete segment.
    /// - Throws: `DecryptionError` when the boxes in the track fragment are malformed.
    init(
        _ box: Box, in fragment: Box, dataEnd: Int?, movie: MovieProtection, of bytes: [UInt8],
        window: FileWindow?
    ) throws(DecryptionError) {
        limit = window?.count ?? bytes.count
        boxes = try box.children(of: bytes)
        guard let header = boxes.first("tfhd") else {
            throw DecryptionError(
                .malformed("a track fragment without a header"), offset: box.range.lowerBound)
        }
        var reader = header.reader(of: bytes)
        let flags = try reader.versionAndFlags().flags
        track = try reader.number(4)
        base = fragment.range.lowerBound
        if flags & 0x1 != 0, let window {
            let place = try reader.number(8)
            guard let offset = Int64(exactly: place), offset <= Int64(Int32.max) << 16 else {
                throw DecryptionError(.tooLarge("an offset"), offset: header.range.lowerBound)
            }
            base = Int(offset - window.offset)
        } else if flags & 0x1 != 0 {
            // The base data offset is ignored, because it is counted from the start of the file
            // from which the segment was cut. Positions are counted from the start of the fragment
            // instead.
            try reader.skip(8)
        } else if flags & 0x2_0000 == 0, let dataEnd {
            base = dataEnd
        }
        if flags & 0x2 != 0 { description = try reader.integer(4) }
        if flags & 0x8 != 0 { try reader.skip(4) }
        var size = movie.tracks[track]?.defaultSampleSize ?? 0
        if flags & 0x10 != 0 { size = try reader.integer(4) }
        var position = base
        for run in boxes.all("trun") {
            try take(run, defaultSize: size, position: &position, of: bytes)
        }
    }

    private mutating func take(
        _ run: Box, defaultSize: Int, position: inout Int, of bytes: [UInt8]
    ) throws(DecryptionError) {
        var reader = run.reader(of: bytes)
        let flags = try reader.versionAndFlags().flags
        let count = try reader.integer(4)
        guard samples.count + count <= Self.mostSamples else {
            throw DecryptionError(
                .tooLarge("the number of samples"), offset: run.range.lowerBound)
        }
        if flags & 0x1 != 0 {
            position = base + Int(Int32(truncatingIfNeeded: try reader.number(4)))
        }
        if flags & 0x4 != 0 { try reader.skip(4) }
        let before = flags & 0x100 != 0 ? 4 : 0
        let after = (flags & 0x400 != 0 ? 4 : 0) + (flags & 0x800 != 0 ? 4 : 0)
        runs.append(count)
        for _ in 0..<count {
            try reader.skip(before)
            let size = flags & 0x200 != 0 ? try reader.integer(4) : defaultSize
            try reader.skip(after)
            guard position >= 0, size <= limit - position else {
                throw DecryptionError(.truncated("a sample"), offset: run.range.lowerBound)
            }
            samples.append(position..<position + size)
            position += size
        }
    }
}
