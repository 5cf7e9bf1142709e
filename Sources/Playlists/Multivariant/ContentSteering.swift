/// Where steering manifests come from, from `EXT-X-CONTENT-STEERING`.
///
/// Reference: rfc8216bis, section 4.4.6.6 (EXT-X-CONTENT-STEERING).
public struct ContentSteering: Equatable, Sendable {
    /// Where the steering manifest is, relative to the playlist, from `SERVER-URI`.
    public var serverURI: String
    /// The pathway to use until there is a manifest, from `PATHWAY-ID`.
    public var pathwayID: String?
    /// Attributes that have no field here, in order.
    public var otherAttributes: [Attribute] = []
    /// Comments and unknown tags that stand before the tag, in order.
    public var precedingLines: [String] = []

    /// Creates content steering.
    ///
    /// - Parameters:
    ///   - serverURI: Where the steering manifest is.
    ///   - pathwayID: The pathway to use until there is a manifest.
    public init(serverURI: String, pathwayID: String? = nil) {
        self.serverURI = serverURI
        self.pathwayID = pathwayID
    }
}
