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
/// The virtual clock advances only during ``run()``, while the event loop of the ``world`` is run
/// in another way, or while ``events`` is iterated.
///
/// A controller and its world may be used on only one thread at a time.
///
/// Source: `Documentation/Brightcove.md#commands`,
/// `Documentation/Brightcove.md#controller-properties`.
public final class PlaybackController {
    /// The environment of the playback: its virtual clock, its network and its simulated device.
    public let world: PlaybackWorld
    private let provider: any SessionProvider
    /// The system's controls: lock screen, picture in picture and commands from outside the app.
    public let systemControls: SystemControls

    var queue = PlaybackQueue()
    let outbox = EventOutbox()
    /// The closure that delivers the contents of the outbox.
    ///
    /// The closure is created only once, because it is scheduled in every turn of the event loop in
    /// which an event occurs.
    let flush: () -> Void
    private let reference = OwnerReference<PlaybackController>()
    private(set) var givenVideos: [Video] = []
    private var sessionCount = 0
    var playsFirstSession = false
    // A list of listeners is replaced by a new list instead of being changed in place. Otherwise,
    // Swift would check every use of the list for overlapping accesses at run time.
    private(set) var observersByNumber: [(number: Int, call: (PlaybackEvent) -> Void)] = []
    private var commandObserversByNumber: [(number: Int, call: (PlaybackCommand) -> Void)] = []
    private var observerCount = 0

    /// The session of the current video; `nil` when no video is current.
    public private(set) var currentSession: PlaybackSession?

    /// The certificates that the app has supplied to its key systems.
    package let applicationCertificates = ApplicationCertificates()

    /// A description of the limit that ended the latest run; `nil` if no limit was reached.
    package var unfinishedRun: String? { timeTrouble ?? world.loop.standstill }
    /// A description of the time limit that ended the latest run; `nil` if it was not reached.
    var timeTrouble: String?

    private var closedLedgers: [ClosedLedger] = []
    /// The videos that never had a session because of an error or an unsupported source.
    package private(set) var skippedVideos: [Video] = []
    /// The videos of the queue that have had no session, but that should be played.
    ///
    /// These are the videos after the current one, and the videos that were inserted before it.
    package var waitingVideos: [Video] { queue.waiting }

    /// The ledgers of all sessions, in order, including the current session's ledger so far.
    public var ledgers: [ClosedLedger] {
        closedLedgers + (currentSession.map { [ClosedLedger(session: $0)] } ?? [])
    }

    /// Whether the end of a video automatically advances to the next one.
    public var autoAdvance = false

    /// Whether a session plays as soon as it is ready.
    public var autoPlay = false

    /// Whether later sessions select captions in the language that was last selected.
    ///
    /// Selecting automatic captions or turning captions off clears the remembered language
    /// (`Documentation/Brightcove.md#controller-properties`).
    public var enableCaptionPersistence = true
    var persistedCaptionLanguage: String?

    /// Whether the limit on a viewer's concurrent streams applies to sessions; `false` by default.
    ///
    /// A change takes effect with the next session. The limit applies to videos that a
    /// ``PlaybackService`` found with a token (`Documentation/Brightcove.md#stream-concurrency`).
    public var streamConcurrencyEnabled = false
    /// The clients that still report the end of their session to the stream-concurrency service.
    private var departures: [StreamConcurrencyClient] = []

    /// Whether video is shown on another device, as with AirPlay.
    ///
    /// The value follows the audio route and the connected screens of the simulated device, if
    /// ``allowsExternalPlayback`` permits this. While video is shown on another device, sessions of
    /// offline videos fail (`Documentation/BrightcoveOffline.md#playback`).
    public internal(set) var isExternalPlaybackActive = false

    /// The rate of playback, from 0.001 to 1000; 1 by default.
    ///
    /// Setting a value outside this range sets the rate to 1.
    public var playbackRate: Double {
        get { rate.value }
        set { setRate(newValue) }
    }
    package internal(set) var rate = PlaybackRate.normal

    /// Creates a controller.
    ///
    /// - Parameters:
    ///   - world: The environment of the playback.
    ///   - provider: The provider of sessions; if providers wrap each other, the outermost one.
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
    /// At the end of the event-loop turn, a new delegate receives the current session, the duration
    /// and the seekable ranges of the session, and whether its video is shown on another device.
    /// Earlier events are not repeated.
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

    /// The number of events so far.
    ///
    /// The number at which a delegate or consumer was added is stored, so that the delegate or
    /// consumer receives only later events.
    var happenings = 0
    private(set) var delegateSince = 0

    private(set) var consumers: [(consumer: any PlaybackSessionConsumer, since: Int)] = []

    /// Adds a session consumer, which first receives the same state as a new delegate.
    ///
    /// The consumer receives the state at the end of the event-loop turn.
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
            if !goOn(), !videos.isEmpty { tell(.noPlayableVideosFound(videos), nil) }
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
    ///   - index: The index of the video after which `video` is inserted; -1 inserts at the start.
    ///     The index refers to the current queue, which includes videos that were inserted earlier.
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

    /// Returns the session provider's plan for a video; `nil` if the video is not supported.
    private func sessionPlan(for video: Video) throws(SessionError) -> SessionPlan? {
        let plan = try provider.plan(for: video)
        try plan?.checkLinks()
        return plan
    }

    /// Advances to the next playable video and creates its session.
    ///
    /// Videos with an error, and videos that the session provider does not support, are skipped. If
    /// the provider throws an error, the session fails immediately. The function returns `false` if
    /// no playable video is left; the current video then remains the current one.
    @discardableResult
    func goOn() -> Bool {
        let former = queue.currentIndex
        while let video = queue.advance() {
            do throws(SessionError) {
                guard !video.hasError, let plan = try sessionPlan(for: video) else {
                    if queue.skipCurrent() { skippedVideos.append(video) }
                    continue
                }
                begin(plan, failure: nil)
            } catch {
                begin(SessionPlan(video: video, source: Source(url: "")), failure: error)
            }
            return true
        }
        queue.goBack(to: former)
        return false
    }

    private func begin(_ plan: SessionPlan, failure: SessionError?) {
        closeCurrentSession()
        queue.beginCurrent()
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
        let playsNow = playsFirstSession || (autoPlay && world.options.reportsPlayBeforeReady)
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
