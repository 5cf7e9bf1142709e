import Playlists
import Presentation
import Transport
import VirtualTime

/// The change to another variant stream.
extension AssetLoad {
    /// Chooses the variant stream of the next segment, and loads its playlists.
    ///
    /// - Parameters:
    ///   - lead: The amount of buffered media after the playhead.
    ///   - reachable: The greatest lead that is possible near a live edge; `nil` when it is not
    ///     limited.
    /// - Returns: The change to another variant stream, or the reason why there is none.
    func nextVariant(lead: MediaTime, reachable: MediaTime?) -> NextVariant {
        guard let current = asset?.currentIndex else { return .current }
        guard
            let choice = selector.choice(current: current, lead: lead, reachable: reachable)
        else {
            return asset.map { .none(.noVariant(url: $0.url)) } ?? .current
        }
        guard choice != current else { return .current }
        forgetOutdated()
        return change(to: choice)
    }

    private func change(to choice: Int) -> NextVariant {
        guard hasPlaylists(of: choice), let asset else { return .pending }
        let variant = asset.variants[choice]
        let audio = asset.rendition(of: selection.audible, .audio, for: variant)?.uri
        guard let media = asset.media(at: variant.uri), !media.playlist.segments.isEmpty else {
            return .empty(choice, .emptyPlaylist(url: asset.url))
        }
        if !policy.variants.keepsPlaylists { self.asset?.forgetCurrentVariant() }
        self.asset?.currentIndex = choice
        return .change(media, audio: audio.flatMap { asset.media(at: $0) }, variant)
    }

    /// Requests a playlist that a variant stream or its audio lacks, if there is one.
    ///
    /// When the playlist has arrived, ``News/media(_:_:)`` is reported.
    ///
    /// - Parameter choice: The index of the variant stream.
    /// - Returns: Whether all playlists are loaded.
    func hasPlaylists(of choice: Int) -> Bool {
        guard let missing = asset?.missingPlaylist(of: choice, with: selection.audible) else {
            return true
        }
        guard pendingVariant == nil else { return false }
        pendingVariant = choice
        // When the missing playlist has arrived, the choice of a variant stream is repeated.
        request(missing, because: .change) { [weak self] result in
            self?.pendingVariant = nil
            self?.report(.media(.variant(choice), result))
        }
        return false
    }

    /// Whether the variant stream that is being fetched is excluded from the choice.
    var hasLeftCurrent: Bool { asset?.currentIndex.map(selector.excluded.contains) ?? false }
}
