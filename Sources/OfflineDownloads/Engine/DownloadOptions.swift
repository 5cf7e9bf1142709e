public import Sessions
public import Transport

/// The options of downloads, which cover the choices that the vendors' documents leave open.
public struct DownloadOptions: Sendable {
    /// The maximum number of concurrent requests for segments, over all downloads.
    public var connections = 4
    /// The maximum number of concurrent downloads; `nil` sets no limit.
    ///
    /// Further downloads wait.
    public var concurrentDownloads: Int?
    /// The reaction to failures; a segment that cannot be loaded always ends a download.
    public var recovery = RecoveryPolicy()
    /// The maximum number of consecutive renewals of an expired location.
    ///
    /// Each renewal reads the playlists again. The count starts again at zero when the download
    /// makes progress. If a renewed location leads to other files, the download starts again. The
    /// maximum also applies to such restarts. Their count starts again at zero when a larger part
    /// of the video is stored than ever before. Both counts start again at zero when a download
    /// continues after its end.
    public var refreshes = 3
    /// The longest time until a finished file is recorded in the catalogue.
    ///
    /// After the process is killed, files without a catalogue row are found again by their names.
    public var catalogueInterval = Duration.milliseconds(250)
    /// Header fields for every request of a download, in order.
    public var headers: [HeaderField] = []
    /// Whether requests for the segments of a download contain the download's header fields, too.
    ///
    /// Requests for playlists, and for keys that are served as plain bytes, always contain these
    /// fields. VidLoader adds them to no other requests, so that the servers of a delivery network
    /// do not receive tokens.
    public var sendsOwnHeadersWithSegments = false
    /// Whether assets with plain keys (`METHOD=AES-128`) are downloaded, together with their keys.
    ///
    /// The SDK does not support such assets (`Documentation/BrightcoveOffline.md#licences`). When
    /// this is false, `OfflineVideoManager` behaves as the SDK does: such a download ends with
    /// ``OfflineError/Code/unsupported``. `VidLoader` requires that this is true.
    public var keepsPlainKeys = true
    /// Whether a download can be paused before it first runs.
    ///
    /// VidLoader ignores such a pause: `Documentation/VidLoader.md#states`.
    package var pausesBeforeRunning = true
    /// Whether other processes may control the downloads of this process through the catalogue.
    public var takesCommands = false
    /// The interval at which the catalogue is checked for commands.
    public var commandInterval = Duration.milliseconds(100)

    /// Creates the default options.
    public init() {}
}
