/// The tags known to the parser, by their names without `#`.
package enum Tag: String, CaseIterable {
    case header = "EXTM3U"
    case version = "EXT-X-VERSION"
    case independentSegments = "EXT-X-INDEPENDENT-SEGMENTS"
    case start = "EXT-X-START"
    case define = "EXT-X-DEFINE"

    case media = "EXT-X-MEDIA"
    case streamInformation = "EXT-X-STREAM-INF"
    case iFrameStreamInformation = "EXT-X-I-FRAME-STREAM-INF"
    case sessionData = "EXT-X-SESSION-DATA"
    case sessionKey = "EXT-X-SESSION-KEY"
    case contentSteering = "EXT-X-CONTENT-STEERING"

    case targetDuration = "EXT-X-TARGETDURATION"
    case mediaSequence = "EXT-X-MEDIA-SEQUENCE"
    case discontinuitySequence = "EXT-X-DISCONTINUITY-SEQUENCE"
    case endList = "EXT-X-ENDLIST"
    case playlistType = "EXT-X-PLAYLIST-TYPE"
    case iFramesOnly = "EXT-X-I-FRAMES-ONLY"
    case partInformation = "EXT-X-PART-INF"
    case serverControl = "EXT-X-SERVER-CONTROL"
    case allowCache = "EXT-X-ALLOW-CACHE"

    case information = "EXTINF"
    case byteRange = "EXT-X-BYTERANGE"
    case discontinuity = "EXT-X-DISCONTINUITY"
    case key = "EXT-X-KEY"
    case map = "EXT-X-MAP"
    case programDateTime = "EXT-X-PROGRAM-DATE-TIME"
    case gap = "EXT-X-GAP"
    case bitrate = "EXT-X-BITRATE"
    case part = "EXT-X-PART"

    case dateRange = "EXT-X-DATERANGE"
    case skip = "EXT-X-SKIP"
    case preloadHint = "EXT-X-PRELOAD-HINT"
    case renditionReport = "EXT-X-RENDITION-REPORT"

    case cueOut = "EXT-X-CUE-OUT"
    case cueOutContinued = "EXT-X-CUE-OUT-CONT"
    case cueIn = "EXT-X-CUE-IN"
    case oatclsSCTE35 = "EXT-OATCLS-SCTE35"
    case scte35 = "EXT-X-SCTE35"
    case splicePoint = "EXT-X-SPLICEPOINT-SCTE35"
    case cue = "EXT-X-CUE"
    case asset = "EXT-X-ASSET"

    /// The kind of playlist that a tag belongs to.
    package enum Home { case either, multivariant, media }

    /// The kind of playlist that the tag belongs to.
    package var home: Home {
        switch self {
        case .header, .version, .independentSegments, .start, .define: .either
        case .media, .streamInformation, .iFrameStreamInformation, .sessionData, .sessionKey,
            .contentSteering:
            .multivariant
        default: .media
        }
    }

    /// Whether the tag is one with which some multivariant playlists begin by mistake.
    ///
    /// Such a tag applies to a complete media playlist and lists nothing itself, so it does not
    /// decide the kind of the playlist.
    package var isOfMediaHeader: Bool {
        switch self {
        case .targetDuration, .mediaSequence, .discontinuitySequence, .endList, .playlistType,
            .iFramesOnly, .allowCache:
            true
        default: false
        }
    }

    /// Whether the tag belongs to a segment, so that the header of the playlist is complete.
    package var beginsSegments: Bool {
        switch self {
        case .information, .byteRange, .discontinuity, .key, .map, .programDateTime, .gap, .bitrate,
            .part, .skip, .cueOut, .cueOutContinued, .cueIn, .oatclsSCTE35, .scte35,
            .splicePoint, .cue, .asset:
            true
        default: false
        }
    }

    /// The tags with the bytes of their names, grouped by the length of the name.
    private static let byLength: [[(name: [UInt8], tag: Tag)]] = {
        let names = allCases.map { (name: Array($0.rawValue.utf8), tag: $0) }
        let longest = names.reduce(0) { max($0, $1.name.count) }
        return (0...longest).map { length in names.filter { $0.name.count == length } }
    }()

    /// Creates the tag with a name; `nil` when unknown.
    init?(_ name: Span<UInt8>) {
        // `EXTINF`, the one tag that every segment has, is recognized first.
        if name.count == 6, name[5] == 0x46, name[4] == 0x4E, name[3] == 0x49, name[2] == 0x54,
            name[1] == 0x58, name[0] == 0x45
        {
            self = .information
            return
        }
        guard name.count < Self.byLength.count else { return nil }
        candidates: for candidate in Self.byLength[name.count] {
            // Most names differ near their ends, so the comparison begins there.
            for index in candidate.name.indices.reversed()
            where candidate.name[index] != name[index] {
                continue candidates
            }
            self = candidate.tag
            return
        }
        return nil
    }
}
