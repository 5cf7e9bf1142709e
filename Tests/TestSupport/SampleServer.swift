import HeadlessPlayback
public import Transport

/// A server of the sample media: `https://server.test/Media/single/index.m3u8` is a local sample.
///
/// Tests need it because a response of a server, unlike a local file, may have a body that is
/// unknown in advance, lack a version, or contain a playlist that is reloaded.
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
