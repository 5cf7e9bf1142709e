import Containers

/// Encrypts the samples of fragments with the scheme `cbcs`.
///
/// All samples have the same constant initialization vector. In each slice of a picture, the first
/// 32 bytes stay clear and the rest is encrypted with the pattern 1:9. Audio samples are encrypted
/// completely.
///
/// Reference: ISO/IEC 23001-7, sections 7 and 10.4 (cbcs); Apple, HLS Authoring Specification.
struct FragmentEncryptor {
    let key: [UInt8]
    let vector: [UInt8]
    let identifier: [UInt8]

    private static let crypt = 1
    private static let skip = 9
    /// The number of clear bytes at the start of a slice, which contain its header.
    private static let leaderCount = 32
    private static let videoFormats: Set<String> = ["avc1", "avc3", "hvc1", "hev1"]
    private static let audioFormats: Set<String> = ["mp4a", "ac-3", "ec-3"]

    // MARK: The initialization section

    /// Returns an initialization section that declares its tracks as encrypted.
    func initialization(_ bytes: [UInt8]) throws(DecryptionError) -> [UInt8] {
        var result: [UInt8] = []
        for box in try Box.all(in: bytes.indices, of: bytes) {
            result += try described(box, of: bytes)
        }
        return result
    }

    private func described(_ box: Box, of bytes: [UInt8]) throws(DecryptionError) -> [UInt8] {
        var contents: [UInt8] = []
        switch box.type {
        case "moov", "trak", "mdia", "minf", "stbl":
            for child in try box.children(of: bytes) { contents += try described(child, of: bytes) }
        case "stsd":
            contents += bytes[box.contents.prefix(8)]
            for entry in try box.children(of: bytes, after: 8) {
                let isVideo = Self.videoFormats.contains(entry.type)
                guard isVideo || Self.audioFormats.contains(entry.type) else {
                    throw DecryptionError(
                        .unsupportedMethod("cbcs for samples of the format \(entry.type)"),
                        offset: entry.range.lowerBound)
                }
                contents += Self.box(
                    isVideo ? "encv" : "enca",
                    bytes[entry.contents] + information(entry.type, isVideo: isVideo))
            }
        default: return Array(bytes[box.range])
        }
        return Self.box(box.type, contents)
    }

    private func information(_ format: String, isVideo: Bool) -> [UInt8] {
        let pattern = isVideo ? UInt8(Self.crypt << 4 | Self.skip) : 0
        let defaults =
            [1, 0, 0, 0, 0, pattern, 1, 0] + identifier + [UInt8(vector.count)] + vector
        return Self.box(
            "sinf",
            Self.box("frma", Array(format.utf8))
                + Self.box("schm", [0, 0, 0, 0] + Array("cbcs".utf8) + [0, 1, 0, 0])
                + Self.box("schi", Self.box("tenc", defaults)))
    }

    // MARK: Segments

    /// Encrypts the samples of a segment.
    ///
    /// - Parameters:
    ///   - bytes: The clear segment.
    ///   - initialization: The clear initialization section.
    /// - Returns: The encrypted segment.
    /// - Throws: `DecryptionError` when the structure of a fragment is not supported.
    func media(
        _ bytes: consuming [UInt8], initialization: [UInt8]
    ) throws(DecryptionError) -> [UInt8] {
        let clear = consume bytes
        let movie = try MovieProtection(initialization)
        guard !movie.isProtected else { throw DecryptionError(.malformed("a protected track")) }
        let formats = try self.formats(in: initialization)
        var secret = clear
        var result: [UInt8] = []
        for box in try Box.all(in: clear.indices, of: clear) {
            switch box.type {
            case "moof":
                result += try fragment(box, of: clear, movie, formats, into: &secret)
            // The index states the sizes of the clear fragments, which encryption changes.
            // Therefore free space replaces the index.
            case "sidx": result += Self.box("free", Array(clear[box.contents]))
            default: result += secret[box.range]
            }
        }
        return result
    }

    private func fragment(
        _ fragment: Box, of bytes: [UInt8], _ movie: MovieProtection, _ formats: [UInt64: String],
        into secret: inout [UInt8]
    ) throws(DecryptionError) -> [UInt8] {
        var cipher = try CommonCipher(key: key, .encrypt)
        var dataEnd: Int?
        var additions: [Int: [[UInt8]]] = [:]
        var boundToFragment: Set<Int> = []
        for box in try fragment.children(of: bytes).all("traf") {
            let part = try TrackFragment(
                box, in: fragment, dataEnd: dataEnd, movie: movie, of: bytes, window: nil)
            let start = fragment.range.lowerBound
            if part.base == start { boundToFragment.insert(box.range.lowerBound) }
            dataEnd = part.samples.last?.upperBound ?? dataEnd
            guard let format = formats[part.track] else {
                throw DecryptionError(.malformed("an unknown track"), offset: box.range.lowerBound)
            }
            guard Self.videoFormats.contains(format) else {
                for sample in part.samples {
                    try cipher.apply(
                        .cbcs, to: &secret, in: [sample], vector: vector, crypt: 0, skip: 0)
                }
                continue
            }
            let count =
                movie.tracks[part.track]?.descriptions.first?.unitLengthCount ?? 4
            var records: [[UInt8]] = []
            for sample in part.samples {
                let parts = try self.parts(
                    of: sample, in: bytes, lengthCount: count, isHEVC: format.hasPrefix("h"))
                var ranges: [Range<Int>] = []
                var index = sample.lowerBound
                for part in parts {
                    index += part.clear
                    if part.encrypted > 0 { ranges.append(index..<index + part.encrypted) }
                    index += part.encrypted
                }
                try cipher.apply(
                    .cbcs, to: &secret, in: ranges, vector: vector, crypt: Self.crypt,
                    skip: Self.skip)
                let record = parts.reduce(Self.number(parts.count, 2)) { $0 + $1.bytes }
                guard record.count <= 0xFF else {
                    throw DecryptionError(
                        .tooLarge("the number of slices"), offset: sample.lowerBound)
                }
                records.append(record)
            }
            additions[box.range.lowerBound] = records
        }
        return try Self.rewritten(fragment, of: bytes, additions, boundToFragment)
    }

