import Playlists
package import Transport

/// Loads what a package holds from the disk, and the rest from where the download gets it.
///
/// What is stored and whether the network may be used was settled when the loader was made: one is
/// made for each request. What needs a network that may not be used is unreachable, as it is for
/// any player without one: it may pass, and is asked for again as the recovery policy says.
package struct StoredLoader: ResourceLoader {
    /// What is on the disk.
    enum Contents: Sendable {
        /// Everything.
        case whole
        /// Whatever is found there: somebody else downloads it.
        case found
        /// These places of the plan, and all that is not fetched.
        case parts(StoredParts)
    }

    let package: StoredPackage
    let contents: Contents
    /// Why the network may not be used; `nil` when it may.
    let refusal: String?

    /// Gets a resource from the disk or the network.
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

    /// Whether a resource is on the disk.
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
