import Playlists
import Presentation
import VirtualTime

/// Supplies a session with media.
///
/// It requests segments and places them on the timeline, and it reacts when a segment cannot be
/// obtained or used. The session calls the supply with the current `SupplyMoment`, and then handles
/// the `SupplyNews` that the supply has collected. The supply has no reference to the session. The
/// result of a request reaches the session as an input, which the session handles after its current
/// input.
final class MediaSupply {
    typealias Moment = SupplyMoment
    typealias Arrival = SupplyArrival
    typealias News = SupplyNews

    let plan: SessionPlan
    let options: PlaybackOptions
    let policy: PlaybackPolicy
    let observers: SegmentObservers
    let fetcher: ResourceFetcher
    let assetLoad: AssetLoad
    let requests: TrackRequests
    let loop: EventLoop
    let report: (Arrival) -> Void
    /// The object that reloads the playlists of a broadcast; `nil` for a video on demand.
    var follower: PlaylistFollower?
    /// The state of the broadcast at the end of the previous load, which a new load continues.
    var formerBroadcast: PlaylistFollower.Former?

    private(set) var tracks: TrackSet
    var intake = SegmentIntake()
    /// The records of the session, from which the ledger is made.
    var record = SessionRecord()
    var news = SupplyNewsQueue()
    /// Whether a segment has arrived since the variant stream was chosen.
    var mayChoose = false
    /// The decisions about a variant stream whose reloads fail or whose playlist is stale.
    var failover = StreamFailover()

    /// Creates a supply without requests.
    ///
    /// - Parameters:
    ///   - plan: The plan of the session.
    ///   - number: The number of the session.
    ///   - options: The options of the session.
    ///   - policy: The policy to follow.
    ///   - world: The environment of the playback.
    ///   - requestService: Obtains the app's playback service, which renews the locations of
    ///     playlists.
    ///   - report: Receives the result of each request, sometimes before the call that made the
    ///     request returns.
    init(
        _ plan: SessionPlan, number: Int, options: PlaybackOptions, policy: PlaybackPolicy,
        world: PlaybackWorld, requestService: @escaping ManifestRenewer.ServiceRequest,
        report: @escaping (Arrival) -> Void
    ) {
        self.plan = plan
        self.options = options
        self.policy = policy
        self.report = report
        loop = world.loop
        let loaders = SessionLoaders(plan, in: world)
        observers = SegmentObservers(
            number: number, world: world, planned: plan.segmentObserver)
        fetcher = ResourceFetcher(
            world: world, recovery: policy.recovery, loaders: loaders, rules: policy.requests)
        tracks = TrackSet(mayComeElsewhere: plan.loaderSource != nil, policy: policy)
        assetLoad = AssetLoad(
            plan, options: options, policy: policy, observers: observers, loaders: loaders,
            fetcher: fetcher, world: world, requestService: requestService
        ) { report(.asset($0)) }
        requests = TrackRequests(
            plan, options: options, policy: policy, observers: observers,
            loaders: loaders, fetcher: fetcher, world: world
        ) { report(.segment($0, $1)) }
        requests.hasWayOut = { [weak self] number in
            guard let self, let track = tracks[number] else { return false }
            return policy.recovery.hasWayOut(of: .init(of: track, in: assetLoad, at: loop.now))
        }
    }

    // MARK: Tracks

    /// Changes the tracks, and abandons requests that a track no longer needs.
    ///
    /// - Returns: The result of the change.
    @discardableResult
    func change<Answer>(finishing: Bool = false, _ change: (inout TrackSet) -> Answer) -> Answer {
        let answer = change(&tracks)
        for number in tracks.takeAbandoned() {
            requests.abandon(number, isGone: tracks[number] == nil, byFinishing: finishing)
        }
        return answer
    }

    /// Passes the stored tracks to a closure, and returns the result of the closure.
    ///
    /// Reading the property instead would copy all tracks.
    func inspect<Answer>(_ question: (inout TrackSet) -> Answer) -> Answer { question(&tracks) }

