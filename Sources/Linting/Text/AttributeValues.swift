import Playlists

/// The values that the specification lists for enumerated attributes.
///
/// An attribute is included only if the parser keeps unlisted values. The values of `TYPE`, for
/// example, are checked by the parser.
enum AttributeValues {
    /// The listed values of the attributes of variant streams, by attribute name.
    private static let ofVariants: [String: [String]] = [
        "HDCP-LEVEL": ["NONE", "TYPE-0", "TYPE-1"],
        "VIDEO-RANGE": ["SDR", "HLG", "PQ"],
        "REQ-VIDEO-LAYOUT": ["CH-STEREO", "CH-MONO"],
    ]

    /// The listed values of the attributes of date ranges, by attribute name.
    private static let ofDateRanges: [String: [String]] = ["CUE": ["PRE", "POST", "ONCE"]]

    /// The classes of date ranges that the specification defines.
    private static let classes = [Interstitial.dateRangeClass, "com.apple.hls.preload"]

    /// Returns the listed values of an attribute if its own value is not among them.
    ///
    /// - Parameters:
    ///   - attribute: The attribute.
    ///   - tag: The tag to which the attribute belongs.
    /// - Returns: The values that the specification lists; `nil` if the attribute has one of them,
    ///   or if no values are listed.
    static func expected(_ attribute: ScannedAttribute, of tag: Tag) -> [String]? {
        if tag == .dateRange, attribute.name == "CLASS" {
            // Any other class is one of the server's own.
            let meant = classes.first { $0 == attribute.value.lowercased() }
            return meant.flatMap { $0 == attribute.value ? nil : [$0] }
        }
        let lists: [String: [String]]
        switch tag {
        case .streamInformation, .iFrameStreamInformation: lists = ofVariants
        case .dateRange: lists = ofDateRanges
        default: return nil
        }
        guard let listed = lists[attribute.name], !attribute.value.isEmpty,
            !attribute.value.contains("{$")
        else { return nil }
        let words = attribute.isQuoted ? words(in: attribute.value) : [attribute.value]
        return words.allSatisfy(listed.contains) ? nil : listed
    }

    /// Returns whether an attribute is a `PATHWAY-ID` with a character that is not permitted.
    ///
    /// Reference: rfc8216bis, section 4.4.6.2 (EXT-X-STREAM-INF).
    static func isMalformedPathway(_ attribute: ScannedAttribute) -> Bool {
        guard attribute.name == "PATHWAY-ID", !attribute.value.contains("{$") else { return false }
        let isPermitted = attribute.value.utf8.allSatisfy { byte in
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                UInt8(ascii: "0")...UInt8(ascii: "9"):
                true
            default: "-._".utf8.contains(byte)
            }
        }
        return attribute.value.isEmpty || !isPermitted
    }

    /// Returns the words of a list, without projections of video layouts.
    ///
    /// An entry of a video layout consists of a channel layout and a projection. Projections are
    /// not checked, because new ones may be defined.
    private static func words(in list: String) -> [String] {
        list.split { $0 == "," || $0 == "/" }.map { $0.filter { $0 != " " } }.filter {
            !$0.hasPrefix("PROJ-")
        }
    }
}
