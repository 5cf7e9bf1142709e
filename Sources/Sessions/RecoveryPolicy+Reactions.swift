import Transport
package import VirtualTime

/// The reactions to failures, which differ between players, and the choice among them.
extension RecoveryPolicy {
    /// The HTTP statuses after which a failed request is repeated.
    package enum RepeatedStatuses: Equatable, Sendable {
        /// The statuses of temporary failures: 408, 429 and 5xx.
        case temporary
        /// The statuses 5xx of any request, and the statuses 4xx of an indispensable segment.
        ///
        /// A segment is indispensable if playback can continue neither with another variant stream
        /// nor without the segment.
        case serverErrors
        /// All statuses of failed requests.
        case all
    }

    /// The rule for playing another variant stream after a failure of a segment or playlist.
    package enum Failover: Equatable, Sendable {
        /// Another variant stream is played after the last attempt has failed.
        case switches
        /// Another variant stream is played after the last attempt, unless that attempt timed out.
        case switchesUnlessTimedOut
        /// Another variant stream is played at once after a failure with one of these statuses.
        ///
        /// After any other failure of a segment, no other variant stream is played.
        case switchesAtOnce(after: Set<Int>)
        /// No other variant stream is played.
        case none

        /// Returns whether another variant stream is played after a failure.
        func applies(to error: SessionError) -> Bool {
            switch self {
            case .switches: true
            case .switchesUnlessTimedOut: !error.isTimeout
            case .switchesAtOnce(let statuses): error.status.map(statuses.contains) ?? false
            case .none: false
            }
        }
    }

    /// The reaction to a missing segment that no other variant stream has.
    package enum Persistence: Equatable, Sendable {
        /// The segment is not requested again, and the last resort of the recovery policy applies.
        case none
        /// A segment of a broadcast counts as missing, and playback continues.
        ///
        /// This does not apply to the newest segment.
        case gap
        /// The segment is requested again until the playhead reaches the end of the buffered media.
        ///
        /// The delays between these requests are the same as the delays before retries.
        case whileMediaLasts
        /// A segment of a broadcast is requested again after the given delay.
        case againInBroadcasts(after: Duration)
        /// After half a target duration, the segment is requested again, from any variant stream.
        case againOfAnyVariant
    }

    /// The rules for requesting the rest of a response whose connection broke during the body.
    package struct RestRequests: Equatable, Sendable {
        /// The delay before the first request.
        package var delay: Duration
        /// The time by which the delay grows from each request to the next.
        package var increase: Duration
        /// The maximum number of requests for the rest of one response.
        package var limit: Int
    }

    /// A segment that could not be obtained or used, with the facts that decide the reaction.
    package struct FailedSegment: Equatable, Sendable {
        /// Whether another variant stream may have the segment.
        package var hasOtherVariant = false
        /// Whether the segment belongs to a broadcast that has not ended.
        package var isOfBroadcast = false
        /// Whether the segment has left its live playlist; no variant stream then lists it.
        package var hasLeft = false
        /// Whether the playlist of the segment lists no later segment.
        package var isNewest = false
        /// The target duration of the segment's playlist.
        package var targetDuration = MediaTime.zero
        /// The number of failed attempts to load this segment of this variant stream.
        package var attempts = 1
        /// The time since the first failure of a segment at this position.
        package var elapsed = Duration.zero

        /// Creates a segment that has failed once, of a video on demand with one variant stream.
        package init() {}
    }

    /// The reaction to the final failure of a segment.
    package enum Recovery: Equatable, Sendable {
        /// Another variant stream is played.
        case switchVariant
        /// The segment is requested again.
        case again(Repetition)
        /// Playback continues without the segment.
        case skip
        /// Playback ends.
        case fail
    }

    /// A further request for a segment, after the regular attempts have failed.
    package struct Repetition: Equatable, Sendable {
        /// The delay before the request.
        package var delay: Duration
        /// Whether playback fails if the buffered media runs out before the request is made.
        package var needsMedia = false
        /// Whether the request continues the count of attempts; otherwise the count restarts.
        package var continuesAttempts = false
        /// Whether the current variant stream is excluded, and earlier exclusions are cancelled.
        package var changesVariant = false

        /// Creates a request that restarts the count of attempts.
        package init(delay: Duration) { self.delay = delay }
    }

    // MARK: Settings

    /// The delay of the first retry; setting it also removes the delays in ``retryDelays``.
    package var chosenFirstDelay: Duration {
        get { firstDelay }
        set {
            firstDelay = newValue
            retryDelays = []
        }
    }

    /// The last resort for a missing segment; setting it also sets ``persistence`` to `none`.
    ///
    /// After the final failure of a segment, the player then neither requests the segment again nor
    /// treats it as a gap.
    package var chosenMissingSegment: LastResort {
        get { missingSegment }
        set {
            missingSegment = newValue
            persistence = .none
        }
    }

