import Playlists
import Presentation
import VirtualTime

/// Supplies a session with media: obtains segments, places them, and does without those that fail.
///
/// The session calls it with the moment and performs the news that it has collected by then. It knows
/// no session. What it has requested arrives as an input of the session's next turn.
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
    /// Follows the playlists of a broadcast; `nil` for a video on demand.
    var follower: PlaylistFollower?
    /// The broadcast that a further load continues.
    var formerBroadcast: PlaylistFollower.Former?

    private(set) var tracks: TrackSet
    var intake = SegmentIntake()
    /// The record that the ledger is closed from.
    var record = SessionRecord()
    var news = SupplyNewsQueue()
    /// Whether a segment has arrived since the variant stream was chosen.
    var mayChoose = false

    /// Creates a supply that has asked for nothing.
    ///
    /// - Parameters:
    ///   - plan: The plan of the session.
    ///   - number: The number of the session.
    ///   - options: The options of the session.
    ///   - policy: The policy to follow.
    ///   - world: The environment of the playback.
    ///   - requestService: Asks the app for the service that renews locations.
    ///   - report: Receives what arrives, sometimes before a call returns.
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
        tracks = TrackSet(
            mayComeElsewhere: plan.loaderSource != nil, withheld: policy.withheld)
        assetLoad = AssetLoad(
            plan, options: options, policy: policy, observers: observers, loaders: loaders,
            fetcher: fetcher, world: world, requestService: requestService
        ) { report(.asset($0)) }
        requests = TrackRequests(
            plan, options: options, policy: policy, observers: observers,
            loaders: loaders, fetcher: fetcher, world: world
        ) { report(.segment($0, $1)) }
    }

    // MARK: Tracks

    /// Changes the tracks, and abandons the requests of those that no longer want them.
    @discardableResult
    func change<Answer>(_ change: (inout TrackSet) -> Answer) -> Answer {
        let answer = change(&tracks)
        for number in tracks.takeAbandoned() {
            requests.abandon(number, isGone: tracks[number] == nil)
        }
        return answer
    }

    /// Answers a question about the tracks in place; reading the property would copy all of them.
    func inspect<Answer>(_ question: (inout TrackSet) -> Answer) -> Answer { question(&tracks) }

    /// Returns what the tracks have ready; `nil` when nothing has changed since the last call.
    func takeReadiness() -> TrackReadiness? {
        guard var readiness = tracks.takeReadiness() else { return nil }
        readiness.live = live
        return readiness
    }

    /// Adds what the tracks and their cues wait for to the plan of the next wake.
    func add(to plan: inout WakePlan) {
        let isUnsettled = inspect {
            $0.add(to: &plan)
            return $0.isUnsettled
        }
        if isUnsettled || !intake.cues.isEmpty { plan.stepAlways() }
    }

    /// Puts every track at a position.
    func seek(to position: MediaTime) { change { $0.seek(to: position) } }

    /// Requests once more what could not be obtained of a track.
    ///
    /// - Parameter place: The place of the track among all.
    func askAgain(trackAt place: Int) {
        let number = tracks.tracks[place].number
        change { $0.update(number) { $0.askAgain() } }
    }

    /// Lets audio take over that has enough ready, and removes audio that was replaced.
    ///
    /// - Parameter place: The position of the playhead, or the target of a seek.
    func changeAudio(at place: MediaTime) {
        if change({ $0.letAudioJoin(at: place, lead: policy.rules.resumeLead) }) {
            record.follow(.ownTrack)
        }
        change { $0.retireReplacedAudio() }
    }

    /// Records that the playhead passed media.
    func pass(_ interval: Range<MediaTime>) {
        record.variants.pass(interval)
        follower?.pass(interval)
        observers.report(passed: interval)
        if let late = inspect({ $0.lateSubtitles(in: interval) }) { record.passLate(late) }
    }

    /// Abandons what is under way.
    func release() {
        follower?.release()
        assetLoad.release()
        requests.decryption.protection = nil
        change { $0.release() }
    }

    // MARK: Cues

    /// Whether cues have arrived that have not been placed.
    var awaitsCues: Bool { !intake.cues.isEmpty }

    /// Takes the cues that have arrived and whose times count from a known origin.
    func takeCues() -> [CueArrivals.PlacedCues] {
        intake.takeCues(main: tracks.main?.media.timeline)
    }

    /// Forgets the cues that have not been placed.
    func forgetCues() { intake.cues = CueArrivals() }

    // MARK: The ledger

    /// Returns the accounts of the session, closed as if it ended now.
    ///
    /// - Parameters:
    ///   - played: The media passed by the playhead up to its last report.
    ///   - position: The position of the playhead.
    /// - Returns: The accounts.
    func ledger(_ played: PlayedMedia, at position: MediaTime) -> Ledger {
        record.ledger(
            of: tracks, in: assetLoad.variant,
            live: follower?.ledger ?? formerBroadcast?.ledger, played, at: position,
            fetcher.closedAccount,
            unsettled: assetLoad.unsettledBytes + requests.heldBytes)
    }
}
