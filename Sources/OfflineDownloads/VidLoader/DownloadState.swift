/// The state of a download of a ``VidLoader``.
///
/// Source: `Documentation/VidLoader.md#states`.
public enum DownloadState: Equatable, Sendable {
    /// The download does not exist, or has ended.
    case unknown
    /// Loading playlists and keys.
    case prefetching
    /// Waiting for a slot.
    case waiting
    /// Loading segments; with the progress, 0 to 1.
    case running(Double)
    /// Ready to run, without a permitted connection.
    case noConnection(Double)
    /// Paused by the app.
    case paused(Double)
    /// Complete.
    case completed
    /// Cancelled by the app and removed.
    case canceled
    /// Failed and removed.
    case failed(DownloadError)
    /// The keys are stored, and the download is running.
    case keyLoaded
}
