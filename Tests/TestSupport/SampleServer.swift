import HeadlessPlayback
public import Transport

/// A simulated server, `https://server.test`, that responds with local sample files.
///
/// Tests need it where server responses differ from local files: the body of a response is not
/// known in advance, a response may lack a version, and a playlist may be reloaded.
public struct SampleServer: ResourceLoader {
    /// Whether the responses state the version of the file, as the field `ETag` does.
    private let namesVersions: Bool

    /// Creates a server.
    public init(namesVersions: Bool = false) { self.namesVersions = namesVersions }

    /// Returns the location of a sample on the server.
    public static func url(of media: SampleMedia) -> String {
        "https://server.test/Media/\(media.rawValue)"
    }

    /// Responds with the sample file at the requested location.
    public func load(_ request: ResourceRequest) throws(TransportError) -> ResourceResponse {
        let name = request.url.split(separator: "/").dropFirst(3).joined(separator: "/")
        let file = ResourceRequest(url: "\(SampleMedia.folder)/\(name)", kind: request.kind)
        var response = try StandardLoader().load(file)
        response.url = request.url
        response.version = namesVersions ? "\"1\"" : nil
        return response
    }
}
