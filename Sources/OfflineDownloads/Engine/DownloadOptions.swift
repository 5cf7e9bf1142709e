public import Sessions
public import Transport

/// How downloads are made: every choice that documents leave open.
public struct DownloadOptions: Sendable {
    /// How many requests for segments are under way at a time, over all downloads.
    public var connections = 4
    /// How many downloads run at a time, while the others wait in line; `nil` lets all of them run.
    public var concurrentDownloads: Int?
    /// How failures are met; segments that cannot be had end a download whatever it says of
    /// skipping.
    public var recovery = RecoveryPolicy()
    /// How often the playlists are read anew because their addresses have expired, before a download
    /// fails.
    public var refreshes = 3
    /// How often finished files are written down in the catalogue at least.
    ///
    /// What is not written down when a process is killed is found again by its name.
    public var catalogueInterval = Duration.milliseconds(250)
    /// Header fields for every request of a download, in order.
    public var headers: [HeaderField] = []
    /// Whether the header fields that a download was asked for with go along with its segments, too.
    ///
    /// They always go along with its playlists and plain keys. VidLoader sends them with nothing
    /// else, which suits tokens that must not be shown to the servers of a delivery network.
    public var sendsOwnHeadersWithSegments = false
    /// Whether what is encrypted with plain keys (`METHOD=AES-128`) is downloaded, with its keys.
    ///
    /// The simulated `OfflineVideoManager` does not support it
    /// (`Documentation/BrightcoveOffline.md#licences`): without this, such a download ends with
    /// ``OfflineError/Code/unsupported``. `VidLoader` is made for it.
    public var keepsPlainKeys = true
    /// Whether a download can be held before it has run for the first time.
    ///
    /// Source: `Documentation/VidLoader.md#states`: VidLoader has nothing to hold by then.
    package var pausesBeforeRunning = true
    /// Whether other processes may command this one's downloads through the catalogue.
    public var takesCommands = false
    /// How often the catalogue is looked at for commands.
    public var commandInterval = Duration.milliseconds(100)

    /// Creates the usual options.
    public init() {}
}
