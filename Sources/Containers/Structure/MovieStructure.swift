/// The properties of an initialization section's boxes, for the lint rules.
///
/// Playback does not need these properties.
///
/// Reference: ISO/IEC 14496-12, sections 4.3 (brands), 8.3 and 8.8; ISO/IEC 23001-7, sections 8.1
/// (pssh) and 8.2 (tenc).
package struct MovieStructure: Equatable, Sendable {
    /// The properties of a track (`trak`).
    package struct Track: Equatable, Sendable {
        /// The track ID.
        package var id: UInt32 = 0
        /// The four characters of the handler type, such as `vide`.
        package var handler = ""
        /// The timescale in units per second; zero when it is unknown.
        package var timescale: UInt32 = 0
        /// The number of samples that the initialization section itself describes.
        package var sampleCount: UInt64 = 0
        /// The default duration of a sample, for fragments that do not state a duration.
        package var defaultDuration: UInt32 = 0
        /// The default size of a sample, for fragments that do not state a size; zero when unknown.
        package var defaultSize: UInt32 = 0
        /// The four-character type of the first sample description.
        ///
        /// For encrypted samples, it denotes the format before encryption.
        package var format = ""
        /// The encryption of the first sample description; `nil` for clear samples.
        package var encryption: Encryption?
        /// The schemes of all encrypted sample descriptions, in order; empty for a clear track.
        package var schemes: [String] = []
        /// The transfer characteristics (ITU-T H.273); `nil` if there is no `colr` box.
        package var transfer: Int?
        /// The kinds of static HDR10 metadata in the sample description: `mdcv` and `clli`.
        ///
        /// HEVC SEI messages with the same content count as these boxes.
        package var lightMetadata: Set<String> = []
        /// The name of a decoder configuration box that cannot be read; `nil` if there is none.
        package var brokenConfiguration: String?
        /// Whether the pictures are stereoscopic, from the `vexu` box.
        package var isSpatial = false
    }

    /// The encryption of a track.
    package struct Encryption: Equatable, Sendable {
        /// The scheme, such as `cbcs`.
        package var scheme = ""
        /// The key ID.
        package var keyID: [UInt8] = []
        /// The size of each sample's initialization vector; zero if the vector is constant.
        package var vectorSize = 0
        /// The size of the constant initialization vector in bytes.
        package var constantVectorSize = 0
        /// The numbers of encrypted and clear blocks in the pattern; zero if there is no pattern.
        package var pattern = [0, 0]
    }

    /// The brands in the `ftyp` box, with the major brand first; empty without the box.
    package private(set) var brands: [String] = []
    /// Whether a `moov` box exists.
    package private(set) var hasMovie = false
    /// Whether the `mvex` box announces fragments.
    package private(set) var isExtended = false
    package private(set) var tracks: [Track] = []
    package private(set) var systems: [SystemHeader] = []

    private static let largestMovie = 16 << 20
    private static let mostTracks = 64
    private static let mostDescriptions = 64

    /// Reads a section; boxes that are truncated or malformed are left out.
    ///
    /// - Parameter input: The bytes of the section.
    /// - Throws: ``ContainerError`` when the input cannot be read.
    package init(_ input: any ContainerInput) throws(ContainerError) {
        var walk = ISOBoxWalk(input, limit: 4096)
        while let box = try walk.next() {
            switch box.type {
            case "ftyp":
                guard let bytes = try walk.contents(of: box, limit: 4096), bytes.count >= 8 else {
                    continue
                }
                let names = stride(from: 0, to: bytes.count - 3, by: 4).filter { $0 != 4 }
                brands = names.map { String(decoding: bytes[$0..<$0 + 4], as: UTF8.self) }
            case "moov":
                hasMovie = true
                guard let bytes = try walk.contents(of: box, limit: Self.largestMovie) else {
                    continue
                }
                read(bytes[...])
            default: break
            }
        }
    }

    /// Returns the track with an identifier.
    package func track(_ id: UInt32) -> Track? { tracks.first { $0.id == id } }

    private mutating func read(_ movie: ArraySlice<UInt8>) {
        var defaults: [UInt32: (duration: UInt32, size: UInt32)] = [:]
        for (type, contents) in ISOBoxContents(movie) {
            switch type {
            case "trak" where tracks.count < Self.mostTracks: tracks.append(Self.track(contents))
            case "mvex":
                isExtended = true
                for (type, contents) in ISOBoxContents(contents) where type == "trex" {
                    let fields = BoxFields(bytes: Array(contents))
                    defaults[UInt32(fields.unsigned(4))] = (
                        UInt32(fields.unsigned(12)), UInt32(fields.unsigned(16))
                    )
                }
            case "pssh": systems.append(SystemHeader(contents))
            default: break
            }
        }
        for index in tracks.indices {
            guard let own = defaults[tracks[index].id] else { continue }
            (tracks[index].defaultDuration, tracks[index].defaultSize) = own
        }
    }

    // MARK: Tracks

    private static func track(_ contents: ArraySlice<UInt8>) -> Track {
        var track = Track()
        for (type, contents) in ISOBoxContents(contents) {
            let fields = BoxFields(bytes: Array(contents.prefix(32)))
            switch type {
            case "tkhd": track.id = UInt32(fields.unsigned(fields.version == 1 ? 20 : 12))
            case "mdia": read(media: contents, into: &track)
            default: break
            }
        }
        return track
    }

    private static func read(media: ArraySlice<UInt8>, into track: inout Track) {
        for (type, contents) in ISOBoxContents(media) {
            let fields = BoxFields(bytes: Array(contents.prefix(32)))
            switch type {
            case "mdhd": track.timescale = UInt32(fields.unsigned(fields.version == 1 ? 20 : 12))
            case "hdlr": track.handler = fields.text(8) ?? ""
            case "minf":
                for (type, contents) in ISOBoxContents(contents) where type == "stbl" {
                    read(table: contents, into: &track)
                }
            default: break
            }
        }
    }

    private static func read(table: ArraySlice<UInt8>, into track: inout Track) {
        for (type, contents) in ISOBoxContents(table) {
            let fields = BoxFields(bytes: Array(contents.prefix(16)))
            switch type {
            case "stsz", "stz2": track.sampleCount = max(track.sampleCount, fields.unsigned(8))
            case "stts": track.sampleCount = max(track.sampleCount, fields.unsigned(4))
            case "stsd":
                let entries = ISOBoxContents(contents.dropFirst(8))
                for (type, contents) in entries.prefix(1) {
                    track.format = type
                    read(entry: contents, into: &track)
                }
                for (_, contents) in entries.prefix(mostDescriptions) {
                    let boxes = ISOBoxContents(contents.dropFirst(fieldCount(of: track)))
                    for (type, contents) in boxes where type == "sinf" {
                        track.schemes.append(encryption(contents).scheme)
                    }
                }
            default: break
            }
        }
    }

    /// Returns the size of the fields that precede the boxes of a sample entry.
    private static func fieldCount(of track: Track) -> Int {
        switch track.handler {
        case "vide": 78
        case "soun": 28
        default: 8
        }
    }

    /// Reads the boxes of a sample entry, which follow the fields for video or audio.
    private static func read(entry: ArraySlice<UInt8>, into track: inout Track) {
        for (type, contents) in ISOBoxContents(entry.dropFirst(fieldCount(of: track))) {
            let bytes = BoxFields(bytes: Array(contents.prefix(16)))
            switch type {
            case "sinf":
                track.encryption = encryption(contents)
                for (type, contents) in ISOBoxContents(contents) where type == "frma" {
                    track.format = BoxFields(bytes: Array(contents.prefix(4))).text(0) ?? ""
                }
            case "colr" where bytes.text(0) == "nclx":
                track.transfer = Int(bytes.bytes.span.unsigned(at: 6, count: 2))
            case "mdcv" where contents.count >= 24: track.lightMetadata.insert(type)
            case "clli" where contents.count >= 4: track.lightMetadata.insert(type)
            case "avcC":
                let isWhole = H264Configuration.isWhole(Array(contents).span)
                if !isWhole { track.brokenConfiguration = type }
            case "hvcC":
                let record = Array(contents)
                let configuration = HEVCConfiguration(record.span)
                if !configuration.isWhole { track.brokenConfiguration = type }
                track.lightMetadata.formUnion(lightMessages(configuration, of: record))
            case "vexu": track.isSpatial = true
            default: break
            }
        }
    }

    /// Returns the kinds of static HDR10 metadata in an HEVC configuration's SEI messages.
    ///
    /// Reference: ITU-T H.265, sections D.2.28 and D.2.35.
    private static func lightMessages(
        _ configuration: HEVCConfiguration, of bytes: [UInt8]
    ) -> Set<String> {
        var found: Set<String> = []
        for unit in configuration.units where unit.type == 39 && unit.bytes.count > 3 {
            switch (bytes[unit.bytes.lowerBound + 2], bytes[unit.bytes.lowerBound + 3]) {
            case (137, 24...): found.insert("mdcv")
            case (144, 4...): found.insert("clli")
            default: break
            }
        }
        return found
    }

    private static func encryption(_ contents: ArraySlice<UInt8>) -> Encryption {
        var encryption = Encryption()
        for (type, contents) in ISOBoxContents(contents) {
            switch type {
            case "schm":
                encryption.scheme = BoxFields(bytes: Array(contents.prefix(8))).text(4) ?? ""
            case "schi":
                for (type, contents) in ISOBoxContents(contents) where type == "tenc" {
                    let bytes = Array(contents.prefix(64))
                    guard bytes.count >= 24 else { continue }
                    if bytes[0] > 0 {
                        encryption.pattern = [Int(bytes[5] >> 4), Int(bytes[5] & 15)]
                    }
                    encryption.vectorSize = Int(bytes[7])
                    encryption.keyID = Array(bytes[8..<24])
                    if bytes[7] == 0, bytes.count > 24 {
                        encryption.constantVectorSize = Int(bytes[24])
                    }
                }
            default: break
            }
        }
        return encryption
    }
}
