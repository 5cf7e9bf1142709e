/// The part of a resource received by an earlier attempt.
public struct ResourceResumption: Sendable, Hashable {
    /// The number of bytes received from the start of the requested range.
    public var offset: Int64

    /// The validator of the version that the received bytes belong to, such as an entity tag.
    public var version: String

    /// The size of the complete resource in this version; `nil` when unknown.
    public var totalByteCount: Int64?

    /// Creates a resumption.
    ///
    /// - Parameters:
    ///   - offset: The number of bytes received.
    ///   - version: The version of the resource that the received bytes belong to.
    ///   - totalByteCount: The size of the complete resource in this version; `nil` when unknown.
    public init(offset: Int64, version: String, totalByteCount: Int64? = nil) {
        self.offset = offset
        self.version = version
        self.totalByteCount = totalByteCount
    }
}
