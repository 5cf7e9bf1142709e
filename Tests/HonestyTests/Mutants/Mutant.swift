/// One change of an asset: a removal, a part set to zero, or a harmless change.
struct Mutant: Sendable, CustomStringConvertible {
    /// The kind of change, which determines whether the change can be found.
    enum Operation: String, CaseIterable, Sendable {
        // Changes to transport streams.
        case packetGone = "TS packet of a stream removed"
        case packetZeroed = "TS packet of a stream zeroed"
        case sixteenPacketsGone = "16 TS packets of a stream removed"
        case sixteenPacketsZeroed = "16 TS packets of a stream zeroed"
        case firstTableLost = "first TS packet of PAT or PMT removed or zeroed"
        case tablePacketLost = "repeated TS packet of PAT or PMT removed or zeroed"
        case unitGone = "PES packet removed, counters not renumbered"
        case unitGoneCleanly = "PES packet removed, counters renumbered"
        case unitZeroed = "payload of a PES packet zeroed"
        case dataPacketGone = "TS packet of metadata removed"
        case dataPacketZeroed = "TS packet of metadata zeroed"
        // Changes to fragments and single files.
        case sampleGone = "sample of a fragment removed with its entry"
        case sampleZeroed = "sample of a fragment zeroed"
        case entryZeroed = "entry of a trun zeroed"
        case boxFreed = "box of a fragment removed"
        case boxZeroed = "contents of a box of a fragment zeroed"
        case sideBoxLost = "box of a fragment without samples, times or codecs removed or zeroed"
        case fileSampleZeroed = "sample of a single file zeroed"
        case fileBoxFreed = "box of a single file removed"
        case fileBoxZeroed = "contents of a box of a single file zeroed"
        case fileSideBoxLost =
            "box of a single file without samples, times or codecs removed or zeroed"
        // Changes to packed audio.
        case frameGone = "frame of packed audio removed"
        case frameZeroed = "frame of packed audio zeroed"
        case tagZeroed = "timestamp of packed audio zeroed"
        // Changes to encrypted segments.
        case cipherBlockZeroed = "block of an encrypted segment zeroed"
        case cipherTailGone = "last block of an encrypted segment removed"
        // Changes to whole files.
        case segmentGone = "segment missing"
        case segmentEmpty = "segment empty"
        case segmentZeroed = "segment zeroed"
        case initializationGone = "initialization section missing or zeroed"
        case cueFileGone = "cue file missing"
        case cueFileEmpty = "cue file empty"
        case cueFileZeroed = "cue file zeroed"
        case cueGone = "cue removed from its file"
        case cueTimingsBroken = "timings of a cue zeroed, or a byte of the arrow removed"
        case cueMapBroken = "timestamp map of a cue file zeroed, or a byte of it removed"
        // Changes to playlists.
        case entryGone = "segment removed from the middle of a media playlist"
        case edgeEntryGone = "first or last segment removed from a media playlist"
        case cueEntryGone = "segment removed from a playlist of subtitles"
        case tagGone = "line that segments need removed from a media playlist"
        case sideTagGone = "other line removed from a media playlist"
        case renditionGone = "rendition removed, of which its group has another"
        case groupGone = "only rendition of a group removed"
        case variantGone = "variant removed from a multivariant playlist"
        case mainTagGone = "other line removed from a multivariant playlist"
        case playlistGone = "playlist missing, empty or zeroed"
        // Harmless changes.
        case nullPackets = "null packets added (nothing is lost)"
        case repeatedTables = "tables repeated (nothing is lost)"
        case repeatedPacket = "packet repeated with its counter (nothing is lost)"
        case freeBox = "free box added (nothing is lost)"
        case blankTail = "blank lines and comments added (nothing is lost)"

        /// Whether the change is harmless, so nothing may be reported about it.
        var isHarmless: Bool {
            switch self {
            case .nullPackets, .repeatedTables, .repeatedPacket, .freeBox, .blankTail: true
            default: false
            }
        }

        /// Whether a mutant may stay undetected: a player loses nothing, or cannot detect the loss.
        var isMoot: Bool {
            switch self {
            case .tablePacketLost, .sideBoxLost, .fileSideBoxLost, .cueGone, .edgeEntryGone,
                .sideTagGone, .renditionGone, .variantGone, .mainTagGone:
                true
            default: isHarmless
            }
        }
    }

    let operation: Operation
    /// The index of the original asset (the specimen).
    let specimen: Int
    /// The index of the stream in the original asset; `nil` for the multivariant playlist.
    let stream: Int?
    /// The path of the changed file.
    let file: String
    /// A description of the change.
    let detail: String
    let edit: FileEdit

    var description: String {
        "\(operation.rawValue): \(file.split(separator: "/").suffix(3).joined(separator: "/"))"
            + " \(detail)"
    }
}
