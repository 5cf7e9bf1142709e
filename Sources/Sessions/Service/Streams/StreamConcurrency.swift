package import Formats
package import VirtualTime

/// Decides when the heartbeats of a stream are sent, and handles their responses.
///
/// The first heartbeat is sent when the session loads. Further heartbeats follow at the interval
/// that the service states, while the session plays and the app is in the foreground. A refused
/// stream waits for an accepted heartbeat before it plays again, unless the options let it
/// continue.
///
/// Source: `Documentation/Brightcove.md#stream-concurrency`.
package struct StreamConcurrency: Equatable, Sendable {
    /// The activity of the session.
    package enum Activity: Equatable, Sendable, CaseIterable {
        case loading, playing, paused
        /// The session is not loaded, or it has finished, failed or been terminated.
        case ended
    }

    /// The answer to a heartbeat.
    package enum Outcome: Equatable, Sendable {
        /// The stream may play; the next heartbeat follows after the interval.
        case granted(interval: Duration)
        /// The account has no limit on concurrent streams.
        case unlimited
        /// The viewer has reached the limit.
        case limited
        /// The service could not answer, or its answer was malformed.
        case lost(PlaybackServiceError)
        /// The service refused for a reason other than the limit.
        case refused(PlaybackServiceError)
    }

    /// A command to the session.
    package enum Order: Equatable, Sendable {
        case report([String: PropertyValue])
        case reportError(PlaybackServiceError)
        /// Do not play automatically once the session is loaded.
        case holdStart
        case pause
        /// Play, because a play command was waiting.
        case play
    }

    /// An action for the client to perform.
    package enum Action: Equatable, Sendable {
        /// Send a heartbeat.
        case beat
        /// Request the list of the viewer's sessions.
        case list
        /// Abandon the request in progress, unless it is a heartbeat that was sent.
        ///
        /// A sent heartbeat continues, because its answer shows whether the stream must be ended.
        case cancel
        /// Notify the service that the stream is over.
        case end
        /// Call ``StreamConcurrency/wake(at:)`` at an instant.
        case wake(at: Instant, keepsWorldRunning: Bool)
        /// Cancel the planned call of ``StreamConcurrency/wake(at:)``.
        case sleep
        case order(Order)
    }

    private enum Standing: Equatable {
        /// The stream has not begun, or it has ended.
        case none
        /// The first heartbeat has not been answered yet.
        case pending
        case granted
        /// The service has no limit for the account.
        case unlimited
        case refused
    }

    private enum Request: Equatable {
        case beat, list
    }

    /// The permitted intervals between heartbeats; the service documents a minute as the shortest.
    package static let intervals = Duration.seconds(60)...Duration.seconds(86_400)

    private let options: StreamConcurrencyOptions
    private var standing = Standing.none
    private var activity = Activity.ended
    private var request: Request?
    private var isInBackground = false
    /// Whether a play command waits for an accepted heartbeat.
    private var holdsPlay = false
    /// Whether the service possibly counts the stream; if so, its end must be reported.
    private var isCounted = false
    private var awaitsRetry = false
    private var losses = 0
    private var interval = intervals.lowerBound
    private var nextBeat = Instant.start

    /// Creates the state for a session that has not loaded.
    ///
    /// - Parameter options: The options for the limit on concurrent streams.
    package init(_ options: StreamConcurrencyOptions = StreamConcurrencyOptions()) {
        self.options = options
    }

    /// Whether the stream has ended, but its last heartbeat has not been answered yet.
    package var isLeaving: Bool { standing == .none && request == .beat }

    /// Whether the session loads or plays in the foreground, so that its stream should be counted.
    private var isWatched: Bool {
        (activity == .loading || activity == .playing) && !isInBackground
    }

    /// Whether heartbeats are currently sent at intervals.
    private var isBeating: Bool {
        guard isWatched else { return false }
        return standing == .granted || standing == .refused && options.reaction == .report
    }

    // MARK: The session

    /// Reacts to a change of the session's activity.
    ///
    /// - Parameters:
    ///   - next: The new activity.
    ///   - now: The current instant.
    /// - Returns: The actions, in order.
    package mutating func follow(_ next: Activity, at now: Instant) -> [Action] {
        guard next != activity else { return [] }
        activity = next
        switch next {
        case .loading where standing == .refused && request == nil:
            // If the session is loaded again after a refusal, the stream starts again.
            standing = .pending
            holdsPlay = false
            return beat()
        case .loading, .playing: return start() + schedule(at: now)
        case .paused:
            guard standing != .pending else { return [] }
            awaitsRetry = false
            losses = 0
            return [.sleep]
        case .ended: return end()
        }
    }

    /// Decides whether a play command takes effect now, or waits for the service's permission.
    ///
    /// - Returns: Whether the command takes effect now, and the actions.
    package mutating func play() -> (isPermitted: Bool, actions: [Action]) {
        guard standing == .refused, options.reaction == .pause else { return (true, []) }
        holdsPlay = true
        return (false, request == nil && !awaitsRetry ? beat() : [])
    }

    /// Cancels a waiting play command, and returns the actions that follow.
    package mutating func withdrawPlay() -> [Action] {
        guard holdsPlay else { return [] }
        holdsPlay = false
        awaitsRetry = false
        losses = 0
        return [.sleep]
    }

    /// Reacts when the app moves to the background, or returns to the foreground.
    ///
    /// - Parameters:
    ///   - isInBackground: Whether the app is in the background.
    ///   - now: The current instant.
    /// - Returns: The actions, in order.
    package mutating func setInBackground(
        _ isInBackground: Bool, at now: Instant
    ) -> [Action] {
        guard isInBackground != self.isInBackground else { return [] }
        self.isInBackground = isInBackground
        if isInBackground { return [.sleep] }
        if awaitsRetry { return beat() }
        return start() + schedule(at: now)
    }

    // MARK: The service

    /// Handles a requested wake-up: returns the actions that send a heartbeat, if one is due.
    ///
    /// - Parameter now: The current instant.
    /// - Returns: The actions, in order.
    package mutating func wake(at now: Instant) -> [Action] {
        guard request == nil, !isInBackground, awaitsRetry || isBeating else { return [] }
        return beat()
    }

    /// Reacts to the answer to a heartbeat.
    ///
    /// - Parameters:
    ///   - outcome: The answer.
    ///   - now: The current instant.
    /// - Returns: The actions, in order.
    package mutating func answer(_ outcome: Outcome, at now: Instant) -> [Action] {
        guard request == .beat else { return [] }
        request = nil
        guard standing != .none else { return end(after: outcome) }
        switch outcome {
        case .granted(let interval):
            losses = 0
            isCounted = true
            standing = .granted
            self.interval = min(
                max(interval, Self.intervals.lowerBound), Self.intervals.upperBound)
            nextBeat = now.advanced(by: self.interval)
            return releasePlay() + schedule(at: now)
        case .unlimited:
            losses = 0
            isCounted = false
            standing = .unlimited
            return releasePlay()
        case .limited:
            losses = 0
            isCounted = false
            standing = .refused
            request = .list
            return (options.reaction == .pause ? [.order(.holdStart)] : []) + [.list]
        case .lost(let error):
            losses += 1
            // The service may have counted the stream before its answer was lost.
            isCounted = true
            guard standing == .pending || isBeating || holdsPlay else {
                losses = 0
                return []
            }
            guard losses > options.retries else {
                awaitsRetry = true
                let next = now.advanced(by: max(options.retryDelay, .zero))
                return isInBackground ? [] : [.wake(at: next, keepsWorldRunning: true)]
            }
            return refuse(error, at: now)
        case .refused(let error): return refuse(error, at: now)
        }
    }

    /// Reacts to the list of the viewer's sessions, requested when their number reached the limit.
    ///
    /// - Parameters:
    ///   - sessions: The list; empty when the service sent none.
    ///   - now: The current instant.
    /// - Returns: The actions, in order.
    package mutating func list(
        _ sessions: [String: PropertyValue], at now: Instant
    ) -> [Action] {
        guard request == .list else { return [] }
        request = nil
        return react([.order(.report(sessions))], at: now)
    }

    /// Records that a request for the list of sessions, or an unsent heartbeat, was cancelled.
    package mutating func abandon() { request = nil }

    // MARK: Steps

    private mutating func start() -> [Action] {
        guard standing == .none, isWatched else { return [] }
        standing = .pending
        // The answer to a heartbeat in progress for the previous stream also decides about this
        // stream, so another heartbeat is unnecessary.
        return request == .beat ? [] : beat()
    }

    private mutating func beat() -> [Action] {
        request = .beat
        awaitsRetry = false
        return [.beat]
    }

    private func schedule(at now: Instant) -> [Action] {
        guard isBeating, request == nil, !awaitsRetry else { return [] }
        return [.wake(at: max(nextBeat, now), keepsWorldRunning: false)]
    }

    private mutating func releasePlay() -> [Action] {
        guard holdsPlay else { return [] }
        holdsPlay = false
        return [.order(.play)]
    }

    private mutating func refuse(_ error: PlaybackServiceError, at now: Instant) -> [Action] {
        losses = 0
        standing = .refused
        return react([.order(.reportError(error))], at: now)
    }

    /// Returns the reports of a refusal, and the reaction that the options select.
    ///
    /// The reaction is an order to pause, or the actions that schedule the next heartbeat.
    private mutating func react(_ reports: [Action], at now: Instant) -> [Action] {
        holdsPlay = false
        nextBeat = now.advanced(by: interval)
        switch options.reaction {
        case .pause: return reports + [.order(.pause)]
        case .report: return reports + schedule(at: now)
        }
    }

    private mutating func end() -> [Action] {
        standing = .none
        holdsPlay = false
        awaitsRetry = false
        losses = 0
        // The request to end the stream could overtake a heartbeat in progress, so the answer to
        // the heartbeat is awaited first.
        guard request != .beat, isCounted else { return [.sleep, .cancel] }
        isCounted = false
        return [.sleep, .cancel, .end]
    }

    /// Returns the actions when a heartbeat is answered after its stream has ended.
    private mutating func end(after outcome: Outcome) -> [Action] {
        let wasCounted = isCounted
        isCounted = false
        switch outcome {
        case .granted, .lost: return [.end]
        case .refused: return wasCounted ? [.end] : []
        case .unlimited, .limited: return []
        }
    }
}
