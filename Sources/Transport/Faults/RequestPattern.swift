/// Picks requests by their location and by what they are for.
public struct RequestPattern: Hashable, Sendable {
    /// What the location looks like, where `*` stands for any text and `?` for any character.
    ///
    /// A pattern without a slash is held against the last part of the path, any other one against the
    /// end of the location without its query, from the start of a part of the path on. `nil` fits
    /// every location.
    public var location: String?
    /// What the resource is to the player; empty fits everything.
    public var kinds: Set<ResourceKind>
    /// The first byte of the range that is asked for; `nil` fits all ranges.
    public var rangeStart: Int64?

    /// Creates a pattern.
    ///
    /// - Parameters:
    ///   - location: What the location looks like.
    ///   - kinds: What the resource is to the player.
    ///   - rangeStart: The first byte of the range that is asked for.
    public init(
        _ location: String? = nil, kinds: Set<ResourceKind> = [], rangeStart: Int64? = nil
    ) {
        self.location = location
        self.kinds = kinds
        self.rangeStart = rangeStart
    }

    /// Whether a request is one of those that are meant.
    ///
    /// - Parameters:
    ///   - url: Where the resource is.
    ///   - kind: What it is to the player.
    ///   - byteRange: The bytes that are wanted; `nil` means all of them.
    /// - Returns: Whether it is.
    public func fits(url: String, kind: ResourceKind, byteRange: Range<Int64>?) -> Bool {
        if let rangeStart, rangeStart != byteRange?.lowerBound ?? 0 { return false }
        return (kinds.isEmpty || kinds.contains(kind)) && fits(url: url)
    }

    /// Whether a location looks as it should.
    private func fits(url: String) -> Bool {
        guard let location else { return true }
        let pattern = Array(location.utf8)
        let path = Array(url.utf8.prefix { !"?#".utf8.contains($0) })
        let slash = UInt8(ascii: "/")
        guard pattern.contains(slash) else {
            let start = path.lastIndex(of: slash).map { $0 + 1 } ?? 0
            return Wildcard.matches(pattern, path[start...])
        }
        // Whatever precedes is anything that ends where a part of the path does.
        if Wildcard.matches(pattern, path[...]) { return true }
        let ending = pattern.first == slash ? pattern : [slash] + pattern
        return Wildcard.matches([UInt8(ascii: "*")] + ending, path[...])
    }
}
