import Playlists
package import Transport

/// Loads the files of a package from the disk, and all other resources from the network.
///
/// A loader serves one request: the stored files and the permission to use the network are fixed
/// when it is created. If a resource needs the network and the network is forbidden, the load fails
/// as unreachable. This is a temporary failure, which the recovery policy retries.
package struct StoredLoader: ResourceLoader {
    /// The files of the package that are on the disk.
    enum Contents: Sendable {
        /// All files of the package are on the disk.
        case whole
        /// An unknown set of files, because another process is downloading.
        ///
        /// Each file is looked for on the disk.
        case found
        /// The downloaded files with these indices in the plan, and all generated files.
        case parts(StoredParts)
    }

    let package: StoredPackage
    let contents: Contents
    /// The reason why the network may not be used; `nil` when the network may be used.
    let refusal: String?

    /// Loads a resource from the disk or the network.
    package func load(_ request: ResourceRequest) throws(TransportError) -> ResourceResponse {
        switch package.place(of: request) {
        case .file(let name): return try load(name, for: request)
        case .data: return Self.stored(try DataLoader().load(request))
        case .local: return Self.stored(try package.network.load(request))
        case .online: return try fetch(request)
        case .outside:
            let reason = "a package may not lead to other local files"
            throw TransportError(url: request.url, cause: .forbidden(reason))
        }
    }

    private static func stored(_ response: ResourceResponse) -> ResourceResponse {
        var response = response
        response.isStored = true
        return response
    }

    private func load(
        _ name: String, for request: ResourceRequest
    ) throws(TransportError) -> ResourceResponse {
        if let text = package.replacement(for: name) {
            return Self.stored(ResourceResponse(url: request.url, body: ResourceBody(text)))
        }
        guard let ordinal = package.ordinal(of: name) else { return try package.read(request) }
        switch contents {
        case .whole: return try package.read(request)
        case .parts(let parts):
            if parts.contains(ordinal) { return try package.read(request) }
        case .found:
            do throws(TransportError) {
                return try package.read(request)
            } catch {
                guard error.cause == .notFound else { throw error }
            }
        }
        var response = try fetch(try package.origin(of: ordinal, for: request))
        response.url = request.url
        return response
    }

    private func fetch(_ request: ResourceRequest) throws(TransportError) -> ResourceResponse {
        if let refusal {
            let authority = URIReference(request.url).authority ?? ""
            let host = authority.isEmpty ? "the source" : authority
            throw TransportError(
                url: request.url, cause: .unreachable(host: host, reason: refusal))
        }
        return try package.network.load(request)
    }

    /// Returns whether a resource is certainly stored; the disk is not searched.
    func isStored(_ url: String) -> Bool {
        guard let name = package.name(of: url) else { return false }
        guard let ordinal = package.ordinal(of: name) else { return true }
        return switch contents {
        case .whole: true
        case .found: false
        case .parts(let parts): parts.contains(ordinal)
        }
    }
}
