/// A loader that makes every request on behalf of one asset.
///
/// It is for requests outside of playback sessions. In a session, the fetcher adds the asset to
/// each request.
package struct AssetLoader: ResourceIdentifying {
    private let behind: any ResourceLoader
    private let access: AssetAccess

    /// Creates a loader in front of another loader.
    ///
    /// - Parameters:
    ///   - behind: The other loader.
    ///   - access: The options and cookies of the asset.
    package init(_ behind: any ResourceLoader, for access: AssetAccess) {
        self.behind = behind
        self.access = access
    }

    package func load(_ request: ResourceRequest) throws(TransportError) -> ResourceResponse {
        try behind.load(try owned(request))
    }

    package func load(
        _ request: ResourceRequest, into sink: any ByteSink
    ) throws(TransportError) -> ResourceResponse {
        try behind.load(try owned(request), into: sink)
    }

    package func identity(of request: ResourceRequest, trustsServers: Bool) -> ResourceIdentity? {
        (behind as? any ResourceIdentifying)?
            .identity(of: request, trustsServers: trustsServers)
    }

    private func owned(_ request: ResourceRequest) throws(TransportError) -> ResourceRequest {
        // A request of a playback without options has an access, too, which has no options.
        guard request.access?.ownOptions == nil else { return request }
        var access = access
        if let own = request.access {
            access.connection = own.connection
            access.instant = own.instant
            access.ordinal = own.ordinal
        }
        var request = request
        request.access = access
        if let cause = access.refusal(of: request) {
            throw TransportError(url: request.url, cause: cause)
        }
        return request
    }
}
