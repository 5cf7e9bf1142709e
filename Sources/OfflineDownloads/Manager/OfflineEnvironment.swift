public import Devices
public import Playlists
public import Sessions

/// The environment of an offline manager: its simulation, its store and its device.
public struct OfflineEnvironment {
    /// The simulation that runs the downloads and the playback on the same device.
    public var world: PlaybackWorld
    /// The path of the store's folder.
    ///
    /// A missing folder is created if its parent exists.
    public var store: String
    /// The date at which the simulation starts.
    public var epoch: DateTime
    /// The simulated device of the app.
    public var device: Device
    /// The options of downloads.
    public var downloads: DownloadOptions
    /// The provider of licences to store; `nil` means that protected videos cannot be downloaded.
    ///
    /// To name its type, import the product `Sessions`.
    public var licensing: (any PersistentLicensing)?
    /// The delay between the end of a download in the background and waking the app.
    ///
    /// The vendor states 10 to 15 minutes or longer
    /// (`Documentation/BrightcoveOffline.md#background`).
    public var backgroundWakeDelay = Duration.seconds(900)
    /// Whether a cancelled download is reported to the delegate as ended with an error.
    ///
    /// The vendor does not document this; on a device, the system ends a cancelled task with an
    /// error.
    public var reportsCancelledDownloads = true

    /// Creates an environment.
    ///
    /// - Parameters:
    ///   - world: The simulation that runs the downloads.
    ///   - store: The path of the store's folder.
    ///   - epoch: The date at which the simulation starts.
    ///   - device: The device of the app; `nil` means the device of `world`.
    ///   - downloads: The options of downloads.
    ///   - licensing: The provider of licences to store.
    public init(
        world: PlaybackWorld, store: String,
        epoch: DateTime = .referenceDate,
        device: Device? = nil, downloads: DownloadOptions = DownloadOptions(),
        licensing: (any PersistentLicensing)? = nil
    ) {
        self.world = world
        self.store = store
        self.epoch = epoch
        self.device = device ?? world.device
        self.downloads = downloads
        self.licensing = licensing
    }
}
