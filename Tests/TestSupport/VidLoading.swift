public import Devices
import HeadlessPlayback
public import OfflineDownloads
public import Sessions
public import Transport

/// A `VidLoader` in a simulation of its own, with a record of every report.
public final class VidLoading {
    /// The folder of the store.
    public let scratch: ScratchFolder
    /// The simulation in which the loader runs.
    public let world: PlaybackWorld
    /// The device of the app.
    public let device: Device
    /// The loader.
    public let loader: VidLoader
    /// The reports, in order.
    public private(set) var told: [ItemInformation] = []
    /// The reports as lines with time, identifier and state.
    public private(set) var trace = ""
    /// The closure that is called with each report; `nil` if there is none.
    public var reaction: ((ItemInformation) -> Void)?
    private var observer: VidObserver?

    /// Opens a loader, with a new store unless a folder is given.
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

    /// Returns a state as text; a failure has only a number, because its reason names a local path.
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

    /// Runs the simulation until no event is left.
    public func run() { world.loop.runUntilIdle() }

    /// Runs the simulation until a given time, in seconds.
    public func run(until seconds: Double) {
        world.loop.run(until: Instant(sinceStart: .seconds(seconds)))
    }

    /// Returns the reported states of a download.
    public func states(of identifier: String) -> [DownloadState] {
        told.filter { $0.identifier == identifier }.map(\.state)
    }

    /// The video of the last completed download.
    public var asset: Video? {
        told.last { $0.location != nil }?.location.flatMap { loader.asset(location: $0) }
    }

    /// The files of all packages.
    public var files: [String: [UInt8]] { scratch.files(in: "store/packages") }
}
