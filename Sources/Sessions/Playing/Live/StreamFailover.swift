import Formats
import Playlists
import Presentation
import Transport

/// Decides when a variant stream whose reloads fail is replaced by a redundant stream.
///
/// The reloads of its separate audio count as well. The start of playback leaves a variant stream
/// whose playlist cannot be obtained. During playback, the same retries come first, and only a
/// redundant stream replaces the variant stream: reloads continue while there is none, because a
/// later reload may succeed.
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

    /// The rendition with a failed playlist, and the error; `nil` while reloads may succeed.
    private var failure: (rendition: RenditionMedia, error: SessionError)?

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
        guard case .failure(let error) = arrival.result, recovery.failover.applies(to: error)
        else { return }
        for case .failure(_, let count) in step.notices
        where recovery.retryDelay(
            for: .playlist, error: error, attempt: count, hasWayOut: true) == nil
        {
            failure = (rendition, error)
        }
    }

    /// Returns the change to a redundant stream, once the playlists of that stream are loaded.
    ///
    /// The function requests the playlists, and must be called again when one has arrived.
    ///
    /// - Parameter load: The load of the asset.
    /// - Returns: The change; `nil` if reloads succeed, if there is no redundant stream, or if a
    ///   playlist is missing.
    mutating func change(in load: AssetLoad) -> Change? {
        guard let (failed, error) = failure, !load.hasLeftCurrent else { return nil }
        // The playlist of a redundant stream that listed no segments may list some by now.
        load.forgetOutdated()
        guard let asset = load.asset, let current = asset.currentIndex,
            let backup = asset.redundantStream(
                instead: failed, with: load.selection.audible, besides: load.selector.excluded),
            load.hasPlaylists(of: backup)
        else { return nil }
        failure = nil
        let place = URIReference.resolve(asset.variants[backup].uri, against: asset.url)
        return Change(
            variant: current, error: error,
            remark: "reloads failed, and there is a redundant stream: \(SafeText.url(place))")
    }
}
