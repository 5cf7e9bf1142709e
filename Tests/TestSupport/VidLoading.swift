public import HeadlessPlayback

/// A loader in a world of its own, with everything that it tells written down.
public final class VidLoading {
    /// Where the store is.
    public let scratch: ScratchFolder
    /// The world of the loader.
    public let world: PlaybackWorld
    /// What surrounds the app.
    public let device: Device
    /// The loader.
    public let loader: VidLoader
    /// What was told, in order.
    public private(set) var told: [ItemInformation] = []
    /// What was told, as lines with time, identifier and state.
    public private(set) var trace = ""
    /// What else is done when something is told.
    public var reaction: ((ItemInformation) -> Void)?
    private var observer: VidObserver?

    /// Opens a loader, on a store that is new unless a folder is given.
    public init(
        scratch: ScratchFolder = ScratchFolder(),
        behind resources: any ResourceLoader = StandardLoader(),
        network: NetworkConditions = NetworkConditions(bitsPerSecond: 400_000),
        device: Device = Device(), isMobileDataEnabled: Bool = true,
        maxConcurrentDownloads: Int = 3, licensing: (any PersistentLicensing)? = nil,
        _ configure: (inout VidLoaderOptions) -> Void = { _ in }
    ) throws(OfflineError) {
        self.scratch = scratch
        self.device = device
        var playback = PlaybackOptions()
        playback.network = network
        world = PlaybackWorld(options: playback, loader: resources)
        var options = VidLoaderOptions()
        configure(&options)
        loader = try VidLoader(
            world: world, storePath: scratch.path + "/store",
            epoch: DateTime(millisecondsSince1970: 1_000_000_000_000), device: device,
            isMobileDataEnabled: isMobileDataEnabled,
            maxConcurrentDownloads: maxConcurrentDownloads, licensing: licensing,
            options: options)
        let observer = VidObserver(type: .all) { [weak self] in self?.write($0) }
        self.observer = observer
        loader.observe(with: observer)
    }

    private func write(_ information: ItemInformation) {
        told.append(information)
        trace +=
            "\(world.loop.now)  \(information.identifier)  \(Self.describe(information.state))\n"
        reaction?(information)
    }

    /// Says of failures only their numbers: reasons name places of this machine.
    public static func describe(_ state: DownloadState) -> String {
        guard case .failed(.custom(let reason)) = state else { return "\(state)" }
        return "failed(\(reason.domain) \(reason.code))"
    }

    /// Starts a download.
    public func download(
        _ identifier: String, _ url: String = SampleMedia.single.path,
        _ configure: (inout DownloadValues) -> Void = { _ in }
    ) {
        var values = DownloadValues(identifier: identifier, url: url, title: identifier)
        configure(&values)
        loader.download(values)
    }

    /// Lets everything happen.
    public func run() { world.loop.runUntilIdle() }

    /// Lets time pass.
    public func run(until seconds: Double) {
        world.loop.run(until: Instant(sinceStart: .seconds(seconds)))
    }

    /// The states that were told of a download.
    public func states(of identifier: String) -> [DownloadState] {
        told.filter { $0.identifier == identifier }.map(\.state)
    }

    /// The video of the download that was completed last.
    public var asset: Video? {
        told.last { $0.location != nil }?.location.flatMap { loader.asset(location: $0) }
    }

    /// The files of all packages.
    public var files: [String: [UInt8]] { scratch.files(in: "store/packages") }
}
