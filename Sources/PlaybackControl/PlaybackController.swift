public import Sessions
import VirtualTime

/// Plays videos, one after another, and tells a delegate what an app would have been told.
///
/// ```swift
/// let controller = PlaybackController()
/// controller.delegate = recorder
/// controller.autoPlay = true
/// controller.setVideos([Video(url: "movie/index.m3u8")])
/// controller.run()
/// ```
///
/// Nothing happens by itself: time passes while ``run()`` is running, while the loop of the world
/// is run in another way, or while ``events`` is iterated.
///
/// A controller and its world belong to one thread at a time.
///
/// Source: `Documentation/Brightcove.md#commands`, `Documentation/Brightcove.md#controller-properties`.
public final class PlaybackController {
    /// The world that playback happens in.
    public let world: PlaybackWorld
    private let provider: any SessionProvider

    var queue = PlaybackQueue()
    var outbox: EventOutbox
    private(set) var givenVideos: [Video] = []
    private var sessionCount = 0
    var playsFirstSession = false
    private var observersByNumber: [(number: Int, call: (PlaybackEvent) -> Void)] = []
    private var commandObserversByNumber: [(number: Int, call: (PlaybackCommand) -> Void)] = []
    private var observerCount = 0

    /// The session of the video that is current; `nil` before the first.
    public private(set) var currentSession: PlaybackSession?

    /// What the app brought along for its key systems.
    package let applicationCertificates = ApplicationCertificates()

    private var closedLedgers: [ClosedLedger] = []

    /// The accounts of all sessions in their order, that of the current one closed as of now.
    public var ledgers: [ClosedLedger] {
        closedLedgers + (currentSession.map { [ClosedLedger(session: $0)] } ?? [])
    }

    /// Whether the next video follows by itself when one has been played to its end.
    public var autoAdvance = false

    /// Whether a session plays as soon as it is ready.
    public var autoPlay = false

    /// Whether the language in which captions were chosen is chosen again in later sessions.
    ///
    /// Choosing none, or leaving the choice to the asset, forgets it
    /// (`Documentation/Brightcove.md#controller-properties`).
    public var enableCaptionPersistence = true
    var persistedCaptionLanguage: String?

    /// Whether what plays is shown on another device, as AirPlay would.
    ///
    /// Offline videos cannot be: the session of one fails while this is so
    /// (`Documentation/BrightcoveOffline.md#playback`).
    public var isExternalPlaybackActive = false {
        didSet {
            guard isExternalPlaybackActive != oldValue else { return }
            followExternalPlayback()
        }
    }

    /// How fast media plays; 1 unless set, and again 1 when set to 0, less, or beyond 1000.
    public var playbackRate: Double = 1 {
        didSet {
            note(.setRate(playbackRate))
            playbackRate = apply(rate: playbackRate)
        }
    }

    /// Creates a controller.
    ///
    /// - Parameters:
    ///   - world: The world that playback happens in.
    ///   - provider: Turns videos into sessions; the outermost link of a chain.
    public init(world: PlaybackWorld = PlaybackWorld(), provider: any SessionProvider) {
        self.world = world
        self.provider = provider
        outbox = EventOutbox()
    }

    /// How sessions play that begin from now on; the buffer optimiser is set here, for one.
    public var options: PlaybackOptions {
        get { world.options }
        set { world.options = newValue }
    }

    // MARK: Listeners

    /// Who is told what happens; not kept alive.
    ///
    /// A new delegate is told at once of the current session, its duration, its seekable ranges
    /// and whether it is shown elsewhere. What happened before is not told again.
    public weak var delegate: (any PlaybackControllerDelegate)? {
        didSet {
            guard let delegate, delegate !== oldValue else { return }
            delegateSince = happenings
            replay { [weak delegate] controller, event in
                guard let delegate, delegate === controller.delegate else { return }
                delegate.playbackController(controller, didReport: event)
            }
        }
    }

    /// How much has happened so far, and how much of it the delegate was there for.
    var happenings = 0
    private(set) var delegateSince = 0

    private(set) var consumers: [(consumer: any PlaybackSessionConsumer, since: Int)] = []

    /// Adds someone who follows the sessions; told at once what a new delegate is.
    ///
    /// - Parameter consumer: The consumer, kept alive until it is removed.
    public func addSessionConsumer(_ consumer: any PlaybackSessionConsumer) {
        guard !isListening(consumer) else { return }
        consumers.append((consumer, happenings))
        replay { [weak consumer] controller, event in
            guard let consumer, controller.isListening(consumer) else { return }
            consumer.consume(event)
        }
    }

    func isListening(_ consumer: any PlaybackSessionConsumer) -> Bool {
        consumers.contains { $0.consumer === consumer }
    }

    /// Removes someone who follows the sessions.
    ///
    /// - Parameter consumer: The consumer.
    public func removeSessionConsumer(_ consumer: any PlaybackSessionConsumer) {
        consumers.removeAll { $0.consumer === consumer }
    }

