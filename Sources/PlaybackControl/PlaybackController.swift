import Devices
public import Sessions
package import VirtualTime

/// Plays videos in sequence and reports to a delegate the events that an app would receive.
///
/// ```swift
/// let controller = PlaybackController()
/// controller.delegate = recorder
/// controller.autoPlay = true
/// controller.setVideos([Video(url: "movie/index.m3u8")])
/// controller.run()
/// ```
///
/// Time passes only during ``run()``, while the loop of the world is run in another way, or while
/// ``events`` is iterated.
///
/// A controller and its world belong to one thread at a time.
///
/// Source: `Documentation/Brightcove.md#commands`,
/// `Documentation/Brightcove.md#controller-properties`.
public final class PlaybackController {
    /// The world of the playback.
    public let world: PlaybackWorld
    private let provider: any SessionProvider
    /// The controls of the system: lock screen, picture in picture, commands from outside.
    public let systemControls: SystemControls

    var queue = PlaybackQueue()
    let outbox = EventOutbox()
    /// The closure that empties the outbox, created once because every turn with an event schedules
    /// it.
    let flush: () -> Void
    private let reference = OwnerReference<PlaybackController>()
    private(set) var givenVideos: [Video] = []
    private var sessionCount = 0
    var playsFirstSession = false
    // Lists of listeners are replaced as a whole: changes in place would be checked for overlapping
    // accesses at run time, and so would each use of the list.
    private(set) var observersByNumber: [(number: Int, call: (PlaybackEvent) -> Void)] = []
    private var commandObserversByNumber: [(number: Int, call: (PlaybackCommand) -> Void)] = []
    private var observerCount = 0

    /// The session of the current video; `nil` before the first.
    public private(set) var currentSession: PlaybackSession?

    /// The certificates that the app has supplied to its key systems.
    package let applicationCertificates = ApplicationCertificates()

    private var closedLedgers: [ClosedLedger] = []

    /// The accounts of all sessions in order, with the current session's account closed as of now.
    public var ledgers: [ClosedLedger] {
        closedLedgers + (currentSession.map { [ClosedLedger(session: $0)] } ?? [])
    }

    /// Whether the end of a video automatically advances to the next one.
    public var autoAdvance = false

    /// Whether a session plays as soon as it is ready.
    public var autoPlay = false

    /// Whether later sessions select captions in the last chosen language.
    ///
    /// Selecting none, or automatic selection, clears the language
    /// (`Documentation/Brightcove.md#controller-properties`).
    public var enableCaptionPersistence = true
    var persistedCaptionLanguage: String?

    /// Whether sessions respect the limit on concurrent streams of their viewer; `false` by
    /// default.
    ///
    /// It takes effect with the next session, for videos that a ``PlaybackService`` found with a
    /// token (`Documentation/Brightcove.md#stream-concurrency`).
    public var streamConcurrencyEnabled = false
    /// The clients that are still notifying a service of the end of a session.
    private var departures: [StreamConcurrencyClient] = []

    /// Whether playback is shown on another device, as with AirPlay.
    ///
    /// It follows the route of the device, if ``allowsExternalPlayback`` permits. Sessions of offline
    /// videos fail meanwhile (`Documentation/BrightcoveOffline.md#playback`).
    public internal(set) var isExternalPlaybackActive = false

    /// The rate of playback; 1 by default, and for values of 0, below 0 or above 1000.
    public var playbackRate: Double {
        get { rate.value }
        set { setRate(newValue) }
    }
    package internal(set) var rate = PlaybackRate.normal

    /// Creates a controller.
    ///
    /// - Parameters:
    ///   - world: The world of the playback.
    ///   - provider: The provider of sessions: the outermost link of a chain.
    public init(world: PlaybackWorld = PlaybackWorld(), provider: any SessionProvider) {
        self.world = world
        self.provider = provider
        systemControls = SystemControls(reference, on: world.device)
        flush = { [reference] in reference.owner?.deliverAll() }
        reference.owner = self
        isExternalPlaybackActive = systemControls.isExternal
    }

    deinit { reference.owner = nil }

    /// The options of later sessions, such as the buffer optimizer.
    public var options: PlaybackOptions {
        get { world.options }
        set { world.options = newValue }
    }

    // MARK: Listeners

    /// The delegate, held weakly.
    ///
    /// A new delegate immediately receives the current session, its duration, its seekable ranges
    /// and whether it is shown externally. Earlier events are not repeated.
    public var delegate: (any PlaybackControllerDelegate)? {
        get { heldDelegate }
        set {
            let former = heldDelegate
            heldDelegate = newValue
            guard let newValue, newValue !== former else { return }
            delegateSince = happenings
            replay { [weak newValue] controller, event in
                guard let newValue, newValue === controller.delegate else { return }
                newValue.playbackController(controller, didReport: event)
            }
        }
    }
    private weak var heldDelegate: (any PlaybackControllerDelegate)?

