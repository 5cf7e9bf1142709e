/// Where a download of a ``VidLoader`` stands.
///
/// Source: `Documentation/VidLoader.md#states`.
public enum DownloadState: Equatable, Sendable {
    /// Nothing is known of such a download: there is none, or it is over.
    case unknown
    /// Playlists and keys are being fetched.
    case prefetching
    /// Others run in its place.
    case waiting
    /// Segments are being fetched; with the part that is there, 0 to 1.
    case running(Double)
    /// It would run, and there is no connection that it may use.
    case noConnection(Double)
    /// The app holds it.
    case paused(Double)
    /// All of it is there.
    case completed
    /// The app gave it up; nothing of it is left.
    case canceled
    /// It came to nothing; nothing of it is left.
    case failed(DownloadError)
    /// Its keys are there; it runs.
    case keyLoaded
}
