/// The choices that the documentation of VidLoader leaves open.
public struct VidLoaderOptions: Sendable {
    /// The time at which stored keys are reported.
    public enum KeyNews: Sendable {
        /// Report the keys when the running download requests them.
        ///
        /// By then, the download has reported its first state `running`.
        ///
        /// Source: `Documentation/VidLoader.md#states`.
        case whenServed
        /// Report the keys as soon as they are loaded, just before the state `waiting`.
        case whenFetched
    }

    /// The options of the downloads.
    ///
    /// The loader's parameter `maxConcurrentDownloads` replaces
    /// ``DownloadOptions/concurrentDownloads``.
    public var downloads = DownloadOptions()
    /// Whether a lost or restored connection is reported to observers.
    ///
    /// The README documents the state `noConnection`, but the original VidLoader suspends downloads
    /// without a report (`Documentation/VidLoader.md#observers-and-network`). If this is `false`, a
    /// download without a connection keeps the state `running`.
    public var reportsLostConnections = true
    /// The time at which stored keys are reported.
    public var keyNews = KeyNews.whenServed
    /// Whether a download can be paused before it has run for the first time.
    ///
    /// The original VidLoader ignores such a pause (`Documentation/VidLoader.md#states`).
    public var pausesBeforeRunning = false

    /// Creates the default options.
    public init() {}
}
