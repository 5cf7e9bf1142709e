public import Playlists
public import Sessions

/// What an offline manager works with: its world, its store, and the device around it.
public struct OfflineEnvironment {
    /// The world that downloads happen in; playback of the same device belongs to it too.
    public var world: PlaybackWorld
    /// The folder of the store; it is made where there is none, in a folder that exists.
    public var store: String
    /// The date at which the world started.
    public var epoch: DateTime
    /// What surrounds the app.
    public var device: Device
    /// How downloads are made.
    public var downloads: DownloadOptions
    /// Gets the licences that are kept; `nil` means that protected videos cannot be downloaded.
    public var licensing: (any PersistentLicensing)?
    /// How long after the end of a download in the background the app is woken to hear of it.
    ///
    /// The vendor states 10 to 15 minutes or longer (`Documentation/BrightcoveOffline.md#background`).
    public var backgroundWakeDelay = Duration.seconds(900)
    /// Whether the delegate is told that a download which the app cancelled has ended, with an error.
    ///
    /// No document says so or otherwise; a task of the system that is cancelled ends with an error.
    public var tellsCancelledDownloads = true

    /// Creates an environment.
    ///
    /// - Parameters:
    ///   - world: The world that downloads happen in.
    ///   - store: The folder of the store.
    ///   - epoch: The date at which the world started.
    ///   - device: What surrounds the app.
    ///   - downloads: How downloads are made.
    ///   - licensing: Gets the licences that are kept.
    public init(
        world: PlaybackWorld, store: String,
        epoch: DateTime = DateTime(millisecondsSince1970: 978_307_200_000),
        device: Device = Device(), downloads: DownloadOptions = DownloadOptions(),
        licensing: (any PersistentLicensing)? = nil
    ) {
        self.world = world
        self.store = store
        self.epoch = epoch
        self.device = device
        self.downloads = downloads
        self.licensing = licensing
    }
}
