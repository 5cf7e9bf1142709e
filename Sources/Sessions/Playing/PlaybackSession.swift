import Containers
import Playlists
import Presentation
import Transport
public import VirtualTime

/// One video's playback, from its load to its disposal.
///
/// A controller creates one session for each time that a video is enqueued, and never uses it again.
/// The session decides nothing itself: ``PlaybackMachine`` says what is reported and when the
/// playhead moves, and the session performs that on the loop, the loaders and the tracks.
///
/// Source: `Documentation/Brightcove.md#sessions`.
public final class PlaybackSession {
    /// The number of the session in its controller, counted from 1.
    public let number: Int
    /// The video that is played.
    public let video: Video
    /// The source of the video that is played.
    public let source: Source
    /// What the providers offer beside the session.
    public let providerExtension: Any?

    let plan: SessionPlan
    let world: PlaybackWorld
    let options: PlaybackOptions
    let loaders: SessionLoaders
    let fetcher: ResourceFetcher
    private let listener: (PlaybackSession, SessionReport) -> Void

    /// What decides.
    var machine: PlaybackMachine
    private var calls = CallTable()
    private lazy var wake = Alarm { [weak self] in self?.follow() }
    private var spareEffects: [PlaybackEffect] = []
    /// Whether an effect has changed the tracks since the machine was handed their readiness.
    private var areTracksMoved = false

    // What is loaded.
    var asset: LoadedAsset?
    var selector: VariantSelector
    var placer = SegmentPlacer()
    var feeders: [TrackFeeder] = []
    var assetRequests = OpenRequests()
    var fileReading: FileReading?
    var described: [TrackFeeder.Role: DemuxedSegment] = [:]
    var pendingVariant: Int?
    var selection = MediaSelectionState()
    var cueArrivals = CueArrivals()
    /// The language in which captions were chosen in an earlier session; `nil` when none were.
    package var persistedCaptionLanguage: String?

    /// What the app brought along for its key systems; `nil` when it belongs to no controller.
    package var applicationCertificates: ApplicationCertificates?
    /// The highest bandwidth that variants may have; 0 means any.
    var preferredPeakBitRate: Int64

    /// What has the keys of encrypted segments, for the load under way.
    var protection: (any SessionProtection)?

    /// Whether the session is shown on another device.
    package var isExternal = false {
        didSet { if isExternal { refuseExternalPlayback() } }
    }

    /// What the ledger rests on.
    var record = SessionRecord()

    /// Creates a session; ``load(for:)`` starts it.
    package init(
        number: Int, plan: SessionPlan, world: PlaybackWorld, rate: PlaybackRate,
        listener: @escaping (PlaybackSession, SessionReport) -> Void
    ) {
        self.number = number
        self.plan = plan
        self.world = world
        self.listener = listener
        video = plan.video
        source = plan.source
        providerExtension = plan.providerExtension
        var options = world.options
        options.progressInterval = max(options.progressInterval, .milliseconds(1))
        self.options = options
        loaders = SessionLoaders(plan, in: world)
        preferredPeakBitRate = world.options.preferredPeakBitRate
        fetcher = ResourceFetcher(world: world, recovery: options.recovery, loaders: loaders)
        selector = VariantSelector(bandwidths: [0], isNetworkLimited: world.link != nil)
        machine = PlaybackMachine(
            rules: PlaybackRules(options), cuePoints: plan.video.cuePoints, rate: rate,
            at: world.loop.now)
    }

    // MARK: Questions

    /// The position of the playhead.
    public var position: MediaTime { machine.playhead.position(at: world.loop.now) }

    /// How long the video is, as far as is known; `nil` before its playlist is loaded.
    public var duration: MediaTime? {
        feeders.isEmpty ? nil : max(presentationEnd, machine.played.end)
    }

    /// Where the playhead may be put.
    public var seekableRanges: [Range<MediaTime>] {
        guard let duration, duration > .zero else { return [] }
        return [.zero..<duration]
    }

    /// The media that is ready ahead of the playhead, without gaps.
    public var bufferedLead: MediaTime { max(resolvedEnd - position, .zero) }

    /// The bandwidth of the variant stream that is being fetched, in bits a second; 0 if unknown.
    public var indicatedBitRate: Int64 { Int64(asset?.currentVariant?.bandwidth ?? 0) }

    /// Whether the session is meant to play.
    public var isPlaying: Bool { machine.isInPlayMode }

    /// Whether the session has been played to its end.
    public var hasEnded: Bool { machine.phase == .finished }

    /// Whether the session has ever been played to its end.
    public var reachedEnd: Bool { machine.reachedEnd }

    /// Why the session cannot play on; `nil` while it can.
    public var failure: PlaybackError? { machine.failure }

    /// The position of the playhead, or the one where a seek is about to put it.
    var placeOfInterest: MediaTime { machine.placeOfInterest(at: world.loop.now) }

    // MARK: Deciding and performing

    /// Hands the machine an input with the readiness of the tracks, and performs what it decides.
    func decide<Answer>(_ input: (inout PlaybackMachine, Instant) -> Answer) -> Answer {
        machine.tracks = trackReadiness
        machine.quiet = nil
        areTracksMoved = false
        let answer = input(&machine, world.loop.now)
        perform()
        return answer
    }

