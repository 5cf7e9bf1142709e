/// The positions of one track's samples in a file that is not fragmented.
///
/// Reference: ISO/IEC 14496-12, sections 8.7.3 (stsz, stz2), 8.7.4 (stsc) and 8.7.5 (stco, co64).
struct SampleTable {
    /// The position of one sample according to the tables.
    struct Place {
        let offset: Int64
        let count: Int
        /// The number of the sample description that applies, counted from 1.
        let description: Int
    }

    private static let mostSamples: Int64 = 4 << 20

    private(set) var places: [Place] = []
    /// The number of samples in each chunk.
    private(set) var chunks: [Int] = []

    /// Reads the boxes of a sample table.
    ///
    /// - Parameters:
    ///   - table: The boxes of the sample table.
    ///   - bytes: The movie box.
    ///   - mostSamples: The largest number of samples that fit into the file.
    /// - Throws: `DecryptionError` when the boxes are malformed.
    init(
        _ table: [Box], of bytes: [UInt8], mostSamples: Int64
    ) throws(DecryptionError) {
        let sizes = try SampleSizes(table, of: bytes)
        let starts = try Self.starts(table, of: bytes)
        guard let box = table.first("stsc"), sizes.count > 0 else { return }
        guard Int64(sizes.count) <= min(mostSamples, Self.mostSamples) else {
            throw DecryptionError(.tooLarge("the number of samples"))
        }
        var reader = box.reader(of: bytes)
        try reader.skip(4)
        var runs: [(first: Int, count: Int, description: Int)] = []
        for _ in 0..<(try reader.integer(4)) {
            runs.append((try reader.integer(4), try reader.integer(4), try reader.integer(4)))
        }
        places.reserveCapacity(sizes.count)
        var run = -1
        for (index, start) in starts.enumerated() where places.count < sizes.count {
            while run + 1 < runs.count, runs[run + 1].first <= index + 1 { run += 1 }
            guard run >= 0 else {
                throw DecryptionError(.malformed("a chunk without a count of samples"))
            }
            var offset = start
            let count = min(runs[run].count, sizes.count - places.count)
            for _ in 0..<count {
                let size = sizes[places.count]
                places.append(
                    Place(offset: offset, count: size, description: runs[run].description))
                let (next, overflow) = offset.addingReportingOverflow(Int64(size))
                guard !overflow else { throw DecryptionError(.tooLarge("an offset")) }
                offset = next
            }
            chunks.append(count)
        }
    }

    /// Returns the positions of the chunks in the file.
    private static func starts(_ table: [Box], of bytes: [UInt8]) throws(DecryptionError) -> [Int64]
    {
        guard let box = table.first("co64") ?? table.first("stco") else { return [] }
        let width = box.type == "co64" ? 8 : 4
        var reader = box.reader(of: bytes)
        try reader.skip(4)
        let count = try reader.integer(4)
        guard count <= reader.left / width else {
            throw DecryptionError(.truncated("the box \(box.type)"), offset: box.range.lowerBound)
        }
        var starts: [Int64] = []
        starts.reserveCapacity(count)
        for _ in 0..<count {
            let offset = try reader.number(width)
            guard let start = Int64(exactly: offset) else {
                throw DecryptionError(.tooLarge("an offset"), offset: box.range.lowerBound)
            }
            starts.append(start)
        }
        return starts
    }
}

/// The sizes in bytes of a track's samples: one size for all samples, or one for each sample.
private struct SampleSizes {
    private(set) var count = 0
    private var all = 0
    private var each: [Int32] = []

    init(_ table: [Box], of bytes: [UInt8]) throws(DecryptionError) {
        guard let box = table.first("stsz") ?? table.first("stz2") else { return }
        var reader = box.reader(of: bytes)
        try reader.skip(4)
        var width = 32
        if box.type == "stsz" {
            all = try reader.integer(4)
        } else {
            width = try reader.integer(4) & 0xFF
        }
        count = try reader.integer(4)
        guard all == 0 else { return }
        guard [4, 8, 16, 32].contains(width), count <= reader.left * 8 / width else {
            throw DecryptionError(.truncated("the box \(box.type)"), offset: box.range.lowerBound)
        }
        each.reserveCapacity(count)
        while each.count < count {
            let value = try reader.integer(max(1, width / 8))
            if width == 4 {
                each.append(Int32(value >> 4))
                if each.count < count { each.append(Int32(value & 0xF)) }
            } else {
                guard let size = Int32(exactly: value) else {
                    throw DecryptionError(.tooLarge("a sample"), offset: box.range.lowerBound)
                }
                each.append(size)
            }
        }
    }

    subscript(index: Int) -> Int { all > 0 ? all : Int(each[index]) }
}
