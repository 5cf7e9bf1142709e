public import HeadlessPlayback
public import Transport
public import VirtualTime

/// A controller in a simulation of its own, with a recorder of its reports.
public final class Playback {
    /// The controller.
    public let controller: PlaybackController
    /// The recorder of the controller's reports.
    public let recorder: PlaybackRecorder

    /// Creates a playback without starting it.
    public convenience init(
        loader: any ResourceLoader = StandardLoader(),
        provider: any SessionProvider = BasicSessionProvider(), workers: Workers = .shared,
        cancellation: CancellationFlag = CancellationFlag(),
        _ configure: (inout PlaybackOptions) -> Void = { _ in }
    ) {
        var options = PlaybackOptions()
        configure(&options)
        let world = PlaybackWorld(
            options: options, loader: loader, workers: workers, cancellation: cancellation)
        self.init(in: world, provider: provider)
    }

    /// Creates a playback in an existing simulation, without starting it.
    public init(in world: PlaybackWorld, provider: any SessionProvider) {
        controller = PlaybackController(world: world, provider: provider)
        recorder = PlaybackRecorder(controller)
        controller.autoPlay = true
        controller.autoAdvance = true
    }

    /// Plays videos until no event is left.
    @discardableResult
    public func play(_ videos: Video...) -> Playback {
        controller.setVideos(videos)
        controller.run()
        return self
    }

    /// Runs the simulation until a given time, in seconds.
    public func run(until seconds: Double) {
        controller.world.loop.run(until: Instant(sinceStart: .seconds(seconds)))
    }

    /// The ledger of the last session.
    public var ledger: Ledger? { controller.ledgers.last?.ledger }

    /// Returns the nonzero times in one account of the ledger, by the names of the tracks.
    public func times(in account: TrackAccount.Account) -> [String: MediaTime] {
        var result: [String: MediaTime] = [:]
        for track in ledger?.tracks ?? [] where track.time(in: account) != .zero {
            result[track.name] = track.time(in: account)
        }
        return result
    }
}