    // MARK: Retries

    /// Returns the delay before a failed request is retried; `nil` if it is not retried.
    ///
    /// - Parameters:
    ///   - subject: The failed resource.
    ///   - error: The error.
    ///   - attempt: The number of failed attempts, including the latest one.
    ///   - hasWayOut: Whether playback may continue with another variant, or without the segment.
    /// - Returns: The delay before the next attempt; `nil` if there is none.
    package func retryDelay(
        for subject: Subject, error: SessionError, attempt: Int, hasWayOut: Bool = false
    ) -> Duration? {
        guard repeats(subject, after: error, hasWayOut: hasWayOut) else { return nil }
        let limit =
            switch subject {
            case .playlist: playlistRetries
            case .reload, .hint: 0
            case .segment: segmentRetries
            case .key: keyRetries
            }
        if error.isTimeout, let timeoutRetries {
            return attempt <= min(limit, timeoutRetries) ? .zero : nil
        }
        guard attempt <= limit else { return nil }
        let delay = delay(after: attempt)
        guard case .transport(let failure) = error, let asked = failure.retryAfter else {
            return delay
        }
        // A delay requested by a server is respected, up to a limit.
        return max(delay, min(asked, longestServerDelay))
    }

    /// Returns the delay before the rest of a response is requested; `nil` if it is not requested.
    ///
    /// - Parameters:
    ///   - error: The error.
    ///   - attempt: The number of failed attempts, including the latest one.
    /// - Returns: The delay before the request; `nil` if there is none.
    package func restDelay(after error: SessionError, attempt: Int) -> Duration? {
        guard let rest, attempt <= rest.limit, case .transport(let failure) = error,
            case .truncated(_, let received) = failure.cause, received > 0
        else { return nil }
        return rest.delay + rest.increase * (attempt - 1)
    }

    private func repeats(
        _ subject: Subject, after error: SessionError, hasWayOut: Bool
    ) -> Bool {
        guard let status = error.status else { return error.mayPass }
        if hasWayOut, case .switchesAtOnce(let statuses) = failover, statuses.contains(status) {
            return false
        }
        return switch repeatedStatuses {
        case .temporary: error.mayPass
        case .serverErrors: !(400..<500 ~= status) || subject == .segment && !hasWayOut
        case .all: true
        }
    }

    /// Returns the delay before the next retry after a number of failed attempts.
    private func delay(after attempts: Int) -> Duration {
        let place = max(attempts - 1, 0)
        let delay =
            retryDelays.isEmpty
            ? firstDelay * (1 << min(place, 16)) : retryDelays[min(place, retryDelays.count - 1)]
        return min(delay, longestDelay)
    }

    // MARK: Final failures

    /// Returns whether playback may continue with another variant, or without the segment.
    package func hasWayOut(of segment: FailedSegment) -> Bool {
        segment.hasOtherVariant && failover != .none || isGap(segment)
    }

    private func isGap(_ segment: FailedSegment) -> Bool {
        persistence == .gap && segment.isOfBroadcast && !segment.isNewest
    }

    /// Returns the reaction to the final failure of a segment.
    ///
    /// - Parameters:
    ///   - error: The error.
    ///   - segment: The segment.
    /// - Returns: The reaction, from the rules of this policy.
    package func recovery(for error: SessionError, of segment: FailedSegment) -> Recovery {
        if segment.hasOtherVariant, failover.applies(to: error) { return .switchVariant }
        if skipsEveryLoss { return .skip }
        // Damaged media is not requested again, because another request would not repair it.
        if case .transport = error {
            if isGap(segment) { return .skip }
            if let repetition = repetition(of: segment) { return .again(repetition) }
        }
        switch error.isDamage ? damagedSegment : missingSegment {
        case .fail: return .fail
        case .skip: return .skip
        }
    }

    private func repetition(of segment: FailedSegment) -> Repetition? {
        guard segment.elapsed < longestPersistence else { return nil }
        switch persistence {
        case .none, .gap: return nil
        case .whileMediaLasts:
            var repetition = Repetition(delay: delay(after: segment.attempts))
            repetition.needsMedia = segment.attempts > segmentRetries
            repetition.continuesAttempts = true
            return repetition
        case .againInBroadcasts(let delay):
            return segment.isOfBroadcast ? Repetition(delay: delay) : nil
        case .againOfAnyVariant:
            // The wait must not be zero even if no target duration is known. This is only a
            // safeguard, because a playlist without a target duration has no segments.
            let half = Duration(playing: segment.targetDuration, at: .normal) / 2
            var repetition = Repetition(delay: max(half, .milliseconds(500)))
            repetition.changesVariant = true
            return repetition
        }
    }
}
