package import ContentProtection

/// An encryptor for the samples in fragmented MP4, according to ISO/IEC 23001-7.
package struct EncryptorFragments {
    /// The locations in a fragment at which the encryption data of its samples is stored.
    package enum Layout: CaseIterable {
        /// The encryption data is in `senc`.
        case box
        /// The encryption data is after the samples, located by `saiz` and `saio`.
        case behindSamples
        /// The encryption data is in `senc`, and `saiz` and `saio` also locate it there.
        case both
    }

    /// The samples whose encryption differs from the declaration of the track.
    package enum Groups: CaseIterable {
        case none
        /// Every third sample is clear.
        case clear
        /// Every third sample has the second key, in groups that the fragment describes.
        case secondKey
        /// Every third sample has the second key, in groups that the movie box describes.
        case sharedSecondKey
    }

    package var scheme: ProtectionScheme
    package var key: [UInt8] = Array("an ordinary key.".utf8)
    package var secondKey: [UInt8] = Array("the key of group".utf8)
    package var keyIdentifier = [UInt8](repeating: 0xA1, count: 16)
    package var secondKeyIdentifier = [UInt8](repeating: 0xB2, count: 16)
    package var crypt = 0
    package var skip = 0
    /// The number of bytes in a sample's initialization vector; zero means a constant vector.
    package var vectorCount = 8
    package var constantVector: [UInt8] = Array("constant".utf8) + [1, 2, 3, 4, 5, 6, 7, 8]
    package var layout = Layout.box
    package var groups = Groups.none
    /// Whether a part of each NAL unit stays clear; otherwise samples are encrypted as a whole.
    package var hasParts = true
    /// Whether the first fragment uses another sample description, of clear samples.
    package var hasClearLead = false
    /// Whether the pictures are HEVC; otherwise they are H.264.
    package var isHEVC = false
    /// The number of clear bytes with which a picture without NAL units starts, as in VP9.
    ///
    /// `nil` means that pictures consist of NAL units.
    package var clearCount: Int?

    package init(
        scheme: ProtectionScheme, key: [UInt8] = Array("an ordinary key.".utf8), crypt: Int = 0,
        skip: Int = 0, vectorCount: Int = 8, groups: Groups = .none, hasParts: Bool = true,
        hasClearLead: Bool = false
    ) {
        self.scheme = scheme
        self.key = key
        (self.crypt, self.skip, self.vectorCount) = (crypt, skip, vectorCount)
        self.groups = groups
        self.hasParts = hasParts
        self.hasClearLead = hasClearLead
    }

    /// Encrypts an initialization section.
    package func initialization(_ bytes: [UInt8]) -> [UInt8] {
        BoxTree.read(bytes[...]).flatMap { box in
            var box = box
            box.change("stsd", describe)
            if groups == .sharedSecondKey {
                box.change("stbl") { $0.children.append(groupDescription()) }
            }
            box.change("moov") { movie in
                movie.children.append(BoxTree("pssh", [UInt8](repeating: 0, count: 24)))
            }
            return box.bytes
        }
    }

    func describe(_ descriptions: inout BoxTree) {
        let clear = descriptions.children
        for index in descriptions.children.indices {
            let format = descriptions.children[index].type
            descriptions.children[index].type =
                ["avc1", "hvc1", "hev1", "vp09"].contains(format) ? "encv" : "enca"
            descriptions.children[index].children.append(
                BoxTree(
                    "sinf", [],
                    [
                        BoxTree("frma", Array(format.utf8)),
                        BoxTree(
                            "schm", [0, 0, 0, 0] + Array(scheme.rawValue.utf8) + [0, 1, 0, 0]),
                        BoxTree("schi", [], [BoxTree("tenc", trackEncryption)]),
                    ]))
        }
        if hasClearLead {
            descriptions.children += clear
            descriptions.head = bigEndian(0, 4) + bigEndian(descriptions.children.count, 4)
        }
    }

    private var trackEncryption: [UInt8] {
        [crypt > 0 ? 1 : 0, 0, 0, 0, 0] + protection(keyIdentifier)
    }

    private func protection(_ identifier: [UInt8]) -> [UInt8] {
        [UInt8(crypt << 4 | skip), 1, UInt8(vectorCount)] + identifier
            + (vectorCount == 0 ? [UInt8(constantVector.count)] + constantVector : [])
    }

    private func groupDescription() -> BoxTree {
        var entry = [0] + protection(secondKeyIdentifier)
        if groups == .clear { entry = [0, 0, 0, 0] + [UInt8](repeating: 0, count: 16) }
        return BoxTree(
            "sgpd",
            [1, 0, 0, 0] + Array("seig".utf8) + bigEndian(entry.count, 4) + bigEndian(1, 4) + entry)
    }

    /// Encrypts fragments that FFmpeg wrote.
    ///
    /// All samples must have the same sample description, and the size of each sample must be
    /// stated separately.
    ///
    /// - Parameters:
    ///   - bytes: The clear fragments.
    ///   - video: The tracks with NAL units, each of which has a length field of four bytes.
    /// - Returns: The encrypted fragments.
    /// - Throws: The error of the cipher.
    package func media(_ bytes: [UInt8], video: Set<Int>) throws -> [UInt8] {
        var boxes = BoxTree.read(bytes[...])
        var isFirst = true
        for index in boxes.indices where boxes[index].type == "moof" {
            var fragment = boxes[index]
            try encrypt(
                &fragment, data: &boxes[index + 1], video: video,
                dataOffset: fragment.bytes.count + 8, isClear: isFirst && hasClearLead)
            boxes[index] = fragment
            isFirst = false
        }
        return boxes.flatMap(\.bytes)
    }

    private func encrypt(
        _ fragment: inout BoxTree, data: inout BoxTree, video: Set<Int>, dataOffset: Int,
        isClear: Bool
    ) throws {
        let oldCount = fragment.bytes.count
        var behind: [(track: Int, bytes: [UInt8])] = []
        for index in fragment.children.indices where fragment.children[index].type == "traf" {
            var part = fragment.children[index]
            let track = part.all("tfhd")[0].number(at: 4, 4)
            if hasClearLead { describe(&part, as: isClear ? 2 : 1) }
            guard !isClear else {
                fragment.children[index] = part
                continue
            }
            let size = Self.defaultSize(part.all("tfhd")[0])
            let samples = part.all("trun").flatMap {
                self.samples(of: $0, dataOffset, defaultSize: size)
            }
            var records: [[UInt8]] = []
            for (number, sample) in samples.enumerated() {
                records.append(
                    try encrypt(
                        sample, number: number, of: &data.head, isVideo: video.contains(track)))
            }
            let hasParts = hasParts && video.contains(track)
            add(records, hasParts: hasParts, to: &part)
            if groups != .none { addGroups(of: samples.count, to: &part) }
            if layout == .behindSamples { behind.append((index, records.flatMap(\.self))) }
            fragment.children[index] = part
        }
        let growth = fragment.bytes.count - oldCount
        fragment.change("trun") { run in
            let offset = run.number(at: 8, 4) + growth
            run.head.replaceSubrange(8..<12, with: bigEndian(offset, 4))
        }
        if layout != .behindSamples { writeOffsets(in: &fragment) }
        for (index, bytes) in behind {
            let place = fragment.bytes.count + 8 + data.head.count
            fragment.children[index].change("saio") {
                $0.head.replaceSubrange(8..<12, with: bigEndian(place, 4))
            }
            data.head += bytes
        }
    }

    private func describe(_ part: inout BoxTree, as number: Int) {
        part.change("tfhd") { header in
            header.head[3] |= 2
            // The `tfhd` box may already contain the optional index of the sample description.
            let isThere =
                header.number(at: 0, 4) & 0x02_0002 == 0x02_0002 && header.head.count == 24
            header.head.replaceSubrange(8..<(isThere ? 12 : 8), with: bigEndian(number, 4))
        }
    }

    /// Returns the size of the samples that state no size of their own.
    private static func defaultSize(_ header: BoxTree) -> Int {
        let flags = header.number(at: 1, 3)
        guard flags & 0x10 != 0 else { return 0 }
        let skipped = (flags & 1 != 0 ? 8 : 0) + (flags & 2 != 0 ? 4 : 0) + (flags & 8 != 0 ? 4 : 0)
        return header.number(at: 8 + skipped, 4)
    }

    private func samples(
        of run: BoxTree, _ dataOffset: Int, defaultSize: Int
    ) -> [Range<Int>] {
        let flags = run.number(at: 1, 3)
        var index = flags & 4 != 0 ? 16 : 12
        var position = run.number(at: 8, 4) - dataOffset
        return (0..<run.number(at: 4, 4)).map { _ in
            if flags & 0x100 != 0 { index += 4 }
            let hasSize = flags & 0x200 != 0
            let size = hasSize ? run.number(at: index, 4) : defaultSize
            index += (hasSize ? 4 : 0) + (flags & 0x400 != 0 ? 4 : 0) + (flags & 0x800 != 0 ? 4 : 0)
            defer { position += size }
            return position..<position + size
        }
    }

    /// Encrypts one sample.
    ///
    /// - Returns: The encryption data of the sample.
    func encrypt(
        _ sample: Range<Int>, number: Int, of bytes: inout [UInt8], isVideo: Bool
    ) throws -> [UInt8] {
        let isGrouped = groups != .none && number % 3 == 2
        let hasParts = hasParts && isVideo
        if isGrouped, groups == .clear {
            // The record of a clear sample has no initialization vector. If the records in `senc`
            // list the parts of samples, the record of a clear sample lists one empty part.
            return hasParts && layout != .behindSamples
                ? bigEndian(1, 2) + bigEndian(0, 2) + bigEndian(0, 4) : []
        }
        var record = vectorCount == 0 ? [] : bigEndian(0x1_0000 + number, vectorCount)
        let vector = vectorCount == 0 ? constantVector : record
        var ranges = [sample]
        if hasParts {
            let parts = parts(of: sample, in: bytes)
            record += bigEndian(parts.count, 2)
            ranges = []
            var index = sample.lowerBound
            for part in parts {
                record += bigEndian(part.clear, 2) + bigEndian(part.encrypted, 4)
                ranges.append(index + part.clear..<index + part.clear + part.encrypted)
                index += part.clear + part.encrypted
            }
        }
        var cipher = try CommonCipher(key: isGrouped ? secondKey : key, .encrypt)
        try cipher.apply(
            scheme, to: &bytes, in: ranges, vector: vector, crypt: crypt, skip: skip)
        return record
    }

    /// Returns one part for each NAL unit: clear bytes, and then complete encrypted blocks.
    ///
    /// Only slices have encrypted blocks. A picture without NAL units is one part.
    private func parts(
        of sample: Range<Int>, in bytes: [UInt8]
    ) -> [(clear: Int, encrypted: Int)] {
        if let clearCount {
            let encrypted = max(0, sample.count - clearCount) / 16 * 16
            return [(sample.count - encrypted, encrypted)]
        }
        var parts: [(clear: Int, encrypted: Int)] = []
        var index = sample.lowerBound
        while index < sample.upperBound {
            let count = 4 + bytes[index..<index + 4].reduce(0) { $0 << 8 | Int($1) }
            let type = isHEVC ? bytes[index + 4] >> 1 & 0x3F : bytes[index + 4] & 0x1F
            let isSlice = isHEVC ? type < 32 : type == 1 || type == 5
            let leader = isHEVC ? 40 : 9
            let encrypted = isSlice ? max(0, count - leader) / 16 * 16 : 0
            parts.append((count - encrypted, encrypted))
            index += count
        }
        return parts
    }

    private func add(_ records: [[UInt8]], hasParts: Bool, to part: inout BoxTree) {
        if layout != .behindSamples {
            part.children.append(
                BoxTree(
                    "senc",
                    [0, 0, 0, hasParts ? 2 : 0] + bigEndian(records.count, 4)
                        + records.flatMap(\.self)))
        }
        if layout != .box {
            let sizes = records.map { UInt8($0.count) }
            // A `saiz` box for another type of auxiliary data comes first and is ignored.
            part.children.append(
                BoxTree(
                    "saiz",
                    [0, 0, 0, 1] + Array("else".utf8) + bigEndian(0, 4) + [9]
                        + bigEndian(records.count, 4)))
            part.children.append(
                BoxTree("saiz", [0, 0, 0, 0, 0] + bigEndian(records.count, 4) + sizes))
            part.children.append(BoxTree("saio", [0, 0, 0, 0] + bigEndian(1, 4) + bigEndian(0, 4)))
        }
    }

    /// Adds the boxes that assign every third sample to a group.
    ///
    /// - Parameters:
    ///   - count: The number of samples.
    ///   - part: The boxes of the track fragment, or of the sample table.
    ///   - base: The number that is added to the indices of groups that these boxes describe.
    func addGroups(of count: Int, to part: inout BoxTree, base: Int = 0x10000) {
        if groups != .sharedSecondKey { part.children.append(groupDescription()) }
        let number = groups == .sharedSecondKey ? 1 : base + 1
        var runs: [UInt8] = []
        var runCount = 0
        for start in stride(from: 0, to: count, by: 3) {
            runs += bigEndian(min(2, count - start), 4) + bigEndian(0, 4)
            runCount += 1
            guard start + 2 < count else { break }
            runs += bigEndian(1, 4) + bigEndian(number, 4)
            runCount += 1
        }
        part.children.append(
            BoxTree("sbgp", [0, 0, 0, 0] + Array("seig".utf8) + bigEndian(runCount, 4) + runs))
    }

    /// Writes into each `saio` box the offset of the first record in the `senc` box.
    private func writeOffsets(in fragment: inout BoxTree) {
        var position = 8
        for index in fragment.children.indices {
            var inner = position + 8
            var record = 0
            for part in fragment.children[index].children {
                if part.type == "senc" { record = inner + 16 }
                inner += part.bytes.count
            }
            fragment.children[index].change("saio") {
                $0.head.replaceSubrange(8..<12, with: bigEndian(record, 4))
            }
            position += fragment.children[index].bytes.count
        }
    }
}