    /// Returns the readiness of the tracks; `nil` when nothing has changed since the last call.
    func takeReadiness() -> TrackReadiness? {
        guard var readiness = tracks.takeReadiness() else { return nil }
        readiness.live = live
        if let gaps = policy.rules.gaps {
            readiness.holes = record.holes(of: tracks, readiness, in: assetLoad.variant, gaps)
        }
        return readiness
    }

    /// Calls a closure that changes the session's record of a track's media.
    ///
    /// If the track is audio that will replace the playing audio, the changes apply to the record
    /// of the new audio.
    func recording(_ number: Track.Number, _ body: () -> Void) {
        record.recordPassing()
        record.write(toJoining: inspect { $0.isJoining(number) } ? number : nil)
        body()
        record.write(toJoining: nil)
    }

    /// Adds to a plan the times at which tracks or cues require the session to evaluate its state.
    func add(to plan: inout WakePlan) {
        inspect { $0.add(to: &plan) }
        if inspect({ $0.isUnsettled }) || !intake.cues.isEmpty { plan.stepAlways() }
    }

    /// Moves every track to a position, because playback seeks there from the former position.
    func seek(to position: MediaTime, from former: MediaTime) {
        let rules = policy.rules.seeks
        change(finishing: rules.finishesRequests) { $0.seek(to: position, from: former, rules) }
    }

    /// Switches to the selected audio if enough of it is buffered, and removes replaced audio.
    func changeAudio(at moment: Moment) {
        if change({ $0.letAudioJoin(at: moment.place, lead: policy.rules.resumeLead) }) {
            record.letAudioJoin(tracks.audio?.number, at: moment.place, passed: moment.passed)
        }
        change { $0.retireReplacedAudio() }
    }

    /// Records that the playhead passed media.
    ///
    /// - Parameters:
    ///   - interval: The interval of the passed media.
    ///   - subtitles: The state of the subtitles while the playhead passed the interval.
    func pass(_ interval: Range<MediaTime>, _ subtitles: TrackReadiness.Subtitles) {
        record.pass(interval)
        follower?.pass(interval)
        observers.report(passed: interval)
        if subtitles == .awaited { record.awaitSubtitles(in: interval) }
        guard subtitles == .shown else { return }
        record.endWaitForSubtitles(hasText: true)
        if let late = inspect({ $0.lateSubtitles(in: interval) }) { record.passLate(late) }
    }

    /// Abandons all requests in progress.
    func release() {
        follower?.release()
        assetLoad.release()
        requests.decryption.protection = nil
        change { $0.release() }
    }

    // MARK: Cues

    /// Whether received cues wait to be placed in the presentation.
    var awaitsCues: Bool { !intake.cues.isEmpty }

    /// Removes and returns the received cues whose time origin is known.
    func takeCues() -> [CueArrivals.PlacedCues] {
        intake.takeCues(main: tracks.main?.media)
    }

    /// Removes the cues without a position; cues whose segments the playhead passed count as lost.
    func forgetCues(passed: IntervalSet) {
        record.lose(intake.unplacedCues(main: tracks.main?.media), passed: passed)
        intake.cues = CueArrivals()
    }

    // MARK: The ledger

    /// Returns the ledger of the session as if the session ended now.
    ///
    /// - Parameters:
    ///   - played: The media passed by the playhead up to its last report.
    ///   - position: The position of the playhead.
    /// - Returns: The ledger.
    func ledger(_ played: PlayedMedia, at position: MediaTime) -> Ledger {
        record.ledger(
            of: tracks, in: assetLoad.variant,
            unplaced: intake.unplacedCues(main: tracks.main?.media),
            live: follower?.ledger ?? formerBroadcast?.ledger, played, at: position,
            fetcher.closedAccount, unsettled: assetLoad.unsettledBytes + requests.heldBytes)
    }
}