    /// Performs the effects that the machine has collected, in order.
    func perform() {
        // What is performed may decide more, and then has a list of its own.
        var effects: [PlaybackEffect] = []
        swap(&effects, &spareEffects)
        machine.takeEffects(into: &effects)
        for effect in effects { perform(effect) }
        effects.removeAll(keepingCapacity: true)
        swap(&effects, &spareEffects)
    }

    private func perform(_ effect: PlaybackEffect) {
        switch effect {
        case .report(let event): listener(self, .event(event))
        case .reportFacts: reportFacts()
        case .reportCue(let change): report(change)
        case .call(let number, let finished):
            if let call = calls.take(number) { listener(self, .call { call(finished) }) }
        case .pass(let interval): recordPassed(interval)
        case .putTracks(let position):
            areTracksMoved = true
            dropReplacedAudio(at: position)
            for feeder in allFeeders { feeder.seek(to: position) }
        case .askAgain(let track):
            areTracksMoved = true
            feeders[track].failure = nil
            feeders[track].lastTryIndex = feeders[track].nextIndex
        case .release: release()
        case .notifyPlaying: notifyCompanions { $0.sessionPlays() }
        case .notifyEnd: notifyCompanions { $0.sessionEnds() }
        }
    }

    private func reportFacts() {
        let facts = MediaFacts(session: self)
        let events: [PlaybackEvent.Kind] = [
            .determinedMediaType(facts.mediaType), .determinedVideoType(facts.videoType),
            .determinedCodecs(facts.codecs), .determinedMetadata(facts.metadata),
        ]
        for event in events { listener(self, .event(event)) }
    }

    private func report(_ change: CueTrack.Change) {
        guard let option = selection.legible else { return }
        switch change {
        case .show(let cue): listener(self, .event(.didShowCue(cue, of: option)))
        case .hide(let cue): listener(self, .event(.didHideCue(cue, of: option)))
        }
    }

    /// Records what the playhead passed, and which subtitles were late for it.
    private func recordPassed(_ interval: Range<MediaTime>) {
        record.variants.pass(interval)
        world.segmentObserver?.session(number, didPass: interval)
        plan.segmentObserver?.session(number, didPass: interval)
        for feeder in feeders where feeder.role == .subtitles && readsSubtitles && !feeder.isAtEnd {
            let late = max(feeder.resolvedEnd, interval.lowerBound)
            guard late < interval.upperBound else { continue }
            record.update(TrackFeeder.Role.subtitles.rawValue) {
                $0.passLate(late..<interval.upperBound)
            }
        }
    }

    /// Notifies the companions of the session, in their order.
    func notifyCompanions(_ news: (any SessionCompanion) -> Void) {
        for companion in plan.companions {
            if let companion = companion as? any SessionCompanion { news(companion) }
        }
    }

    // MARK: The step

    /// Brings the session up to now: every turn in which something changed ends here.
    func step() {
        if machine.playhead.isMoving { decide { $0.advance(at: $1) } }
        finishStep()
    }

    /// Brings the tracks and the playhead up to now, after the playhead has been followed there.
    private func finishStep() {
        placeCues()
        fill()
        letAudioJoinIfReady()
        retireAudioIfReplaced()
        decide { $0.settle(at: $1) }
        scheduleWake()
    }

    /// Schedules the next step that is due by time alone.
    private func scheduleWake() {
        guard machine.playhead.isMoving else { return wake.cancel() }
        if areTracksMoved { machine.tracks = trackReadiness }
        var plan = WakePlan(position: position, goal: bufferGoal, stop: machine.nextStop)
        for feeder in allFeeders { plan.add(feeder.need, readyUpTo: feeder.resolvedEnd) }
        if isUnsettled { plan.stepAlways() }
        machine.quiet = plan.stretch(after: machine.played, options.bufferOptimizer)
        scheduleWake(before: plan.stop)
    }

    /// Whether each wake has to look at the tracks: one takes over or has failed, or cues wait.
    private var isUnsettled: Bool {
        selection.joining != nil || !cueArrivals.arrivals.isEmpty
            || feeders.contains { $0.end != nil || $0.failure != nil }
    }

    private func scheduleWake(before stop: MediaTime) {
        let next = min(machine.nextReport, stop)
        guard let instant = machine.playhead.arrival(at: next) else { return }
        world.loop.schedule(wake, at: instant)
    }

    /// Follows the playhead, with a step unless reports suffice.
    private func follow() {
        guard let stop = machine.quiet?.stop else { return step() }
        if machine.tick(at: world.loop.now) {
            perform()
            scheduleWake(before: stop)
        } else {
            // Time alone has led here, so the tracks are as the machine knows them.
            machine.quiet = nil
            machine.advance(at: world.loop.now)
            perform()
            finishStep()
        }
    }

    /// Releases everything that could still happen.
    func release() {
        areTracksMoved = true
        wake.cancel()
        protection = nil
        assetRequests.release()
        abandonFile()
        pendingVariant = nil
        for feeder in allFeeders { feeder.release() }
    }

    // MARK: Calls of callers

    /// Keeps a closure that the machine has called.
    func keep(_ closure: @escaping (Bool) -> Void) -> CallTable.Number { calls.add(closure) }
}
