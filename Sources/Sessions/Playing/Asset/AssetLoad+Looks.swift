import Presentation
import Transport
import VirtualTime

/// A start with looks at the media of each rendition, as ``RequestRules/look`` describes them.
extension AssetLoad {
    /// Loads playlists one after the other, and looks at the media of each before the next.
    ///
    /// - Parameters:
    ///   - links: The links to the playlists.
    ///   - limit: The bytes of a segment to look at.
    func load(_ links: ArraySlice<(role: Track.Role, uri: String)>, lookingAt limit: Int64) {
        guard let link = links.first else { return }
        let rest = links.dropFirst()
        request(link.uri, because: .start) { [weak self] result in
            guard let self else { return }
            guard link.role.blocksPlayhead, case .success(let media) = result else {
                return take(result, link.role, then: rest, limit)
            }
            look(at: media, limit) { [weak self] error in
                let result = error.map { Result.failure($0) } ?? result
                self?.take(result, link.role, then: rest, limit)
            }
        }
    }

    private func take(
        _ result: Result<RenditionMedia, SessionError>, _ role: Track.Role,
        then rest: ArraySlice<(role: Track.Role, uri: String)>, _ limit: Int64
    ) {
        take(result, as: role)
        // A failure leads to another start, or to the end, unless playback does without.
        if case .failure = result, role == .main || !policy.recovery.skipsEveryLoss { return }
        load(rest, lookingAt: limit)
    }

    private func look(
        at media: RenditionMedia, _ limit: Int64,
        completion: @escaping (SessionError?) -> Void
    ) {
        let number = requests.next()
        let hold = RenditionLook(
            limit, rules: policy.requests, fetcher: fetcher, loop: world.loop,
            cause: asset?.cause(.start, of: media.url)
        ) { [weak self] error in
            self?.requests.forget(number)
            completion(error)
        }
        requests.keep(hold, as: number)
        hold.begin(at: media)
    }
}
