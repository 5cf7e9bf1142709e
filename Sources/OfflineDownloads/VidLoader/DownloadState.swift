/// The state of a download of a ``VidLoader``.
///
/// Source: `Documentation/VidLoader.md#states`.
public enum DownloadState: Equatable, Sendable {
    /// The download does not exist, or has ended.
    case unknown
    /// Loading playlists and keys.
    case prefetching
    /// Waiting until fewer downloads are running.
    case waiting
    /// Loading segments; the associated value is the progress from 0 to 1.
    case running(Double)
    /// Ready to run, but without a permitted connection; the value is the progress from 0 to 1.
    case noConnection(Double)
    /// Paused by the app.
    case paused(Double)
    /// Complete.
    case completed
    /// Cancelled by the app and removed.
    case canceled
    /// Failed and removed.
    case failed(DownloadError)
    /// The keys are stored; the download itself continues.
    case keyLoaded
}
