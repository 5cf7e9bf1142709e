/// Decides what happens to one download: a value that takes what happened and says what to do.
///
/// Both public faces are views of it. It knows nothing of bytes: progress comes in as a fraction.
///
/// ```
///  preloaded ─request─► preparing ─prepared─► waiting ─slot─► running ─finished─► completed
///                           │                    │              │ ▲
///                           └──────── pause ─────┴──── pause ──►│ │ resume: through waiting
///                                                             paused
///  cancel leads from everywhere but the ends to cancelled, a failure to failed;
///  resume leads from failed to preparing, with what is stored; so does repair from completed.
/// ```
package struct DownloadStateMachine: Equatable, Sendable {
    /// Where a download stands.
    package enum Stage: Equatable, Sendable {
        /// The licence is there; the download has not been asked for.
        case preloaded
        /// Playlists, keys and licences are being fetched.
        case preparing
        /// It could run, and others run in its place.
        case waiting
        /// Its segments are being fetched.
        case running
        /// The user holds it.
        case paused
        case completed
        case cancelled
        case failed(OfflineError)
    }

    /// What happened.
    package enum Input: Equatable, Sendable {
        case request
        /// The licence has come, and nothing else was asked for so far.
        case licencePreloaded
        /// Everything is known that has to be before segments are fetched.
        case prepared
        /// A licence has come.
        case keyLoaded
        case slotGranted
        /// What was prepared is no longer good: locations have expired.
        case outdated
        /// More is there: a fraction of the whole, which never falls back.
        case progress(Double)
        case finished
        case failed(OfflineError)
        case pause
        case resume
        case cancel
        /// The network may be used by this download from now on, or may not.
        case network(isAllowed: Bool)
        /// A player takes precedence from now on, or no longer.
        case yield(isNeeded: Bool)
        /// Something of what was complete is broken and has to be fetched again: this much is left.
        case repair(stored: Double)
    }

    /// What there is to do.
    package enum Action: Equatable, Sendable {
        /// Fetch playlists, keys and licences, or go on with that.
        case prepare
        /// Get in the line for a slot.
        case enqueue
        /// Leave the line, or give the slot to who is next.
        case leaveLine
        /// Fetch segments, or go on with that.
        case fetch
        /// Give up the requests under way; what came of them is kept.
        case stopRequests
        /// Tell the observers.
        case tell(Announcement)
    }

    /// What observers are told.
    package enum Announcement: Equatable, Sendable {
        case preloaded
        case preparing
        case waiting
        case running(Double)
        case noConnection(Double)
        case paused(Double)
        case keyLoaded
        case completed
        case cancelled
        case failed(OfflineError)
    }

    /// Where the download stands.
    package private(set) var stage: Stage
    /// How much of the whole is there; 0 to 1.
    package private(set) var progress: Double
    /// Whether anything came since it was asked for.
    package private(set) var hasProgressed = false
    /// Whether the network may be used.
    package private(set) var isNetworkAllowed = true
    /// Whether a player takes precedence.
    package private(set) var isYielding = false
    /// Whether it can be held before it has run for the first time.
    ///
    /// Source: `Documentation/VidLoader.md#states`: VidLoader has nothing to hold by then, and
    /// ignores it.
    package let pausesBeforeRunning: Bool
    private var isPrepared = false
    private var hasRun: Bool

    /// Creates the machine of a download.
    ///
    /// - Parameters:
    ///   - stage: Where it stands.
    ///   - progress: How much of the whole is there.
    ///   - pausesBeforeRunning: Whether it can be held before it has run for the first time.
    package init(
        stage: Stage = .preparing, progress: Double = 0, pausesBeforeRunning: Bool = true
    ) {
        self.stage = stage
        self.progress = progress
        self.pausesBeforeRunning = pausesBeforeRunning
        hasProgressed = progress > 0
        hasRun = progress > 0
    }

    /// Whether it is over, in any way.
    package var isOver: Bool {
        switch stage {
        case .completed, .cancelled, .failed: true
        case .preloaded, .preparing, .waiting, .running, .paused: false
        }
    }

    /// Whether requests may be made now.
    package var mayFetch: Bool {
        switch stage {
        case .preparing: isNetworkAllowed
        case .running: isNetworkAllowed && !isYielding
        default: false
        }
    }

    /// Takes in what happened.
    ///
    /// - Parameter input: What happened.
    /// - Returns: What to do, in this order; empty when it changes nothing.
    package mutating func handle(_ input: Input) -> [Action] {
        switch input {
        case .request: request()
        case .licencePreloaded: preloaded()
        case .prepared: prepared()
        case .keyLoaded: stage == .preparing ? [.tell(.keyLoaded)] : []
        case .slotGranted: granted()
        case .outdated: outdated()
        case .progress(let fraction): progressed(to: fraction)
        case .finished: finished()
        case .failed(let error): isOver ? [] : end(.failed(error), .failed(error))
        case .pause: pause()
        case .resume: resume()
        case .cancel: isOver ? [] : end(.cancelled, .cancelled)
        case .network(let isAllowed): network(isAllowed)
        case .yield(let isNeeded): yield(isNeeded)
        case .repair(let fraction): repair(from: fraction)
        }
    }

    private mutating func request() -> [Action] {
        guard stage == .preloaded else { return [] }
        stage = .preparing
        return startPreparing()
    }

    /// Tells of it also where the network has to come first.
    private func startPreparing() -> [Action] {
        isNetworkAllowed ? [.tell(.preparing), .prepare] : [.tell(.preparing)]
    }

    private mutating func preloaded() -> [Action] {
        guard stage == .preparing else { return [] }
        stage = .preloaded
        return [.tell(.preloaded)]
    }

    private mutating func outdated() -> [Action] {
        isPrepared = false
        guard stage == .running || stage == .waiting || stage == .preparing else { return [] }
        stage = .preparing
        return [.stopRequests, .leaveLine]
    }

    private mutating func prepared() -> [Action] {
        guard stage == .preparing else { return [] }
        isPrepared = true
        stage = .waiting
        return [.tell(.waiting), .enqueue]
    }

    private mutating func granted() -> [Action] {
        if stage == .running { return [] }
        guard stage == .waiting else { return [.leaveLine] }
        stage = .running
        hasRun = true
        let news: Announcement = isNetworkAllowed ? .running(progress) : .noConnection(progress)
        return mayFetch ? [.tell(news), .fetch] : [.tell(news)]
    }

    private mutating func progressed(to fraction: Double) -> [Action] {
        guard stage == .running || stage == .paused else { return [] }
        let fraction = fraction > progress ? min(fraction, 1) : progress
        progress = fraction
        hasProgressed = true
        return stage == .running && isNetworkAllowed ? [.tell(.running(fraction))] : []
    }

    private mutating func finished() -> [Action] {
        guard stage == .running else { return [] }
        progress = 1
        hasProgressed = true
        return end(.completed, .completed)
    }

    private mutating func pause() -> [Action] {
        switch stage {
        case .preparing where !pausesBeforeRunning && !hasRun: return []
        case .waiting where !pausesBeforeRunning && !hasRun: return []
        case .preparing, .waiting, .running:
            stage = .paused
            return [.stopRequests, .tell(.paused(progress)), .leaveLine]
        case .preloaded, .paused, .completed, .cancelled, .failed: return []
        }
    }

    private mutating func resume() -> [Action] {
        switch stage {
        case .paused where isPrepared:
            stage = .waiting
            return [.tell(.waiting), .enqueue]
        case .paused, .failed:
            stage = .preparing
            isPrepared = false
            return startPreparing()
        case .preloaded, .preparing, .waiting, .running, .completed, .cancelled: return []
        }
    }

    private mutating func network(_ isAllowed: Bool) -> [Action] {
        guard isAllowed != isNetworkAllowed else { return [] }
        isNetworkAllowed = isAllowed
        switch stage {
        case .preparing: return isAllowed ? [.prepare] : [.stopRequests]
        case .running where isAllowed:
            return [.tell(.running(progress))] + (mayFetch ? [.fetch] : [])
        case .running: return [.stopRequests, .tell(.noConnection(progress))]
        default: return []
        }
    }

    private mutating func yield(_ isNeeded: Bool) -> [Action] {
        guard isNeeded != isYielding else { return [] }
        isYielding = isNeeded
        guard stage == .running else { return [] }
        if isNeeded { return [.stopRequests] }
        return mayFetch ? [.fetch] : []
    }

    private mutating func repair(from fraction: Double) -> [Action] {
        guard stage == .completed else { return [] }
        progress = fraction > 0 ? min(fraction, 1) : 0
        hasProgressed = progress > 0
        isPrepared = false
        stage = .preparing
        return startPreparing()
    }

    private mutating func end(_ stage: Stage, _ news: Announcement) -> [Action] {
        self.stage = stage
        return [.stopRequests, .tell(news), .leaveLine]
    }
}
