/// What is there already of a resource, of an earlier attempt to get it.
public struct ResourceResumption: Sendable, Hashable {
    /// How many bytes of what was asked for are there, from its start on.
    public var offset: Int64

    /// The version of the resource that they are from, as a sink was told it.
    public var version: String

    /// Creates a note of what is there.
    ///
    /// - Parameters:
    ///   - offset: How many bytes of what was asked for are there.
    ///   - version: The version of the resource that they are from.
    public init(offset: Int64, version: String) {
        self.offset = offset
        self.version = version
    }
}
