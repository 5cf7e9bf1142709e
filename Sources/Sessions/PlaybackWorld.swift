public import Devices
public import Transport
public import VirtualTime

/// The environment of playback: its clock, network and resource loader.
///
/// A world belongs to one thread at a time. Worlds share only the worker threads, so a thousand
/// worlds can run concurrently.
public final class PlaybackWorld {
    /// The event loop that advances the virtual clock of the world.
    public let loop: EventLoop
    /// The loader of all resources.
    public let loader: any ResourceLoader
    /// The options of all sessions that start later.
    public var options: PlaybackOptions
    /// The index of segments that this world and other worlds have read.
    ///
    /// If the index is `nil`, each session reads all segments.
    public let index: SegmentIndex?
    /// The device that players and downloads run on.
    public let device: Device
    /// The properties of the network that the device's connection does not determine.
    public var connectionTraits: ConnectionTraits = []
    /// The cookies that servers have set; all sessions and downloads share them.
    package let cookies = CookieJar()
    /// The log of all requests; `nil` when requests are not logged.
    public var requestLog: RequestLog?
    /// The observer that sessions notify while they read an asset; `nil` for none.
    ///
    /// The reference is weak.
    package var segmentObserver: (any SegmentObserver)? {
        get { heldObserver }
        set { heldObserver = newValue }
    }
    private weak var heldObserver: (any SegmentObserver)?
    /// The stores of offline videos, in which session providers find a video by its token.
    package var offlineStores = OfflineStores()
    /// The downloaded subtitles and playlists that have been altered by faults.
    package let alteredFiles = AlteredFiles()
    /// The object that assigns faults to requests.
    let faults: FaultDesk
    /// The fault rules of the world; later changes of ``options`` do not affect them.
    package var faultRules: [FaultRule] { faults.rules }
    /// The indices of the fault rules that have changed or delayed a response.
    package var metFaults: Set<Int> { faults.metRules }
    /// The counter of requests to broadcasts, which determines the server of the next request.
    var ordinals = RequestOrdinals()
    /// The total time for which faults have delayed requests.
    var faultDelay = Duration.zero
    /// The total time for which faults delayed requests, plus the duration of network outages.
    package var plannedDelay: Duration { faultDelay + options.network.outageTime }
    /// The conditions of the network; later changes of ``options`` do not affect them.
    package let network: NetworkConditions
    /// The simulated network; `nil` when it is unlimited.
    package let link: LinkScheduler?
    /// The worker threads, which do the work outside the event loop.
    package let workers: Workers

    /// Creates a world.
    ///
    /// - Parameters:
    ///   - options: The options of sessions.
    ///   - loader: The loader of all resources.
    ///   - workers: The worker threads, which do the work outside the event loop.
    ///   - cancellation: A flag that any thread can raise to end the world at once: requests in
    ///     progress are abandoned and no more events occur. Ledgers count the abandoned requests as
    ///     wasted.
    ///   - index: The cache of segments that other worlds have read; `nil` reads all segments
    ///     again.
    ///   - device: The device on which players and downloads run.
    public init(
        options: PlaybackOptions = PlaybackOptions(),
        loader: any ResourceLoader = StandardLoader(), workers: Workers = .shared,
        cancellation: CancellationFlag = CancellationFlag(), index: SegmentIndex? = nil,
        device: Device = Device()
    ) {
        self.options = options
        self.loader = loader
        self.workers = workers
        self.index = index
        self.device = device
        faults = FaultDesk(options.faults)
        network = options.network
        loop = EventLoop(workers: workers, cancellation: cancellation)
        link =
            options.network.isUnlimited
            ? nil : LinkScheduler(loop: loop, conditions: options.network)
    }
}

extension PlaybackWorld {
    /// The current properties of the network, including the device's connection.
    var presentTraits: ConnectionTraits {
        switch device.connection {
        case .wifi, .none: connectionTraits
        case .cellular: connectionTraits.union([.cellular, .expensive])
        case .expensive: connectionTraits.union(.expensive)
        case .constrained: connectionTraits.union(.constrained)
        }
    }
}
