import Formats

/// A loader of files, `data:` URLs and resources of servers, by the scheme of the location.
///
/// A remote resource may not refer to local files: the loader refuses a request for a local file
/// if the request has a referrer that is not local.
public struct StandardLoader: ResourceLoader, ResourceIdentifying {
    private let files: any ResourceLoader
    private let data: any ResourceLoader
    private let servers: any ResourceLoader

    /// Creates a loader.
    ///
    /// - Parameter options: The settings for servers.
    public init(options: HTTPOptions = HTTPOptions()) {
        self.init(files: FileLoader(), data: DataLoader(), servers: HTTPLoader(options: options))
    }

    /// Creates a loader from one loader for each kind of location.
    package init(
        files: any ResourceLoader = FileLoader(), data: any ResourceLoader = DataLoader(),
        servers: any ResourceLoader
    ) {
        self.files = files
        self.data = data
        self.servers = servers
    }

    /// Loads a resource with the loader for the scheme of its location.
    public func load(_ request: ResourceRequest) throws(TransportError) -> ResourceResponse {
        try loader(for: request).load(request)
    }

    /// Loads a resource, piece by piece, with the loader for the scheme of its location.
    public func load(
        _ request: ResourceRequest, into sink: any ByteSink
    ) throws(TransportError) -> ResourceResponse {
        try loader(for: request).load(request, into: sink)
    }

    package func identity(of request: ResourceRequest, trustsServers: Bool) -> ResourceIdentity? {
        guard let loader = try? loader(for: request) else { return nil }
        if trustsServers, ResourceScheme(of: request.url).isRemote {
            return .location(request.url)
        }
        return (loader as? any ResourceIdentifying)?
            .identity(of: request, trustsServers: trustsServers)
    }

    private func loader(
        for request: ResourceRequest
    ) throws(TransportError) -> any ResourceLoader {
        let scheme = ResourceScheme(of: request.url)
        if request.upload != nil, !scheme.isRemote {
            throw TransportError(url: request.url, cause: .failed("only servers take uploads"))
        }
        if request.deletes, !scheme.isRemote {
            throw TransportError(url: request.url, cause: .failed("only servers delete resources"))
        }
        switch scheme {
        case .file:
            if let referrer = request.referrer, !ResourceScheme(of: referrer).isLocal {
                let reason = "\(SafeText.url(referrer)) may not lead to local files"
                throw TransportError(url: request.url, cause: .forbidden(reason))
            }
            return files
        case .data: return data
        case .http, .https: return servers
        case .live:
            throw TransportError(
                url: request.url, cause: .failed("no broadcast has this location"))
        case .other(let scheme):
            throw TransportError(url: request.url, cause: .unsupportedScheme(scheme))
        }
    }
}
