import Formats
import Playlists
import Presentation
import Transport

/// Decides when a variant stream whose reloads fail, or whose playlist is stale, is replaced.
///
/// The reloads of its separate audio count as well. The start of playback leaves a variant stream
/// whose playlist cannot be obtained. During playback, the same retries come first, and only a
/// redundant stream replaces the variant stream: reloads continue while there is none, because a
/// later reload may succeed. A stale playlist is replaced only by a playlist that ends later.
struct StreamFailover {
    /// The replacement of a variant stream.
    struct Change {
        /// The index of the variant stream to leave.
        let variant: Int
        /// The error of its playlist, or of the playlist of its audio.
        let error: SessionError
        /// The remark about the redundant stream.
        let remark: String
    }

    /// The failure of a playlist in use.
    private struct Failure {
        let rendition: RenditionMedia
        let error: SessionError
        /// Whether the playlist is obtained, but has stopped changing.
        var isStale = false
    }

    /// The failure of a playlist in use; `nil` while reloads may succeed.
    private var failure: Failure?

    /// Records the end of a reload, if it is of a playlist in use.
    ///
    /// - Parameters:
    ///   - arrival: The end of the reload.
    ///   - tracks: The tracks, with the variant stream and its separate audio.
    ///   - step: The consequences of the reload, which count the consecutive failures.
    ///   - recovery: The policy, whose rules for retries and for failover apply.
    mutating func take(
        _ arrival: PlaylistFollower.Arrival, of tracks: TrackSet, _ step: LiveLine.Step,
        _ recovery: RecoveryPolicy
    ) {
        let renditions = [tracks.main?.media, tracks.audio?.media].compactMap(\.self)
        guard let rendition = renditions.first(where: { $0.name == arrival.url }) else { return }
        if failure?.rendition === rendition { failure = nil }
        guard case .failure(let error) = arrival.result else {
            let error = SessionError.brokenBroadcast(url: arrival.url)
            guard step.isStale, recovery.failover.applies(to: error) else { return }
            failure = Failure(rendition: rendition, error: error, isStale: true)
            return
        }
        guard recovery.failover.applies(to: error) else { return }
        for case .failure(_, let count) in step.notices
        where recovery.retryDelay(
            for: .playlist, error: error, attempt: count, hasWayOut: true) == nil
        {
            failure = Failure(rendition: rendition, error: error)
        }
    }

    /// Returns the change to a redundant stream, once the playlists of that stream are loaded.
    ///
    /// The function requests the playlists, and must be called again when one has arrived.
    ///
    /// - Parameters:
    ///   - load: The load of the asset.
    ///   - window: Returns the window of a followed rendition.
    /// - Returns: The change; `nil` if reloads succeed, if there is no redundant stream, or if a
    ///   playlist is missing.
    mutating func change(
        in load: AssetLoad, window: (RenditionMedia) -> LiveWindow?
    ) -> Change? {
        guard let failed = failure, !load.hasLeftCurrent else { return nil }
        // The playlist of a redundant stream may list segments, or newer segments, by now.
        load.forgetOutdated()
        let stale = failed.isStale ? window(failed.rendition) : nil
        guard let asset = load.asset, let current = asset.currentIndex,
            let backup = asset.redundantStream(
                instead: failed.rendition, with: load.selection.audible,
                besides: load.selector.excluded, ifItEndsAfter: stale),
            load.hasPlaylists(of: backup)
        else { return nil }
        failure = nil
        let place = URIReference.resolve(asset.variants[backup].uri, against: asset.url)
        let reason = failed.isStale ? "a playlist stopped changing" : "reloads failed"
        return Change(
            variant: current, error: failed.error,
            remark: "\(reason), and there is a redundant stream: \(SafeText.url(place))")
    }
}
