import Containers
import Playlists
import Presentation
import Transport
public import VirtualTime

/// One video's playback, from its load to its disposal.
///
/// A controller makes one session for each time that a video is enqueued, and never uses it again.
/// What happens in it is told by the controller; a session answers questions about now.
///
/// Source: fact sheet, 1.6.
public final class PlaybackSession {
    /// Where a session is in its life.
    enum Phase {
        case idle
        case loading(LoadPurpose)
        case ready
        case finished
        case failed
        case terminated
    }

    /// Why media is loaded.
    enum LoadPurpose: Equatable {
        case start
        case resumption(MediaTime, autoPlay: Bool)
    }

    /// What the playhead waits for when it is not allowed to move.
    enum Waiting {
        case start
        case stall
        case seek(PendingSeek)
    }

    /// A seek that has not landed.
    struct PendingSeek {
        let target: MediaTime
        let toleranceBefore: MediaTime
        let toleranceAfter: MediaTime
        /// Whether playback had stalled, so that landing is its recovery.
        let endsStall: Bool
        let completion: (Bool) -> Void
    }

    /// How much media must lie ahead before the playhead starts or moves again after a wait.
    ///
    /// Two seconds, as Media3 asks after a stall.
    static let resumeLead = MediaTime.seconds(2)
    /// How much a duration must change to be told while it is still an estimate.
    static let durationStep = MediaTime.milliseconds(500)

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

    // What is loaded.
    var phase = Phase.idle
    var asset: LoadedAsset?
    var selector: VariantSelector
    var placer = SegmentPlacer()
    var feeders: [TrackFeeder] = []
    var assetRequests = OpenRequests()
    var fileReading: FileReading?
    var described: [TrackFeeder.Role: DemuxedSegment] = [:]
    var keyframes: [MediaTime] = []
    var pendingVariant: Int?
    var selection = MediaSelectionState()
    var subtitleCues = SubtitleCueState()
    /// The language in which captions were chosen in an earlier session; `nil` when none were.
    package var persistedCaptionLanguage: String?

    /// What the app brought along for its key systems; `nil` when it belongs to no controller.
    package var applicationCertificates: ApplicationCertificates?
    /// Whether the session plays once it is ready without being asked.
    package var playsByItself = false
    /// The highest bandwidth that variants may have; 0 means any.
    var preferredPeakBitRate: Int64

    /// What has the keys of encrypted segments, for the load under way.
    var protection: (any SessionProtection)?
    /// The error of protection that was told last, which many segments may share.
    var toldProtectionError: SessionError?

    // How it plays.
    var playhead = Playhead()
    var waiting: Waiting? = .start
    var isInPlayMode = false
    var hasStartedPlaying = false
    /// Whether the companions have been told that what is loaded is being played.
    var hasToldPlaying = false
    /// Whether it is shown on another device.
    package var isExternal = false {
        didSet { if isExternal { refuseExternalPlayback() } }
    }
    var wake: EventToken?
    var tracker: CuePointTracker
    var nextTick: MediaTime = .zero
    var nextCueLook: Instant = .start
    var toldProgress: MediaTime?
    var toldDuration: MediaTime?
    var completedSeek: PendingSeek?
    var boundaries = BoundaryObservers()

