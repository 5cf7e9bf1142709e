/// The source of steering manifests, from `EXT-X-CONTENT-STEERING`.
///
/// Reference: rfc8216bis, section 4.4.6.6 (EXT-X-CONTENT-STEERING).
public struct ContentSteering: Equatable, Sendable {
    /// The location of the steering manifest, relative to the playlist, from `SERVER-URI`.
    public var serverURI: String
    /// The pathway to use until the manifest is loaded, from `PATHWAY-ID`.
    public var pathwayID: String?
    /// The attributes for which this type has no property, in order.
    public var otherAttributes: [Attribute] = []
    /// Comments and unknown tags before the tag, in order.
    public var precedingLines: [String] = []

    /// Creates content steering.
    ///
    /// - Parameters:
    ///   - serverURI: The location of the steering manifest.
    ///   - pathwayID: The pathway to use until there is a manifest.
    public init(serverURI: String, pathwayID: String? = nil) {
        self.serverURI = serverURI
        self.pathwayID = pathwayID
    }
}