    /// Returns the alternating clear and encrypted parts of a sample.
    private func parts(
        of sample: Range<Int>, in bytes: [UInt8], lengthCount: Int, isHEVC: Bool
    ) throws(DecryptionError) -> [SamplePart] {
        var parts: [SamplePart] = []
        var clear = 0
        func add(_ encrypted: Int) {
            // The number of clear bytes has only 16 bits, so a longer clear part becomes several
            // subsamples.
            while clear > 0xFFFF {
                parts.append(SamplePart(clear: 0xFFFF, encrypted: 0))
                clear -= 0xFFFF
            }
            parts.append(SamplePart(clear: clear, encrypted: encrypted))
            clear = 0
        }
        var units = CountedUnits(in: sample, lengthCount: lengthCount)
        while let unit = units.next(of: bytes.span) {
            clear += lengthCount
            let first = unit.first.map { bytes[$0] } ?? 0
            let isSlice = isHEVC ? first >> 1 & 0x3F < 32 : [1, 5].contains(first & 0x1F)
            if isSlice, unit.count >= Self.leaderCount + BlockCipher.blockSize {
                clear += Self.leaderCount
                add(unit.count - Self.leaderCount)
            } else {
                clear += unit.count
            }
        }
        guard units.fault == nil else {
            throw DecryptionError(
                .malformed("units that do not fill a sample"), offset: units.index)
        }
        if clear > 0 || parts.isEmpty { add(0) }
        return parts
    }

    /// Returns the sample format of each track of a movie, by track identifier.
    private func formats(in movie: [UInt8]) throws(DecryptionError) -> [UInt64: String] {
        var formats: [UInt64: String] = [:]
        for box in try Box.all(in: movie.indices, of: movie).all("moov") {
            for track in try box.children(of: movie).all("trak") {
                let parts = try TrackParts(track, of: movie)
                if let number = parts.identifier { formats[number] = parts.entries.first?.box.type }
            }
        }
        return formats
    }

    // MARK: Boxes

    /// Returns a fragment with additional boxes that describe the encryption of its samples.
    private static func rewritten(
        _ fragment: Box, of bytes: [UInt8], _ additions: [Int: [[UInt8]]],
        _ boundToFragment: Set<Int>
    ) throws(DecryptionError) -> [UInt8] {
        let growth = additions.values.reduce(0) { $0 + protection($1, at: 0).count }
        var contents: [UInt8] = []
        for box in try fragment.children(of: bytes) {
            guard box.type == "traf" else {
                contents += bytes[box.range]
                continue
            }
            var parts: [UInt8] = []
            for part in try box.children(of: bytes) {
                var whole = Array(bytes[part.range])
                let header = part.contents.lowerBound - part.range.lowerBound
                if part.type == "tfhd", whole.span.unsigned(at: header + 1, count: 3) & 1 != 0 {
                    throw DecryptionError(
                        .malformed("a fragment whose data has a position of its own"),
                        offset: part.range.lowerBound)
                }
                if part.type == "trun", boundToFragment.contains(box.range.lowerBound),
                    whole.span.unsigned(at: header + 1, count: 3) & 1 != 0
                {
                    let offset = Int32(
                        truncatingIfNeeded: whole.span.unsigned(at: header + 8, count: 4))
                    whole.setNumber(
                        UInt64(UInt32(bitPattern: offset &+ Int32(growth))), at: header + 8,
                        count: 4)
                }
                parts += whole
            }
            if let records = additions[box.range.lowerBound] {
                // The positions are relative to the start of the fragment; the headers of `moof`
                // and `traf` have 8 bytes each.
                parts += protection(records, at: 8 + contents.count + 8 + parts.count)
            }
            contents += self.box("traf", parts)
        }
        return self.box("moof", contents)
    }

    /// Returns the boxes that describe the encryption of a track's samples.
    ///
    /// - Parameters:
    ///   - records: The encryption record of each sample.
    ///   - position: The position of the boxes, from the start of the fragment.
    /// - Returns: The boxes.
    private static func protection(_ records: [[UInt8]], at position: Int) -> [UInt8] {
        let sizes = box(
            "saiz", [0, 0, 0, 0, 0] + number(records.count, 4) + records.map { UInt8($0.count) })
        let start = position + sizes.count + 20 + 16
        let places = box("saio", [0, 0, 0, 0] + number(1, 4) + number(start, 4))
        return sizes + places
            + box("senc", [0, 0, 0, 2] + number(records.count, 4) + records.flatMap(\.self))
    }

    private static func box(_ type: String, _ contents: [UInt8]) -> [UInt8] {
        number(contents.count + 8, 4) + Array(type.utf8) + contents
    }

    private static func number(_ value: Int, _ count: Int) -> [UInt8] {
        var bytes = [UInt8](repeating: 0, count: count)
        bytes.setNumber(UInt64(value), at: 0, count: count)
        return bytes
    }
}