    var observers: [(PlaybackEvent) -> Void] { observersByNumber.map(\.call) }

    func addObserver(_ observer: @escaping (PlaybackEvent) -> Void) -> Int {
        observerCount += 1
        observersByNumber.append((observerCount, observer))
        return observerCount
    }

    func addCommandObserver(_ observer: @escaping (PlaybackCommand) -> Void) -> Int {
        observerCount += 1
        commandObserversByNumber.append((observerCount, observer))
        return observerCount
    }

    func endObservation(_ number: Int) {
        observersByNumber.removeAll { $0.number == number }
        commandObserversByNumber.removeAll { $0.number == number }
    }

    func note(_ command: PlaybackCommand) {
        for (_, observer) in commandObserversByNumber { observer(command) }
    }

    private func replay(to listener: @escaping (PlaybackController, PlaybackEvent) -> Void) {
        guard let session = currentSession else { return }
        var kinds: [PlaybackEvent.Kind] = [.didAdvanceToPlaybackSession]
        if let duration = session.duration {
            kinds.append(.didChangeDuration(duration.seconds))
            kinds.append(.didChangeSeekableRanges(session.seekableRanges))
        }
        kinds.append(.didChangeExternalPlaybackActive(isExternalPlaybackActive))
        for kind in kinds {
            let event = PlaybackEvent(instant: world.loop.now, session: session, kind: kind)
            outbox.add { controller in listener(controller, event) }
        }
        flushAtEndOfTurn()
    }

    // MARK: The queue

    /// Replaces the videos to play and goes on to the first of them.
    ///
    /// - Parameter videos: The videos; none clears the queue.
    public func setVideos(_ videos: [Video]) {
        note(.setVideos(count: videos.count))
        world.loop.turn {
            closeCurrentSession()
            givenVideos = videos
            queue = PlaybackQueue(videos)
            if videos.allSatisfy(\.hasError), !videos.isEmpty {
                tell(.noPlayableVideosFound(videos), nil)
            }
            goOn()
        }
    }

    /// Goes on to the next video; does nothing when there is none that can be played.
    public func advanceToNext() {
        note(.advance)
        world.loop.turn { goOn() }
    }

    /// Inserts a video into the queue.
    ///
    /// - Parameters:
    ///   - video: The video.
    ///   - index: The place of the video that it is to follow, among the videos that were given and
    ///     those that were inserted; -1 puts it first.
    public func insertVideo(_ video: Video, after index: Int) {
        note(.insertVideo)
        world.loop.turn {
            guard !video.hasError, canPlan(video),
                let place = queue.insert(video, after: index)
            else { return tell(.failedToInsertVideo(video), nil) }
            tell(.didInsertVideo(video, index: place), nil)
        }
    }

    private func canPlan(_ video: Video) -> Bool {
        do throws(SessionError) {
            return try sessionPlan(for: video) != nil
        } catch {
            return false
        }
    }

    /// The plan of the provider chain, if the chain has what the video needs.
    private func sessionPlan(for video: Video) throws(SessionError) -> SessionPlan? {
        let plan = try provider.plan(for: video)
        try plan?.checkLinks()
        return plan
    }

    /// Makes the session of the next video for which there can be one.
    @discardableResult
    func goOn() -> Bool {
        let place = queue
        while let video = queue.advance() {
            if video.hasError { continue }
            do throws(SessionError) {
                guard let plan = try sessionPlan(for: video) else { continue }
                begin(plan, failure: nil)
            } catch {
                begin(SessionPlan(video: video, source: Source(url: "")), failure: error)
            }
            return true
        }
        queue = place
        return false
    }

    private func begin(_ plan: SessionPlan, failure: SessionError?) {
        closeCurrentSession()
        sessionCount += 1
        let session = PlaybackSession(
            number: sessionCount, plan: plan, world: world,
            rate: PlaybackRate(playbackRate) ?? .normal
        ) { [weak self] session, report in
            self?.receive(report, from: session)
        }
        session.playsByItself = autoPlay
        session.isExternal = isExternalPlaybackActive
        session.persistedCaptionLanguage = enableCaptionPersistence ? persistedCaptionLanguage : nil
        session.applicationCertificates = applicationCertificates
        currentSession = session
        tell(.didAdvanceToPlaybackSession, session)
        if let failure {
            session.failAtOnce(.noPlayableSource(failure))
            return
        }
        let playsNow = playsFirstSession || (autoPlay && world.options.tellsPlayBeforeReady)
        playsFirstSession = false
        session.load()
        if playsNow { session.play() }
    }

    private func closeCurrentSession() {
        guard let session = currentSession else { return }
        session.terminate()
        closedLedgers.append(ClosedLedger(session: session))
        currentSession = nil
    }
}
