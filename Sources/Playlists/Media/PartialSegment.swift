public import VirtualTime

/// A part of a media segment, from `EXT-X-PART`.
///
/// Reference: rfc8216bis, section 4.4.4.9 (EXT-X-PART).
public struct PartialSegment: Equatable, Sendable {
    /// The location as written, relative to its playlist.
    public var uri: String
    /// The duration of the part, from `DURATION`.
    public var duration: MediaTime
    /// Whether the part begins with an independently decodable frame, from `INDEPENDENT`.
    public var isIndependent: Bool
    /// The byte range in `uri`, from `BYTERANGE`; `nil` means all bytes.
    public var byteRange: Range<Int64>?
    /// Whether the part is announced as missing, from `GAP`.
    public var isGap: Bool
    /// The attributes for which this type has no property, in order.
    public var otherAttributes: [Attribute]

    /// Creates a part.
    ///
    /// - Parameters:
    ///   - uri: The location.
    ///   - duration: The duration of the part.
    ///   - isIndependent: Whether the part begins with an independently decodable frame.
    ///   - byteRange: The byte range in `uri`.
    ///   - isGap: Whether the part is announced as missing.
    ///   - otherAttributes: The attributes for which this type has no property.
    public init(
        uri: String, duration: MediaTime, isIndependent: Bool = false,
        byteRange: Range<Int64>? = nil, isGap: Bool = false, otherAttributes: [Attribute] = []
    ) {
        self.uri = uri
        self.duration = duration
        self.isIndependent = isIndependent
        self.byteRange = byteRange
        self.isGap = isGap
        self.otherAttributes = otherAttributes
    }
}

extension PartialSegment {
    /// The minimum duration of a part, in percent of the part target duration.
    private static let leastPercentage = 85

    /// Returns whether the part is shorter than 85 percent of the part target duration.
    ///
    /// The caller must exclude gaps and the last part of a segment, which may be shorter.
    ///
    /// - Parameter target: The part target duration.
    /// - Returns: Whether the part is too short.
    package func isTooShort(for target: MediaTime) -> Bool {
        duration * 100 < target * Self.leastPercentage
    }
}

/// The target duration of partial segments, from `EXT-X-PART-INF`.
///
/// Reference: rfc8216bis, section 4.4.3.7 (EXT-X-PART-INF).
public struct PartInformation: Equatable, Sendable {
    /// An upper bound on part durations, from `PART-TARGET`.
    public var targetDuration: MediaTime
    /// The attributes for which this type has no property, in order.
    public var otherAttributes: [Attribute]

    /// Creates the information about the partial segments of a playlist.
    ///
    /// - Parameters:
    ///   - targetDuration: An upper bound on part durations.
    ///   - otherAttributes: The attributes for which this type has no property.
    public init(targetDuration: MediaTime, otherAttributes: [Attribute] = []) {
        self.targetDuration = targetDuration
        self.otherAttributes = otherAttributes
    }
}

/// A resource worth requesting before it exists, from `EXT-X-PRELOAD-HINT`.
///
/// Reference: rfc8216bis, section 4.4.5.3 (EXT-X-PRELOAD-HINT).
public struct PreloadHint: Equatable, Sendable {
    /// The kind of a hinted resource.
    public enum Kind: String, Hashable, Sendable {
        /// A partial segment.
        case part = "PART"
        /// An initialization section.
        case map = "MAP"
    }

    /// The kind of the resource, from `TYPE`.
    public var kind: Kind
    /// The location, relative to the playlist, from `URI`.
    public var uri: String
    /// The offset of the resource's first byte in the file, from `BYTERANGE-START`.
    public var byteRangeStart: Int64
    /// The length of the resource in bytes, from `BYTERANGE-LENGTH`; `nil` means up to the end.
    public var byteRangeLength: Int64?
    /// The attributes for which this type has no property, in order.
    public var otherAttributes: [Attribute]

    /// Creates a hint.
    ///
    /// - Parameters:
    ///   - kind: The kind of the resource.
    ///   - uri: The location.
    ///   - byteRangeStart: The first byte of the resource.
    ///   - byteRangeLength: The length of the resource in bytes.
    ///   - otherAttributes: The attributes for which this type has no property.
    public init(
        _ kind: Kind, uri: String, byteRangeStart: Int64 = 0, byteRangeLength: Int64? = nil,
        otherAttributes: [Attribute] = []
    ) {
        self.kind = kind
        self.uri = uri
        self.byteRangeStart = byteRangeStart
        self.byteRangeLength = byteRangeLength
        self.otherAttributes = otherAttributes
    }
}
