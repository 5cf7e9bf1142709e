import Synchronization

/// The downloaded files that injected faults have changed in ways that clients cannot see.
///
/// The simulated world keeps this record, so that the playback of a download can report the missing
/// parts. Only subtitles and playlists are recorded, because missing pictures and sound are found
/// by reading the media itself.
package final class AlteredFiles: Sendable {
    private struct Contents {
        /// The original bodies of files, by location.
        var bodies: [String: ResourceBody] = [:]
        /// The descriptions of the changes that faults made to the playlists of each asset.
        ///
        /// The key is the location of the download's main playlist in the store.
        var playlists: [String: [String]] = [:]
    }

    private let contents = Mutex(Contents())

    /// Creates an empty record.
    package init() {}

    /// Records whether a fault changed a downloaded file.
    ///
    /// - Parameters:
    ///   - url: The location of the stored file.
    ///   - unaltered: The body before a fault changed it; `nil` for a file without such a fault.
    package func note(_ url: String, unaltered: ResourceBody?) {
        contents.withLock { $0.bodies[url] = unaltered }
    }

    /// Records the changes that faults made to the playlists of a downloaded asset.
    ///
    /// - Parameters:
    ///   - url: The location of the main playlist of the download in the store.
    ///   - alterations: A description of each change; empty if there were none.
    package func note(_ url: String, alterations: [String]) {
        contents.withLock { $0.playlists[url] = alterations.isEmpty ? nil : alterations }
    }

    /// Returns a loader whose responses for changed files state the recorded changes.
    ///
    /// - Parameter behind: The loader that supplies the bytes.
    /// - Returns: The loader with the recorded changes, or `behind` if no changes are recorded.
    package func loader(around behind: any ResourceLoader) -> any ResourceLoader {
        let isEmpty = contents.withLock { $0.bodies.isEmpty && $0.playlists.isEmpty }
        return isEmpty ? behind : AlteredFileLoader(behind: behind, files: self)
    }

    fileprivate func complete(_ response: inout ResourceResponse, of request: ResourceRequest) {
        let (body, playlists) = contents.withLock {
            ($0.bodies[request.url], $0.playlists[request.url])
        }
        if let body { response.unaltered = request.byteRange.map(body.part) ?? body }
        if let playlists { response.storedAlterations = playlists }
    }

    fileprivate func contains(_ url: String) -> Bool {
        contents.withLock { $0.bodies[url] != nil || $0.playlists[url] != nil }
    }
}

/// A loader whose responses state the changes that faults have made to the loaded files.
private struct AlteredFileLoader: ResourceIdentifying {
    let behind: any ResourceLoader
    let files: AlteredFiles

    func load(_ request: ResourceRequest) throws(TransportError) -> ResourceResponse {
        var response = try behind.load(request)
        files.complete(&response, of: request)
        return response
    }

    func load(
        _ request: ResourceRequest, into sink: any ByteSink
    ) throws(TransportError) -> ResourceResponse {
        var response = try behind.load(request, into: sink)
        files.complete(&response, of: request)
        return response
    }

    /// Returns the identity of an unchanged file; `nil` for a file that a fault has changed.
    ///
    /// A changed file has no identity, because another simulated world may use the same identity
    /// for the unchanged file.
    func identity(of request: ResourceRequest, trustsServers: Bool) -> ResourceIdentity? {
        guard !files.contains(request.url) else { return nil }
        return (behind as? any ResourceIdentifying)?
            .identity(of: request, trustsServers: trustsServers)
    }
}
