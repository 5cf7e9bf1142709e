/// Picks requests by their location and by what they are for.
public struct RequestPattern: Hashable, Sendable {
    /// What the location looks like, where `*` stands for any text and `?` for any character.
    ///
    /// A pattern without a slash is held against the last part of the path, any other one against the
    /// end of the location without its query. `nil` fits every location.
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
}
