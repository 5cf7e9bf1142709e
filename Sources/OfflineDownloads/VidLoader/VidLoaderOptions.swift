/// How a ``VidLoader`` does what its documents leave open.
public struct VidLoaderOptions: Sendable {
    /// When it is told that keys are there.
    public enum KeyNews: Sendable {
        /// When the download starts to run and asks for them: after its first `running`.
        ///
        /// Source: `Documentation/VidLoader.md#states`.
        case whenServed
        /// When they have been fetched, as the last thing before `waiting`.
        case whenFetched
    }

    /// How downloads are made.
    ///
    /// How many run at a time is said when the loader is made, not here.
    public var downloads = DownloadOptions()
    /// Whether observers are told of a connection that was lost or came back.
    ///
    /// The documents describe the state `noConnection`; the original suspends downloads without a
    /// word (`Documentation/VidLoader.md#observers-and-network`). Without this, such a download
    /// goes on to be `running`.
    public var tellsLostConnections = true
    /// When it is told that keys are there.
    public var keyNews = KeyNews.whenServed
    /// Whether a download can be paused before it has run for the first time.
    ///
    /// The original has nothing to pause by then, and ignores it (`Documentation/VidLoader.md#states`).
    public var pausesBeforeRunning = false

    /// Creates the usual options.
    public init() {}
}
