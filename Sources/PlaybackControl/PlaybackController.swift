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
/// Source: source document 003; fact sheet, 1.2 to 1.5.
public final class PlaybackController {
    /// The world that playback happens in.
    public let world: PlaybackWorld
    private let provider: any SessionProvider

    var queue = PlaybackQueue()
    var outbox: EventOutbox
    private var givenVideos: [Video] = []
    private var sessionCount = 0
    private var playsFirstSession = false
    private var observersByNumber: [(number: Int, call: (PlaybackEvent) -> Void)] = []
    private var observerCount = 0

    /// The session of the video that is current; `nil` before the first.
    public private(set) var currentSession: PlaybackSession?

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
    /// Choosing none, or leaving the choice to the asset, forgets it (fact sheet, 1.5).
    public var enableCaptionPersistence = true
    private var persistedCaptionLanguage: String?

    /// How fast media plays; 1 unless set, and again 1 when set to 0, less, or beyond 1000.
    public var playbackRate: Double = 1 {
        didSet { playbackRate = apply(rate: playbackRate) }
    }

    /// Creates a controller.
    ///
    /// - Parameters:
    ///   - world: The world that playback happens in.
    ///   - provider: Turns videos into sessions; the outermost link of a chain.
    public init(
        world: PlaybackWorld = PlaybackWorld(),
        provider: any SessionProvider = BasicSessionProvider()
    ) {
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
                controller.deliver(event, to: delegate)
            }
        }
    }

    /// How much has happened so far, and how much of it the delegate was there for.
    private var happenings = 0
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

    func endObservation(_ number: Int) {
        observersByNumber.removeAll { $0.number == number }
    }

    private func replay(to listener: @escaping (PlaybackController, PlaybackEvent) -> Void) {
        guard let session = currentSession else { return }
        var kinds: [PlaybackEvent.Kind] = [.didAdvanceToPlaybackSession]
        if let duration = session.duration {
            kinds.append(.didChangeDuration(duration.seconds))
            kinds.append(.didChangeSeekableRanges(session.seekableRanges))
        }
        kinds.append(.didChangeExternalPlaybackActive(false))
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
        world.loop.turn { goOn() }
    }

    /// Inserts a video into the queue.
    ///
    /// - Parameters:
    ///   - video: The video.
    ///   - index: The place of the video that it is to follow, among the videos that were given and
    ///     those that were inserted; -1 puts it first.
    public func insertVideo(_ video: Video, after index: Int) {
        world.loop.turn {
            guard !video.hasError, canPlan(video),
                let place = queue.insert(video, after: index)
            else { return tell(.failedToInsertVideo(video), nil) }
            tell(.didInsertVideo(video, index: place), nil)
        }
    }

    private func canPlan(_ video: Video) -> Bool {
        do throws(SessionError) {
            return try provider.plan(for: video) != nil
        } catch {
            return false
        }
    }

    /// Makes the session of the next video for which there can be one.
    @discardableResult
    private func goOn() -> Bool {
        let place = queue
        while let video = queue.advance() {
            if video.hasError { continue }
            do throws(SessionError) {
                guard let plan = try provider.plan(for: video) else { continue }
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
        ) { [weak self] session, event in
            self?.hear(event, from: session)
        }
        session.playsByItself = autoPlay
        session.persistedCaptionLanguage = enableCaptionPersistence ? persistedCaptionLanguage : nil
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

    // MARK: Commands

    /// Plays the current video, or the first one that comes.
    public func play() {
        world.loop.turn {
            guard let currentSession else {
                playsFirstSession = true
                return
            }
            currentSession.play()
        }
    }

    /// Pauses the current video.
    public func pause() {
        world.loop.turn {
            playsFirstSession = false
            currentSession?.pause()
        }
    }

    /// Puts the playhead elsewhere.
    ///
    /// Before `Ready` this does nothing and the completion is never called.
    ///
    /// - Parameters:
    ///   - time: The position in seconds, held within the seekable range.
    ///   - toleranceBefore: How many seconds before it the playhead may land, on a sync sample.
    ///   - toleranceAfter: How many seconds after it the playhead may land, on a sync sample.
    ///   - completion: Gets whether the playhead landed; `false` when another seek or the end of the
    ///     session came first.
    public func seek(
        to time: Double, toleranceBefore: Double = 0.1, toleranceAfter: Double = 0.1,
        completion: @escaping (Bool) -> Void = { _ in }
    ) {
        let longest = MediaTime(ticks: .max / 4)
        func span(_ seconds: Double) -> MediaTime {
            MediaTime(seconds: min(max(seconds, 0), longest.seconds)) ?? .zero
        }
        guard !time.isNaN else { return }
        world.loop.turn {
            currentSession?.seek(
                to: span(time), toleranceBefore: span(toleranceBefore),
                toleranceAfter: span(toleranceAfter), completion: completion)
        }
    }

    /// Calls a closure once when the playhead of the current session comes to a place by playing.
    ///
    /// A seek over the place does not count. What waits is forgotten with the session.
    ///
    /// - Parameters:
    ///   - time: The place in seconds.
    ///   - action: What to call, at the end of the turn.
    public func whenPlayheadReaches(_ time: Double, perform action: @escaping () -> Void) {
        guard let place = MediaTime(seconds: time) else { return }
        world.loop.turn { currentSession?.whenPlayheadReaches(place, action) }
    }

    /// Loads the current video anew and goes on from a position, after a failure for example.
    ///
    /// - Parameters:
    ///   - time: The position in seconds.
    ///   - autoPlay: Whether to play once it is loaded.
    public func resumeVideo(at time: Double, autoPlay: Bool) {
        guard let position = MediaTime(seconds: time) else { return }
        world.loop.turn { currentSession?.resume(at: position, autoPlay: autoPlay) }
    }

    /// Sets the highest bandwidth that variants may have, now and in sessions to come.
    ///
    /// - Parameter bitRate: The bandwidth in bits a second; 0 means any.
    public func setPreferredPeakBitRate(_ bitRate: Int64) {
        world.options.preferredPeakBitRate = bitRate
        world.loop.turn { currentSession?.setPreferredPeakBitRate(bitRate) }
    }

    private func apply(rate: Double) -> Double {
        let accepted = PlaybackRate(rate) ?? .normal
        world.loop.turn { currentSession?.setRate(accepted) }
        return accepted.value
    }

    /// Lets everything happen until nothing is left to happen.
    ///
    /// That is so when playback has ended, rests or has failed, and no request is under way.
    public func run() {
        world.loop.runUntilIdle()
    }

    // MARK: Telling

    private func hear(_ event: SessionEvent, from session: PlaybackSession) {
        switch event {
        case .duration(let duration): tell(.didChangeDuration(duration.seconds), session)
        case .seekableRanges(let ranges): tell(.didChangeSeekableRanges(ranges), session)
        case .progress(let progress): tell(.didProgressTo(progress), session)
        case .cuePoints(let passage): tell(.didPassCuePoints(passage), session)
        case .mediaType(let type): tell(.determinedMediaType(type), session)
        case .videoType(let type): tell(.determinedVideoType(type), session)
        case .codecs(let codecs): tell(.determinedCodecs(codecs), session)
        case .metadata(let metadata): tell(.determinedMetadata(metadata), session)
        case .lifecycle(let event):
            tell(.didReceiveLifecycleEvent(event), session)
            if event.type == .end { followEnd(of: session) }
        case .audibleOption(let option):
            tell(.didChangeSelectedAudibleMediaOption(option), session)
        case .legibleOption(let option):
            if enableCaptionPersistence { persistedCaptionLanguage = option?.languageTag }
            tell(.didChangeSelectedLegibleMediaOption(option), session)
        case .boundary(let action):
            outbox.add { _ in action() }
            flushAtEndOfTurn()
        case .seekCompleted(let finished, let completion):
            outbox.add { _ in completion(finished) }
            flushAtEndOfTurn()
        }
    }

    /// Goes on when a session has been played to its end, as far as that is wanted.
    private func followEnd(of session: PlaybackSession) {
        guard session === currentSession else { return }
        world.loop.atEndOfTurn { [weak self, weak session] in
            guard let self, let session, autoAdvance, session === currentSession,
                session.hasEnded
            else { return }
            if !goOn() { tell(.didCompletePlaylist(givenVideos), nil) }
        }
    }

    private func tell(_ kind: PlaybackEvent.Kind, _ session: PlaybackSession?) {
        let event = PlaybackEvent(instant: world.loop.now, session: session, kind: kind)
        happenings += 1
        outbox.add { [happenings] controller in controller.deliver(event, number: happenings) }
        flushAtEndOfTurn()
    }

    private func flushAtEndOfTurn() {
        guard outbox.needsFlush() else { return }
        world.loop.atEndOfTurn { [weak self] in
            guard let self else { return }
            while let delivery = outbox.next() { delivery(self) }
        }
    }
}
