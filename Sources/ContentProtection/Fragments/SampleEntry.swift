/// The boxes of a track that are relevant to its encryption.
///
/// Reference: ISO/IEC 14496-12, section 8.
struct TrackParts {
    /// The track ID; `nil` when the track has no header box.
    private(set) var identifier: UInt64?
    private(set) var entries: [SampleEntry] = []
    /// The boxes of the sample table.
    private(set) var table: [Box] = []

    private static let mostEntries = 256

    init(_ track: Box, of bytes: [UInt8]) throws(DecryptionError) {
        let children = try track.children(of: bytes)
        if let header = children.first("tkhd") {
            var reader = header.reader(of: bytes)
            try reader.skip(try reader.versionAndFlags().version == 1 ? 16 : 8)
            identifier = try reader.number(4)
        }
        guard let media = try children.first("mdia")?.children(of: bytes),
            let information = try media.first("minf")?.children(of: bytes),
            let table = try information.first("stbl")?.children(of: bytes)
        else { return }
        self.table = table
        var handler = ""
        if let box = media.first("hdlr") {
            var reader = box.reader(of: bytes)
            try reader.skip(8)
            handler = try reader.text()
        }
        guard let descriptions = table.first("stsd") else { return }
        for box in try descriptions.children(of: bytes, after: 8) {
            guard entries.count < Self.mostEntries else {
                throw DecryptionError(
                    .tooLarge("the number of sample entries"), offset: box.range.lowerBound)
            }
            entries.append(SampleEntry(box, handler: handler, of: bytes))
        }
    }
}

/// One sample description of a track.
struct SampleEntry {
    let box: Box
    /// The boxes after the fixed fields; empty when the kind of the entry is unknown.
    let children: [Box]
    /// The boxes that describe the encryption; `nil` when the samples are clear.
    let information: [Box]?

    init(_ box: Box, handler: String, of bytes: [UInt8]) {
        self.box = box
        // The boxes that describe the encryption may follow the fields of a video or an audio
        // entry, so the field lengths of both are tried. The kind of the entry may be unknown: the
        // handler may not state it, and an entry that was changed to describe clear samples does
        // not have the type `encv` or `enca`.
        for count in Self.fieldCounts {
            guard let found = Self.children(of: box, after: count, in: bytes),
                let information = found.lazy.compactMap({ Self.information(in: $0, of: bytes) })
                    .first
            else { continue }
            children = found
            self.information = information
            return
        }
        let counts: [Int] =
            switch (box.type, handler) {
            case ("encv", _), (_, "vide"): [78]
            case ("enca", _), (_, "soun"): [28, 44, 64]
            default: []
            }
        children =
            counts.lazy.compactMap { Self.children(of: box, after: $0, in: bytes) }.first ?? []
        information = nil
    }

    /// The possible numbers of bytes before the boxes in a sample entry.
    ///
    /// The first number is for video, and the others are for audio, because audio entries have
    /// longer fields in two obsolete QuickTime versions.
    private static let fieldCounts = [78, 28, 44, 64]

    private static func children(of box: Box, after count: Int, in bytes: [UInt8]) -> [Box]? {
        do throws(DecryptionError) {
            return try box.children(of: bytes, after: count)
        } catch {
            return nil
        }
    }

    /// Whether the entry is marked as encrypted.
    var isEncrypted: Bool { ["encv", "enca"].contains(box.type) }

    /// Returns the boxes in `box` if it describes the encryption of samples; otherwise `nil`.
    ///
    /// The description is also recognized in a box that was converted to free space.
    private static func information(in box: Box, of bytes: [UInt8]) -> [Box]? {
        guard ["sinf", "free"].contains(box.type) else { return nil }
        do throws(DecryptionError) {
            let children = try box.children(of: bytes)
            let isComplete = ["frma", "schm", "schi"].allSatisfy { children.first($0) != nil }
            return isComplete || box.type == "sinf" ? children : nil
        } catch {
            return nil
        }
    }

    /// Returns the number of bytes in the length field of a NAL unit.
    ///
    /// The result is `nil` when there are no NAL units.
    ///
    /// Reference: ISO/IEC 14496-15, sections 5.3.3.1 (AVC) and 8.3.3.1 (HEVC).
    func unitLengthCount(in bytes: [UInt8]) -> Int? {
        for (type, offset) in [("avcC", 4), ("hvcC", 21)] {
            guard let box = children.first(type), box.contents.count > offset else { continue }
            return Int(bytes[box.contents.lowerBound + offset] & 3) + 1
        }
        return nil
    }
}
