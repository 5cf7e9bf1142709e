import Playlists
import Presentation
import Transport
import VirtualTime

/// The loads before playback, for a player that first requests the start of each rendition.
///
/// A look (``RequestRules/look``) is a request for the start of a rendition's media. The player
/// makes this request before it loads the playlist of the next rendition.
extension AssetLoad {
    /// Loads playlists one after the other, and requests the start of each rendition in between.
    ///
    /// - Parameters:
    ///   - links: The links to the playlists that are not loaded yet.
    ///   - look: The kind of request for the start of a rendition's media.
    func load(_ links: ArraySlice<(role: Track.Role, uri: String)>, _ look: RequestRules.Look) {
        guard let link = links.first else { return }
        let next: (Result<RenditionMedia, SessionError>) -> Void = { [weak self] result in
            guard let self else { return }
            take(result, as: link.role)
            // After a failure, `take` starts again with another variant stream or ends the load,
            // unless playback continues without the rendition.
            let mayContinue = link.role != .main && policy.recovery.skipsEveryLoss
            if case .failure = result, !mayContinue { return }
            load(links.dropFirst(), look)
        }
        request(link.uri, because: .start) { [weak self] result in
            guard look.concerns(link.role), case .success(let media) = result,
                let self, !look.continues || startsWithFirst(of: media)
            else { return next(result) }
            begin(look, at: media) { next($0.map { .failure($0) } ?? result) }
        }
    }

    /// Returns whether playback starts with the first segment of a rendition.
    private func startsWithFirst(of media: RenditionMedia) -> Bool {
        let statesStart = media.playlist.start != nil || asset?.multivariant?.start != nil
        return !resumes && !statesStart && !(media.mayBeBroadcast && mayGrow(media))
    }

    /// Begins to request the start of a rendition's media.
    ///
    /// The completion is called once the next playlist may be requested, or with an error.
    private func begin(
        _ look: RequestRules.Look, at media: RenditionMedia,
        completion: @escaping (SessionError?) -> Void
    ) {
        let number = requests.next()
        let hold = RenditionLook(
            look, rules: policy.requests, fetcher: fetcher, loop: world.loop,
            cause: asset?.cause(.start, of: media.url)
        ) { [weak self] in
            switch $0 {
            case .ready: completion(nil)
            case .failed(let error):
                self?.requests.forget(number)
                completion(error)
            case .ended: self?.requests.forget(number)
            }
        }
        requests.keep(hold, as: number)
        hold.begin(at: media)
    }
}
