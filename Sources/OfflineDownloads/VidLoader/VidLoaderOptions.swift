/// The choices that the documents of VidLoader leave open.
public struct VidLoaderOptions: Sendable {
    /// The time at which stored keys are reported.
    public enum KeyNews: Sendable {
        /// When the running download requests the keys, after its first `running`.
        ///
        /// Source: `Documentation/VidLoader.md#states`.
        case whenServed
        /// When the keys have been loaded, just before `waiting`.
        case whenFetched
    }

    /// The options of downloads.
    ///
    /// The number of running downloads is a parameter of the loader, not an option.
    public var downloads = DownloadOptions()
    /// Whether a lost or restored connection is reported to observers.
    ///
    /// The README documents the state `noConnection`, but the original suspends downloads without a
    /// report (`Documentation/VidLoader.md#observers-and-network`). When this is false, such a
    /// download remains `running`.
    public var tellsLostConnections = true
    /// The time at which stored keys are reported.
    public var keyNews = KeyNews.whenServed
    /// Whether a download can be paused before it first runs.
    ///
    /// The original ignores such a pause (`Documentation/VidLoader.md#states`).
    public var pausesBeforeRunning = false

    /// Creates the default options.
    public init() {}
}
