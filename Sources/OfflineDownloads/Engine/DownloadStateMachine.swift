/// Decides the state of one download: a value that receives inputs and returns actions.
///
/// `OfflineVideoManager` and `VidLoader`, the two public interfaces, both present this state. The
/// machine does not handle bytes: progress is a fraction.
///
/// ```
/// preloaded ─request─► preparing ─prepared─► waiting ─slot─► running ─finished─► completed
///                          │                    │              │ ▲
///                          └──────── pause ─────┴──── pause ──►│ │ resume: through waiting
///                                                            paused
/// From every state except the final ones, cancel leads to cancelled, and a failure to failed.
/// Resume leads from failed, and repair from completed, to preparing, with the stored files.
/// ```
package struct DownloadStateMachine: Equatable, Sendable {
    /// The stage of a download.
    package enum Stage: Equatable, Sendable {
        /// The licence is stored; the download has not been requested.
        case preloaded
        /// Playlists, keys and licences are being fetched.
        case preparing
        /// The download is ready to run, but other downloads occupy all slots.
        case waiting
        /// The segments are being fetched.
        case running
        /// Paused by the user.
        case paused
        case completed
        case cancelled
        case failed(OfflineError)
    }

    /// An input of the machine.
    package enum Input: Equatable, Sendable {
        case request
        /// The licence has arrived; the request was only for the licence, not for the video.
        case licencePreloaded
        /// All information required for downloading segments is known.
        case prepared
        /// A licence has arrived.
        case keyLoaded
        case slotGranted
        /// The plan is outdated: locations have expired.
        case outdated
        /// The progress, which never decreases, as a fraction of the whole download.
        case progress(Double)
        case finished
        case failed(OfflineError)
        case pause
        case resume
        case cancel
        /// The network has become permitted or forbidden for the download.
        case network(isAllowed: Bool)
        /// A player starts or stops using the network in place of the download.
        case yield(isNeeded: Bool)
        /// Files of a complete download are damaged; `stored` is the fraction that is intact.
        case repair(stored: Double)
    }

    /// An action to perform.
    package enum Action: Equatable, Sendable {
        /// Start or continue to load playlists, keys and licences.
        case prepare
        /// Join the queue of the downloads that wait for a slot.
        case enqueue
        /// Leave the queue of the waiting downloads, or return the slot.
        case leaveLine
        /// Start or continue to load segments.
        case fetch
        /// Cancel the requests in progress; their received bytes are kept.
        case stopRequests
        /// Report the stage and the progress to the observers.
        case report(DownloadReport)
        /// Report to the observers that a licence has arrived.
        case reportKey
    }

    /// The stage of the download.
    package private(set) var stage: Stage
    /// The progress, from 0 to 1.
    package private(set) var progress: Double
    /// Whether the download has made progress since it was requested.
    package private(set) var hasProgressed = false
    /// Whether the download may use the network.
    package private(set) var isNetworkAllowed = true
    /// Whether the download pauses its requests, because a player needs the network.
    package private(set) var isYielding = false
    /// Whether the download can be paused before it first runs.
    ///
    /// VidLoader ignores such a pause: `Documentation/VidLoader.md#states`.
    package let pausesBeforeRunning: Bool
    private var isPrepared = false
    private var hasRun: Bool

    /// Creates the machine of a download.
    ///
    /// - Parameters:
    ///   - stage: The stage.
    ///   - progress: The progress, from 0 to 1.
    ///   - pausesBeforeRunning: Whether the download can be paused before it first runs.
    package init(
        stage: Stage = .preparing, progress: Double = 0, pausesBeforeRunning: Bool = true
    ) {
        self.stage = stage
        self.progress = progress
        self.pausesBeforeRunning = pausesBeforeRunning
        hasProgressed = progress > 0
        hasRun = progress > 0
    }

    /// Whether the download has ended, in any way.
    package var isOver: Bool {
        switch stage {
        case .completed, .cancelled, .failed: true
        case .preloaded, .preparing, .waiting, .running, .paused: false
        }
    }

    /// The current stage and progress, for observers.
    package var report: DownloadReport {
        DownloadReport(stage, progress: progress, isConnected: isNetworkAllowed)
    }

    /// Whether requests are permitted now.
    package var mayFetch: Bool {
        switch stage {
        case .preparing: isNetworkAllowed
        case .running: isNetworkAllowed && !isYielding
        default: false
        }
    }

    /// Handles an input.
    ///
    /// - Parameter input: The input.
    /// - Returns: The actions to perform, in order; empty when the input requires no action.
    package mutating func handle(_ input: Input) -> [Action] {
        switch input {
        case .request: request()
        case .licencePreloaded: preloaded()
        case .prepared: prepared()
        case .keyLoaded: stage == .preparing ? [.reportKey] : []
        case .slotGranted: granted()
        case .outdated: outdated()
        case .progress(let fraction): progressed(to: fraction)
        case .finished: finished()
        case .failed(let error): isOver ? [] : end(.failed(error))
        case .pause: pause()
        case .resume: resume()
        case .cancel: isOver ? [] : end(.cancelled)
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

    /// Returns the actions that report the stage and, if the network is permitted, start preparing.
    private func startPreparing() -> [Action] {
        isNetworkAllowed ? [.report(report), .prepare] : [.report(report)]
    }

    private mutating func preloaded() -> [Action] {
        guard stage == .preparing else { return [] }
        stage = .preloaded
        return [.report(report)]
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
        return enqueue()
    }

    private mutating func enqueue() -> [Action] {
        stage = .waiting
        return [.report(report), .enqueue]
    }

    private mutating func granted() -> [Action] {
        if stage == .running { return [] }
        guard stage == .waiting else { return [.leaveLine] }
        stage = .running
        hasRun = true
        return mayFetch ? [.report(report), .fetch] : [.report(report)]
    }

    private mutating func progressed(to fraction: Double) -> [Action] {
        guard stage == .running || stage == .paused else { return [] }
        if fraction > progress { progress = min(fraction, 1) }
        hasProgressed = true
        return stage == .running && isNetworkAllowed ? [.report(report)] : []
    }

    private mutating func finished() -> [Action] {
        guard stage == .running else { return [] }
        progress = 1
        hasProgressed = true
        return end(.completed)
    }

    private mutating func pause() -> [Action] {
        switch stage {
        case .preparing where !pausesBeforeRunning && !hasRun: return []
        case .waiting where !pausesBeforeRunning && !hasRun: return []
        case .preparing, .waiting, .running:
            stage = .paused
            return [.stopRequests, .report(report), .leaveLine]
        case .preloaded, .paused, .completed, .cancelled, .failed: return []
        }
    }

    private mutating func resume() -> [Action] {
        switch stage {
        case .paused where isPrepared: return enqueue()
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
            return [.report(report)] + (mayFetch ? [.fetch] : [])
        case .running: return [.stopRequests, .report(report)]
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

    private mutating func end(_ stage: Stage) -> [Action] {
        self.stage = stage
        return [.stopRequests, .report(report), .leaveLine]
    }
}
