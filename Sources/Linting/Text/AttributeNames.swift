import Playlists

/// The attributes that the specification defines for each tag.
enum AttributeNames {
    private static let ofVariants: Set<String> = [
        "BANDWIDTH", "AVERAGE-BANDWIDTH", "SCORE", "CODECS", "SUPPLEMENTAL-CODECS", "RESOLUTION",
        "HDCP-LEVEL", "ALLOWED-CPC", "VIDEO-RANGE", "REQ-VIDEO-LAYOUT", "STABLE-VARIANT-ID",
        "PATHWAY-ID", "VIDEO",
    ]
    private static let ofKeys: Set<String> = [
        "METHOD", "URI", "IV", "KEYFORMAT", "KEYFORMATVERSIONS",
    ]

    /// Returns the names that a tag's attributes may have; `nil` if the tag has no attribute list.
    static func known(to tag: Tag) -> Set<String>? {
        switch tag {
        case .start: ["TIME-OFFSET", "PRECISE"]
        case .define: ["NAME", "VALUE", "IMPORT", "QUERYPARAM"]
        case .media:
            [
                "TYPE", "URI", "GROUP-ID", "LANGUAGE", "ASSOC-LANGUAGE", "NAME",
                "STABLE-RENDITION-ID", "DEFAULT", "AUTOSELECT", "FORCED", "INSTREAM-ID",
                "BIT-DEPTH", "SAMPLE-RATE", "CHARACTERISTICS", "CHANNELS",
            ]
        // PROGRAM-ID is accepted because another rule checks it, and NAME because it is widely
        // used.
        case .streamInformation:
            ofVariants.union([
                "FRAME-RATE", "AUDIO", "SUBTITLES", "CLOSED-CAPTIONS", "PROGRAM-ID", "NAME",
            ])
        case .iFrameStreamInformation:
            ofVariants.union([
                "URI", "FRAME-RATE", "AUDIO", "SUBTITLES", "CLOSED-CAPTIONS", "PROGRAM-ID", "NAME",
            ])
        case .sessionData: ["DATA-ID", "VALUE", "URI", "FORMAT", "LANGUAGE"]
        case .key, .sessionKey: ofKeys
        case .contentSteering: ["SERVER-URI", "PATHWAY-ID"]
        case .partInformation: ["PART-TARGET"]
        case .serverControl:
            [
                "CAN-SKIP-UNTIL", "CAN-SKIP-DATERANGES", "HOLD-BACK", "PART-HOLD-BACK",
                "CAN-BLOCK-RELOAD",
            ]
        case .map: ["URI", "BYTERANGE"]
        case .part: ["URI", "DURATION", "INDEPENDENT", "BYTERANGE", "GAP"]
        case .skip: ["SKIPPED-SEGMENTS", "RECENTLY-REMOVED-DATERANGES"]
        case .preloadHint: ["TYPE", "URI", "BYTERANGE-START", "BYTERANGE-LENGTH"]
        case .renditionReport: ["URI", "LAST-MSN", "LAST-PART"]
        case .dateRange:
            [
                "ID", "CLASS", "START-DATE", "CUE", "END-DATE", "DURATION", "PLANNED-DURATION",
                "SCTE35-CMD", "SCTE35-OUT", "SCTE35-IN", "END-ON-NEXT",
            ]
        default: nil
        }
    }

    /// Returns whether attributes with the given name have hexadecimal sequences as values.
    static func isHexadecimal(_ name: String) -> Bool {
        name == "IV" || name.hasPrefix("SCTE35-")
    }
}
