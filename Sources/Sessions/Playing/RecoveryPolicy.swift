import Transport

/// Decides what a failure leads to: another try, another variant, going on without, or the end.
///
/// Loaders never retry on their own; this is the only place that knows how often and how fast.
/// AVPlayer and the SDKs on top of it publish no such table, so the defaults are ours, chosen
/// between those of Media3, hls.js and Shaka: three retries of a segment and two of a playlist,
/// after one, two and four seconds.
public struct RecoveryPolicy: Equatable, Sendable {
    /// What to do when nothing helps.
    public enum LastResort: Equatable, Sendable {
        /// The session fails.
        case fail
        /// Playback goes on without the segment; the ledger says what is missing.
        case skip
    }

    /// How often a playlist is asked for again after a failure that may pass.
    public var playlistRetries = 2
    /// How often a segment is asked for again after a failure that may pass.
    public var segmentRetries = 3
    /// How often a key, a certificate or a licence is asked for again after a failure that may pass.
    public var keyRetries = 2
    /// How long a key system may take to come back with a key, retries included.
    ///
    /// Without a bound, an app that never answers would let a test wait for ever in silence.
    public var keyTimeout = Duration.seconds(30)
    /// How long to wait for the first byte of an answer before the request has failed.
    ///
    /// hls.js waits ten seconds and Media3 eight. It is about time in the world, and so about what
    /// goes wrong there on purpose; servers that are really asked have ``HTTPOptions``.
    public var requestTimeout = Duration.seconds(10)
    /// How long to wait before the first retry; each further one waits twice as long.
    public var firstDelay = Duration.seconds(1)
    /// The longest time to wait before a retry.
    public var longestDelay = Duration.seconds(8)
    /// The longest time to wait before a retry because a server asks for it (`Retry-After`).
    public var longestServerDelay = Duration.seconds(120)
    /// What a segment that cannot be had leads to, when no other variant has it.
    public var missingSegment = LastResort.fail
    /// What a segment that is damaged or cut short leads to, when no other variant has it.
    public var damagedSegment = LastResort.fail

    /// What subtitles that cannot be had lead to; without them means without the whole track.
    ///
    /// The simulated SDK fails playback (`Documentation/Brightcove.md#sidecar-subtitles`).
    public var missingSubtitles = LastResort.fail

    /// How many times its duration the transfer of a segment may take; `nil` sets no bound.
    ///
    /// A server that sends a byte from time to time is never silent, and would never end.
    public var segmentTimeFactor: Int? = 10
    /// The time that the transfer of a segment may take in any case.
    public var shortestSegmentTime = Duration.seconds(60)
    /// How long the transfer of a playlist, a key or another small resource may take.
    ///
    /// `nil` sets no bound. An answer that a low-latency server holds has three target durations besides.
    public var answerTime: Duration? = .seconds(60)
    /// How long a single file may come with fewer than ``HTTPOptions/slowestBytesPerSecond``.
    public var fileSlowness = Duration.seconds(60)
    /// How many times the planned size a segment may have before it is refused.
    public var segmentSizeFactor = 16
    /// How many bytes a segment may have in any case.
    public var smallestSegmentBound: Int64 = 32 << 20

    /// Whether playback goes on without every segment and rendition that cannot be used, so that a
    /// survey finds all of them and not only the first.
    package var skipsEveryLoss = false

    /// Creates the policy with its defaults.
    public init() {}

    /// What failed.
    package enum Subject: Equatable, Sendable {
        case playlist
        case segment
        case key
    }

    /// What to do about a failure.
    package enum Recovery: Equatable, Sendable {
        case retry(after: Duration)
        case switchVariant
        case skip
        case fail
    }

    /// Decides whether a request is made again.
    ///
    /// - Parameters:
    ///   - subject: What was asked for.
    ///   - error: Why it failed.
    ///   - attempt: How many tries have failed, this one included.
    /// - Returns: How long to wait before the next try, or `nil` when there is to be none.
    package func retryDelay(
        for subject: Subject, error: SessionError, attempt: Int
    ) -> Duration? {
        guard error.mayPass else { return nil }
        let limit =
            switch subject {
            case .playlist: playlistRetries
            case .segment: segmentRetries
            case .key: keyRetries
            }
        guard attempt <= limit else { return nil }
        let doublings = min(max(attempt - 1, 0), 16)
        let delay = min(firstDelay * (1 << doublings), longestDelay)
        guard case .transport(let failure) = error, let asked = failure.retryAfter else {
            return delay
        }
        // A server that says when is taken at its word, as far as anybody would wait.
        return max(delay, min(asked, longestServerDelay))
    }

    /// Decides what the final failure of a segment leads to.
    ///
    /// - Parameters:
    ///   - error: Why it failed.
    ///   - hasOtherVariant: Whether another variant may have it.
    /// - Returns: What to do; never a retry.
    package func recovery(for error: SessionError, hasOtherVariant: Bool) -> Recovery {
        if hasOtherVariant { return .switchVariant }
        if skipsEveryLoss { return .skip }
        switch error.isDamage ? damagedSegment : missingSegment {
        case .fail: return .fail
        case .skip: return .skip
        }
    }
}