    /// The number of reported events, compared with its value when the delegate was set.
    var happenings = 0
    private(set) var delegateSince = 0

    private(set) var consumers: [(consumer: any PlaybackSessionConsumer, since: Int)] = []

    /// Adds a session consumer, which immediately receives the same state as a new delegate.
    ///
    /// - Parameter consumer: The consumer, held strongly until it is removed.
    public func addSessionConsumer(_ consumer: any PlaybackSessionConsumer) {
        guard !isListening(consumer) else { return }
        consumers = consumers + [(consumer, happenings)]
        replay { [weak consumer] controller, event in
            guard let consumer, controller.isListening(consumer) else { return }
            consumer.consume(event)
        }
    }

    func isListening(_ consumer: any PlaybackSessionConsumer) -> Bool {
        consumers.contains { $0.consumer === consumer }
    }

    /// Removes a session consumer.
    ///
    /// - Parameter consumer: The consumer.
    public func removeSessionConsumer(_ consumer: any PlaybackSessionConsumer) {
        consumers = consumers.filter { $0.consumer !== consumer }
    }

    func addObserver(_ observer: @escaping (PlaybackEvent) -> Void) -> Int {
        observerCount += 1
        observersByNumber = observersByNumber + [(observerCount, observer)]
        return observerCount
    }

    func addCommandObserver(_ observer: @escaping (PlaybackCommand) -> Void) -> Int {
        observerCount += 1
        commandObserversByNumber.append((observerCount, observer))
        return observerCount
    }

    func endObservation(_ number: Int) {
        observersByNumber = observersByNumber.filter { $0.number != number }
        commandObserversByNumber.removeAll { $0.number == number }
    }

    func note(_ command: PlaybackCommand) {
        for (_, observer) in commandObserversByNumber { observer(command) }
    }

    private func replay(to listener: @escaping (PlaybackController, PlaybackEvent) -> Void) {
        guard let session = currentSession else { return }
        var kinds: [PlaybackEvent.Kind] = [.didAdvanceToPlaybackSession]
        if let duration = session.duration {
            kinds.append(.didChangeDuration(duration))
            kinds.append(.didChangeSeekableRanges(session.seekableRanges))
        }
        kinds.append(.didChangeExternalPlaybackActive(isExternalPlaybackActive))
        for kind in kinds {
            let event = PlaybackEvent(instant: world.loop.now, session: session, kind: kind)
            deliver(.replay(event, to: listener))
        }
    }

    // MARK: The queue

    /// Replaces the videos to play and advances to the first of them.
    ///
    /// - Parameter videos: The videos; an empty array clears the queue.
    public func setVideos(_ videos: [Video]) {
        note(.setVideos(count: videos.count))
        world.loop.turn {
            closeCurrentSession()
            givenVideos = videos
            queue = PlaybackQueue(videos)
            systemControls.mayHaveChanged()
            if videos.allSatisfy(\.hasError), !videos.isEmpty {
                tell(.noPlayableVideosFound(videos), nil)
            }
            goOn()
        }
    }

    /// Advances to the next video; does nothing when no playable video is left.
    public func advanceToNext() {
        note(.advance)
        world.loop.turn { goOn() }
    }

    /// Inserts a video into the queue.
    ///
    /// - Parameters:
    ///   - video: The video.
    ///   - index: The index of the video to insert after, in the queue with its insertions; -1
    ///     inserts at the start.
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

    /// Returns the plan of the provider chain, if the chain supports the video.
    private func sessionPlan(for video: Video) throws(SessionError) -> SessionPlan? {
        let plan = try provider.plan(for: video)
        try plan?.checkLinks()
        return plan
    }

    /// Creates a session for the next video that can have one.
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
            rate: rate
        ) { [reference] session, report in
            reference.owner?.receive(report, from: session)
        }
        session.playsByItself = autoPlay
        session.isExternal = isExternalPlaybackActive
        session.persistedCaptionLanguage = enableCaptionPersistence ? persistedCaptionLanguage : nil
        session.applicationCertificates = applicationCertificates
        session.manifestService = { [reference] session in
            guard let owner = reference.owner, owner.currentSession === session else { return nil }
            return owner.delegate?.playbackServiceForManifestURLTTLUpdateForPlaybackController(
                owner, playbackSession: session)
        }
        if streamConcurrencyEnabled {
            departures.removeAll { !$0.isLeaving }
            session.limitStreams(
                isInBackground: world.device.appState == .background, after: departures.last)
        }
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
        systemControls.nowPlaying.isAdShown = false
        closedLedgers.append(ClosedLedger(session: session))
        departures.removeAll { !$0.isLeaving }
        if let streams = session.streams, streams.isLeaving { departures.append(streams) }
        currentSession = nil
    }
}
