/// One violation of the specification that did not prevent the parsing of a playlist.
public struct PlaylistProblem: Hashable, Sendable {
    /// The line at fault, counted from 1; the last line when something is missing.
    public let line: Int
    /// The tag at fault, without `#`; empty when the fault is not in a tag.
    public let tag: String
    /// The rule that is broken.
    public let rule: PlaylistRule
    /// The attribute or value at fault; empty when the rule by itself describes the problem.
    public let detail: String

    /// Creates a problem.
    ///
    /// - Parameters:
    ///   - line: The line at fault, counted from 1.
    ///   - tag: The tag at fault, without `#`.
    ///   - rule: The rule that is broken.
    ///   - detail: The attribute or value at fault.
    public init(line: Int, tag: String, rule: PlaylistRule, detail: String = "") {
        self.line = line
        self.tag = tag
        self.rule = rule
        self.detail = detail
    }
}

extension PlaylistProblem {
    /// The detail of a problem with the group of closed captions, which are not a stream.
    package static let captionsGroup = "GROUP-ID of CLOSED-CAPTIONS"

    /// Whether an announced stream or segment may be lost through the breach.
    public var mayLoseMedia: Bool {
        switch rule {
        case .missingURI, .missingTag, .missingInformation, .missingOffset, .excessiveDuration,
            .unknownRendition:
            true
        // A rendition without a usable type or group is dropped, as is an I-frame stream without a
        // usable URI.
        case .missingAttribute, .malformedAttribute:
            tag == Tag.media.rawValue && ["TYPE", "GROUP-ID"].contains(detail)
                || tag == Tag.iFrameStreamInformation.rawValue && detail == "URI"
        default: false
        }
    }
}

extension PlaylistProblem: CustomStringConvertible {
    /// A human-readable description of the problem: line number, tag, rule and section.
    ///
    /// The description has one line.
    public var description: String {
        let subject = tag.isEmpty ? "" : "\(tag): "
        let object = detail.isEmpty ? "" : " (\(detail))"
        return "line \(line): \(subject)\(rule.summary)\(object) [\(rule.section)]"
    }
}

/// A rule of the specification; the comment on each case states the treatment of a violation.
public enum PlaylistRule: String, CaseIterable, Hashable, Sendable {
    /// Bytes are not UTF-8; the line is read as Latin-1.
    case notUTF8 = "not-utf8"
    /// The file starts with a byte order mark, which is skipped.
    case byteOrderMark = "byte-order-mark"
    /// A control character appears; it is kept.
    case controlCharacter = "control-character"
    /// White space surrounds a line or an attribute; it is dropped.
    case whitespace = "whitespace"
    /// Blank lines precede `#EXTM3U`, or text follows it in the line; both are dropped.
    case headerNotAlone = "header-not-alone"
    /// A tag has an unusable value; the line is kept and has no effect.
    case malformedTag = "malformed-tag"
    /// A tag lacks a required attribute; the line is kept and has no effect.
    case missingAttribute = "missing-attribute"
    /// A tag is repeated; the line is kept and the first tag applies.
    ///
    /// A second `EXT-X-ENDLIST` or `EXT-X-DISCONTINUITY-SEQUENCE` is dropped.
    case duplicateTag = "duplicate-tag"
    /// An attribute list is malformed; its unreadable part is dropped.
    case malformedAttributeList = "malformed-attribute-list"
    /// An attribute's value cannot be used; the attribute is kept and has no effect.
    case malformedAttribute = "malformed-attribute"
    /// An attribute is repeated; its first occurrence applies.
    case duplicateAttribute = "duplicate-attribute"
    /// Quotes are missing or superfluous; the value is read as if it were quoted correctly.
    case attributeQuoting = "attribute-quoting"
    /// A value is not one that the specification lists; the line is kept.
    case unknownValue = "unknown-value"
    /// A rendition that variant streams may need has an unknown type.
    ///
    /// The type resembles a known one, or it is the name of an attribute by which a variant stream
    /// names the group, or a variant stream names the group and all renditions of it have unknown
    /// types. The line is kept and has no effect.
    case unknownRendition = "unknown-rendition"
    /// `EXT-X-TARGETDURATION` is absent.
    case missingTargetDuration = "missing-target-duration"
    /// `EXT-X-TARGETDURATION` has decimals; the fractional value is used.
    case fractionalTargetDuration = "fractional-target-duration"
    /// A segment, rounded to a second, is longer than the target duration.
    case longerThanTargetDuration = "longer-than-target-duration"
    /// `EXTINF` has no comma after its duration.
    case missingComma = "missing-comma"
    /// A tag that must precede all segments comes later; it applies nevertheless.
    case tooLate = "too-late"
    /// A feature needs a higher `EXT-X-VERSION` than the playlist declares; the feature is used.
    case versionTooLow = "version-too-low"
    /// `EXT-X-VERSION` is higher than any known version.
    case unknownVersion = "unknown-version"
    /// A date has no time zone; it is read as UTC.
    case missingTimeZone = "missing-time-zone"
    /// Parts appear without `EXT-X-PART-INF`.
    case missingPartInformation = "missing-part-information"
    /// A variant stream names a group that no rendition belongs to.
    case undefinedGroup = "undefined-group"
    /// Attributes that exclude or require one another are inconsistent; they are kept.
    case inconsistentAttributes = "inconsistent-attributes"
    /// A tag is no longer part of the protocol; it is kept.
    case obsolete = "obsolete"
    /// A tag lacks the URI required after it; the tag is dropped.
    case missingURI = "missing-uri"
    /// A URI of a multivariant playlist has no `EXT-X-STREAM-INF` before it; the URI is dropped.
    case missingTag = "missing-tag"
    /// A URI of a media playlist has no `EXTINF` before it; the URI is dropped.
    case missingInformation = "missing-information"
    /// An integer has decimals or surplus characters; it is rounded down.
    case fractionalInteger = "fractional-integer"
    /// A byte range has no offset and follows no range of the same resource.
    ///
    /// The range starts at the first byte.
    case missingOffset = "missing-offset"
    /// A rendition has no name; a name is generated.
    case missingName = "missing-name"
    /// Two renditions of a group have the same name; both are kept.
    case duplicateName = "duplicate-name"
    /// A tag of media playlists appears in a multivariant playlist; the line has no effect.
    case misplacedTag = "misplaced-tag"
    /// A segment or partial segment claims more than 24 hours; it counts as 24 hours.
    case excessiveDuration = "excessive-duration"
    /// Lines end with a carriage return without a line feed; they are read as usual.
    case carriageReturn = "carriage-return"

