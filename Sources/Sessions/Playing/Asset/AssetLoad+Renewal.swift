import Playlists
import Transport
import VirtualTime

/// The renewal of the locations of playlists.
extension AssetLoad {
    /// Loads the multivariant playlist from its renewed location, to obtain new playlist locations.
    ///
    /// - Parameters:
    ///   - url: The renewed location.
    ///   - completion: Receives the previous and the new multivariant playlist; `nil` when the new
    ///     one is not available.
    /// - Returns: The request; `nil` when no multivariant playlist was read.
    func loadListing(
        _ url: String, _ completion: @escaping (ManifestRenewer.Listing?) -> Void
    ) -> Hold? {
        guard let asset, let old = asset.multivariant else { return nil }
        var job = PlaylistJob(url: url, referrer: nil, kind: .multivariantPlaylist)
        job.cause = RequestCause(.renewal)
        job.patience = policy.recovery.patience(forPlaylistHeldFor: nil)
        return fetcher.fetch(.playlist, job) { [fetcher] result in
            guard case .success(let fetched) = result else { return completion(nil) }
            fetcher.use(bytes: fetched.byteCount)
            guard case .multivariant(let new) = fetched.value.playlist else {
                return completion(nil)
            }
            completion(
                ManifestRenewer.Listing(
                    old: old, oldURL: asset.url, new: new, newURL: fetched.value.url))
        }
    }
}