    // What the ledger rests on.
    var record: SessionRecord

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
        fetcher = ResourceFetcher(world: world, recovery: options.recovery)
        selector = VariantSelector(bandwidths: [0], isNetworkLimited: world.link != nil)
        tracker = CuePointTracker(plan.video.cuePoints)
        record = SessionRecord(start: world.loop.now)
        playhead.setRate(rate, at: world.loop.now)
    }

    // MARK: Questions

    /// The position of the playhead.
    public var position: MediaTime { playhead.position(at: world.loop.now) }

    /// How long the video is, as far as is known; `nil` before its playlist is loaded.
    public var duration: MediaTime? {
        feeders.isEmpty ? nil : max(presentationEnd, record.passedUpTo)
    }

    /// Where the playhead may be put.
    public var seekableRanges: [Range<MediaTime>] {
        guard let duration, duration > .zero else { return [] }
        return [.zero..<duration]
    }

    /// What lies ready ahead of the playhead, without gaps.
    public var bufferedLead: MediaTime { max(resolvedEnd - position, .zero) }

    /// The bandwidth of the variant stream that is being fetched, in bits a second; 0 if unknown.
    public var indicatedBitRate: Int64 { Int64(asset?.currentVariant?.bandwidth ?? 0) }

    /// Whether the session is meant to play.
    public var isPlaying: Bool { isInPlayMode }

    /// Whether the session has been played to its end.
    public var hasEnded: Bool {
        if case .finished = phase { return true }
        return false
    }

    /// Whether the session has ever been played to its end.
    public internal(set) var reachedEnd = false

    /// Why the session cannot play on; `nil` while it can.
    public internal(set) var failure: PlaybackError?

    // MARK: Telling

    func tell(_ event: PlaybackEvent.Kind) {
        if case .terminated = phase { return }
        if isResuming, event.isSuppressedWhileResuming { return }
        listener(self, .event(event))
    }

    /// Has a closure of a caller called, in order with the events.
    func call(_ closure: @escaping () -> Void) {
        if case .terminated = phase { return }
        listener(self, .call(closure))
    }

    func tell(_ type: LifecycleEvent.EventType, error: PlaybackError? = nil) {
        tell(.didReceiveLifecycleEvent(LifecycleEvent(type, error: error)))
    }

    private var isResuming: Bool {
        if case .loading(.resumption) = phase { return true }
        return false
    }

    /// Ends the session for a reason.
    func fail(_ cause: SessionError) {
        leavePlayhead()
        tellProtectionError(cause)
        var refused: PlaybackError?
        if case .refused(let refusal) = cause { refused = .refused(refusal) }
        let event: LifecycleEvent
        switch phase {
        case .loading(.start):
            event = LifecycleEvent(.fail, error: refused ?? .loadFailed(cause))
        case .loading(.resumption):
            event = LifecycleEvent(.resumeFail, error: refused ?? .loadFailed(cause))
        case .idle, .ready, .finished:
            event = LifecycleEvent(
                .failedToPlayToEndTime, error: refused ?? .failedToPlayToEnd(cause))
        case .failed, .terminated:
            return
        }
        failure = event.error
        isInPlayMode = false
        abandonSeek()
        release()
        phase = .failed
        record.clock.enter(.ended, at: world.loop.now, rate: playhead.rate)
        tell(.didReceiveLifecycleEvent(event))
    }

    /// Stops the playhead for good, and tells the cue points that it passed since the last look.
    ///
    /// Cues of subtitles are hidden with it.
    func leavePlayhead() {
        stopPlayhead()
        if case .ready = phase, hasStartedPlaying { catchUpCuePoints() }
        tell([.noCues])
    }

    /// Fails when a video that may not be shown elsewhere is.
    ///
    /// - Returns: Whether it did.
    @discardableResult
    func refuseExternalPlayback() -> Bool {
        guard isExternal, let refusal = plan.externalPlaybackRefusal else { return false }
        switch phase {
        case .idle, .failed, .terminated: return false
        case .loading, .ready, .finished: break
        }
        fail(.refused(refusal))
        return true
    }

    /// Tells the companions something, in their order.
    func tellCompanions(_ news: (any SessionCompanion) -> Void) {
        for companion in plan.companions {
            if let companion = companion as? any SessionCompanion { news(companion) }
        }
    }

    /// Fails before anything was asked for.
    package func failAtOnce(_ error: PlaybackError) {
        failure = error
        phase = .failed
        record.clock.enter(.ended, at: world.loop.now, rate: playhead.rate)
        tell(.didReceiveLifecycleEvent(LifecycleEvent(.fail, error: error)))
    }

    /// Ends the session because the next one is to take its place.
    ///
    /// A resumption that is under way fails: one that begins is always told to complete or to fail.
    package func terminate() {
        if case .terminated = phase { return }
        leavePlayhead()
        abandonSeek()
        if isResuming { tell(.resumeFail, error: .loadFailed(.ended)) }
        release()
        record.clock.enter(.ended, at: world.loop.now, rate: playhead.rate)
        tell(.terminate)
        phase = .terminated
        tellCompanions { $0.sessionEnds() }
    }

    /// Lets go of everything that could still happen.
    func release() {
        wake = nil
        protection = nil
        assetRequests.release()
        abandonFile()
        pendingVariant = nil
        for feeder in allFeeders { feeder.release() }
    }
}

extension PlaybackEvent.Kind {
    /// Whether a resumption keeps it to itself (fact sheet, 1.4).
    fileprivate var isSuppressedWhileResuming: Bool {
        switch self {
        case .didProgressTo: true
        case .didReceiveLifecycleEvent(let event):
            ![.resumeBegin, .resumeComplete, .resumeFail, .terminate].contains(event.type)
        default: false
        }
    }
}
