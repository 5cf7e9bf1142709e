public import HeadlessPlayback

/// A controller in a world of its own, with everything that it tells written down.
public final class Playback {
    /// The controller.
    public let controller: PlaybackController
    /// What it told.
    public let recorder: PlaybackRecorder

    /// Sets a playback up; nothing happens yet.
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

    /// Sets a playback up in a world that is there; nothing happens yet.
    public init(in world: PlaybackWorld, provider: any SessionProvider) {
        controller = PlaybackController(world: world, provider: provider)
        recorder = PlaybackRecorder(controller)
        controller.autoPlay = true
        controller.autoAdvance = true
    }

    /// Plays videos until nothing is left to happen.
    @discardableResult
    public func play(_ videos: Video...) -> Playback {
        controller.setVideos(videos)
        controller.run()
        return self
    }

    /// Lets time pass.
    public func run(until seconds: Double) {
        controller.world.loop.run(until: Instant(sinceStart: .seconds(seconds)))
    }

    /// The accounts of the session played last.
    public var ledger: Ledger? { controller.ledgers.last?.ledger }

    /// The times in an account that are not zero, by track.
    public func times(in account: TrackAccount.Account) -> [String: MediaTime] {
        var result: [String: MediaTime] = [:]
        for track in ledger?.tracks ?? [] where track.time(in: account) != .zero {
            result[track.name] = track.time(in: account)
        }
        return result
    }
}