    /// The section of the specification that states the rule.
    public var section: String {
        switch self {
        case .notUTF8, .byteOrderMark, .controlCharacter, .whitespace, .carriageReturn,
            .misplacedTag:
            "rfc8216bis, 4.1"
        case .headerNotAlone: "rfc8216bis, 4.4.1.1"
        case .malformedTag, .unknownValue, .duplicateTag: "rfc8216bis, 4.4"
        case .missingAttribute, .malformedAttributeList, .malformedAttribute, .duplicateAttribute,
            .attributeQuoting, .inconsistentAttributes, .fractionalInteger:
            "rfc8216bis, 4.2"
        case .missingTargetDuration, .fractionalTargetDuration, .longerThanTargetDuration:
            "rfc8216bis, 4.4.3.1"
        case .missingComma, .excessiveDuration, .missingInformation: "rfc8216bis, 4.4.4.1"
        case .missingOffset: "rfc8216bis, 4.4.4.2"
        case .missingName, .duplicateName, .unknownRendition: "rfc8216bis, 4.4.6.1"
        case .missingURI, .missingTag: "rfc8216bis, 4.1"
        case .tooLate: "rfc8216bis, 4.4.3"
        case .versionTooLow, .unknownVersion: "rfc8216bis, 8"
        case .missingTimeZone: "rfc8216bis, 4.4.4.6"
        case .missingPartInformation: "rfc8216bis, 4.4.3.7"
        case .undefinedGroup: "rfc8216bis, 4.4.6.2"
        case .obsolete: "rfc8216, 7"
        }
    }

    /// The breach in a few words, in some cases with its effect.
    public var summary: String {
        switch self {
        case .notUTF8: "not UTF-8, read as Latin-1"
        case .byteOrderMark: "the file starts with a byte order mark"
        case .controlCharacter: "a control character"
        case .whitespace: "white space where none is allowed"
        case .headerNotAlone: "the first line must be #EXTM3U and nothing else"
        case .malformedTag: "malformed, has no effect"
        case .missingAttribute: "lacks a required attribute, has no effect"
        case .duplicateTag: "appears again, has no effect"
        case .malformedAttributeList: "the attribute list is broken"
        case .malformedAttribute: "an attribute is malformed, has no effect"
        case .duplicateAttribute: "an attribute appears again, has no effect"
        case .attributeQuoting: "an attribute is quoted wrongly"
        case .unknownValue: "an unknown value, has no effect"
        case .unknownRendition: "a rendition of an unknown type, dropped"
        case .missingTargetDuration: "is missing"
        case .fractionalTargetDuration: "is not an integer"
        case .longerThanTargetDuration: "longer than the target duration"
        case .missingComma: "no comma after the duration"
        case .tooLate: "must come before the first segment"
        case .versionTooLow: "needs a higher EXT-X-VERSION"
        case .unknownVersion: "an unknown version"
        case .missingTimeZone: "no time zone, read as UTC"
        case .missingPartInformation: "parts without EXT-X-PART-INF"
        case .undefinedGroup: "names a group without renditions"
        case .inconsistentAttributes: "attributes contradict one another"
        case .obsolete: "no longer part of the protocol"
        case .missingURI: "no URI follows, dropped"
        case .missingTag: "a URI without EXT-X-STREAM-INF, dropped"
        case .missingInformation: "a URI without EXTINF, dropped"
        case .fractionalInteger: "not an integer, rounded down"
        case .missingOffset: "a byte range without an offset that continues none, read from byte 0"
        case .missingName: "a rendition without NAME, kept under another name"
        case .duplicateName: "two renditions of a group have one name"
        case .misplacedTag: "belongs in a media playlist, has no effect"
        case .excessiveDuration: "longer than 24 hours, counted as 24 hours"
        case .carriageReturn: "lines end with only a carriage return"
        }
    }
}
