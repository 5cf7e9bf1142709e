/// Selects requests by location and kind.
public struct RequestPattern: Hashable, Sendable {
    /// A wildcard pattern for the location: `*` matches any text, `?` any character.
    ///
    /// A pattern without a slash must match the last path component. Any other pattern must match
    /// the location without its query, or a suffix of it that starts at a path component. `nil`
    /// matches every location.
    public var location: String?
    /// The kinds of resources to match; empty matches every kind.
    public var kinds: Set<ResourceKind>
    /// The offset of the first requested byte; `nil` matches every range.
    public var rangeStart: Int64?
    /// The methods of the requests; empty matches every method.
    package var methods: Set<RequestMethod> = []
    /// The media sequence numbers to match, for broadcast segments; `nil` matches every request.
    package var sequences: ClosedRange<Int>?
    /// The index of the partial segment in its segment, from 0; `nil` matches every request.
    ///
    /// Only requests for segments of broadcasts have an index.
    package var part: Int?
    /// The number of segments in the player's playlist that are newer than the requested segment.
    ///
    /// `nil` matches every request.
    package var fromEdge: Int?

    /// Creates a pattern.
    ///
    /// - Parameters:
    ///   - location: The wildcard pattern for the location.
    ///   - kinds: The kinds of resources to match.
    ///   - rangeStart: The offset of the first requested byte.
    public init(
        _ location: String? = nil, kinds: Set<ResourceKind> = [], rangeStart: Int64? = nil
    ) {
        self.location = location
        self.kinds = kinds
        self.rangeStart = rangeStart
    }

    /// Returns whether a request matches.
    ///
    /// - Parameters:
    ///   - url: The location of the resource.
    ///   - kind: The kind of the resource.
    ///   - byteRange: The requested bytes; `nil` means all of them.
    /// - Returns: Whether the request matches.
    public func fits(url: String, kind: ResourceKind, byteRange: Range<Int64>?) -> Bool {
        if let rangeStart, rangeStart != byteRange?.lowerBound ?? 0 { return false }
        return (kinds.isEmpty || kinds.contains(kind)) && fits(url: url)
    }

    /// Returns whether a request matches, its method included.
    ///
    /// - Parameters:
    ///   - url: The location of the resource.
    ///   - kind: The kind of the resource.
    ///   - byteRange: The requested bytes; `nil` means all of them.
    ///   - method: The method of the request.
    ///   - place: The position of the segment in a broadcast; `nil` for any other request.
    /// - Returns: Whether the request matches.
    package func fits(
        url: String, kind: ResourceKind, byteRange: Range<Int64>?, method: RequestMethod,
        place: BroadcastPlace? = nil
    ) -> Bool {
        (methods.isEmpty || methods.contains(method)) && fits(place)
            && fits(url: url, kind: kind, byteRange: byteRange)
    }

    /// Returns whether the position of a segment in a broadcast matches.
    private func fits(_ place: BroadcastPlace?) -> Bool {
        guard sequences != nil || part != nil || fromEdge != nil else { return true }
        guard let place else { return false }
        return sequences?.contains(place.sequence) ?? true && (part == nil || part == place.part)
            && (fromEdge == nil || fromEdge == place.fromEdge)
    }

    /// Returns whether a location matches.
    private func fits(url: String) -> Bool {
        guard let location else { return true }
        let pattern = Array(location.utf8)
        let path = Array(url.utf8.prefix { !"?#".utf8.contains($0) })
        let slash = UInt8(ascii: "/")
        guard pattern.contains(slash) else {
            let start = path.lastIndex(of: slash).map { $0 + 1 } ?? 0
            return Wildcard.matches(pattern, path[start...])
        }
        // A match must begin at the start of a path component.
        if Wildcard.matches(pattern, path[...]) { return true }
        let ending = pattern.first == slash ? pattern : [slash] + pattern
        return Wildcard.matches([UInt8(ascii: "*")] + ending, path[...])
    }
}
