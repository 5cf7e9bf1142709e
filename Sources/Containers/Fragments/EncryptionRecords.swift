/// Finds the tracks of fragments whose samples have encryption records.
///
/// If an initialization section describes clear samples, but the fragments after it have encryption
/// records, the section belongs to other media. A player then reads the encrypted samples as if
/// they were clear.
///
/// Reference: ISO/IEC 23001-7, section 7.2 (`senc`); ISO/IEC 14496-12, section 8.7.8 (`saiz`).
enum EncryptionRecords {
    private static let largestFragment = 8 << 20
    private static let schemes = ["cenc", "cens", "cbc1", "cbcs"].map { Array($0.utf8) }

    /// Returns the identifiers of the tracks that have encryption records in any fragment.
    static func tracks(in media: any ContainerInput) -> Set<Int> {
        var found: Set<Int> = []
        var walk = ISOBoxWalk(media)
        while let box = try? walk.next() {
            guard box.type == "moof",
                let contents = try? walk.contents(of: box, limit: largestFragment)
            else { continue }
            for part in ISOBoxContents(contents[...]) where part.type == "traf" {
                if let identifier = track(withRecordsIn: part.contents) { found.insert(identifier) }
            }
        }
        return found
    }

    /// Returns the track identifier of a track fragment; `nil` if it has no encryption records.
    private static func track(withRecordsIn contents: ArraySlice<UInt8>) -> Int? {
        var track: Int?
        var hasRecords = false
        for part in ISOBoxContents(contents) {
            let fields = BoxFields(bytes: Array(part.contents.prefix(12)))
            switch part.type {
            case "tfhd": track = Int(fields.unsigned(4))
            case "senc": hasRecords = hasRecords || fields.unsigned(4) > 0
            case "saiz":
                // A box that states no encryption scheme uses the scheme of the track, so the box
                // does not prove that the samples are encrypted.
                let type = part.contents.dropFirst(4).prefix(4)
                let isTyped = fields.unsigned(0) & 1 != 0
                hasRecords = hasRecords || isTyped && schemes.contains { type.elementsEqual($0) }
            default: break
            }
        }
        return hasRecords ? track : nil
    }
}
