/// The part of a resource received by an earlier attempt.
public struct ResourceResumption: Sendable, Hashable {
    /// The number of bytes received from the start of the requested range.
    public var offset: Int64

    /// The validator of the version that the received bytes belong to, such as an entity tag.
    public var version: String

    /// Creates a resumption.
    ///
    /// - Parameters:
    ///   - offset: The number of bytes received.
    ///   - version: The version of the resource that the received bytes belong to.
    public init(offset: Int64, version: String) {
        self.offset = offset
        self.version = version
    }
}
