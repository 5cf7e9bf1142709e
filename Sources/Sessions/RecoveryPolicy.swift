/// Decides the reaction to a failed request.
///
/// The reaction is a retry, another variant stream, playback without the resource, or the end of
/// playback. Loaders never retry; only this policy decides the number and delay of retries.
/// AVPlayer and the SDKs based on it do not publish their retries and delays, so the defaults are
/// similar to the defaults of Media3, hls.js and Shaka: three retries of a segment and two of a
/// playlist, after one, two and four seconds.
public struct RecoveryPolicy: Equatable, Sendable {
    /// The reaction when all retries have failed.
    public enum LastResort: Equatable, Sendable {
        /// The session fails.
        case fail
        /// Playback continues without the media; the ledger lists the media as missing.
        case skip
    }

    /// The number of retries of a playlist after a temporary failure.
    public var playlistRetries = 2
    /// The number of retries of a segment after a temporary failure.
    public var segmentRetries = 3
    /// The number of retries of a key, certificate or licence after a temporary failure.
    public var keyRetries = 2
    /// The time limit for a key system to return a key, including retries.
    ///
    /// Without a limit, an app that never responds would make a test wait endlessly.
    public var keyTimeout = Duration.seconds(30)
    /// The time limit for the first byte of a response.
    ///
    /// hls.js waits ten seconds and Media3 eight. The limit is a time on the virtual clock, so it
    /// applies to injected faults; `HTTPOptions` has the limits for real servers.
    public var requestTimeout = Duration.seconds(10)
    /// The delay of the first retry, which doubles with each further retry.
    public var firstDelay = Duration.seconds(1)
    /// The longest delay before a retry, unless the server requests a longer one.
    public var longestDelay = Duration.seconds(8)
    /// The longest delay that a server can request with `Retry-After` before a retry.
    public var longestServerDelay = Duration.seconds(120)
    /// The reaction to a missing segment that no other variant can replace.
    public var missingSegment = LastResort.fail
    /// The reaction to a damaged or truncated segment that no other variant can replace.
    public var damagedSegment = LastResort.fail

    /// The reaction to missing subtitles.
    ///
    /// If playback continues without the subtitles, the complete track is dropped, and the ledger
    /// lists the track as missing.
    ///
    /// The simulated SDK fails playback (`Documentation/Brightcove.md#sidecar-subtitles`).
    public var missingSubtitles = LastResort.fail

    /// The time limit of a segment's transfer, as a multiple of the segment's duration.
    ///
    /// `nil` sets no limit. A transfer from a server that sends one byte at a time would then never
    /// end, because the server is never silent.
    public var segmentTimeFactor: Int? = 10
    /// The shortest time limit for the transfer of a segment.
    public var shortestSegmentTime = Duration.seconds(60)
    /// The time limit for the transfer of a playlist, a key or another small resource.
    ///
    /// `nil` sets no limit. If a low-latency server may hold the response, three target durations
    /// are added to the limit.
    public var answerTime: Duration? = .seconds(60)
    /// The longest time for which the transfer of a file may be slow.
    ///
    /// A transfer is slow while its speed is below `HTTPOptions.slowestBytesPerSecond`.
    public var fileSlowness = Duration.seconds(60)
    /// The size limit of a segment, as a multiple of the size expected from its playlist.
    public var segmentSizeFactor = 16
    /// The smallest size limit for a segment, in bytes.
    public var smallestSegmentBound: Int64 = 32 << 20

    /// Whether playback skips every segment and rendition that it cannot use.
    package var skipsEveryLoss = false

    /// Creates the policy with its defaults.
    public init() {}

    /// The longest pause in a response, after which the player abandons and repeats the request.
    ///
    /// `nil` permits any pause.
    package var silence: Duration?

    /// The delays before the first, second and further retries of a request.
    ///
    /// The last delay also applies to all later retries. If the list is empty, ``firstDelay``
    /// applies and doubles with each retry.
    package var retryDelays: [Duration] = []
    /// The maximum number of retries after timeouts; these retries have no delay.
    ///
    /// If the value is `nil`, timeouts are treated like other failures.
    package var timeoutRetries: Int?
    /// The rules for requesting the rest of a response whose connection broke.
    ///
    /// `nil` means that a player makes no such requests. A retry then requests the complete
    /// response.
    package var rest: RestRequests?
    /// The statuses after which a request is repeated.
    package var repeatedStatuses = RepeatedStatuses.temporary
    /// The time between the last attempt for a segment and the reaction to its failure.
    package var reactionDelay = Duration.zero
    /// The rule for playing another variant stream after a failure.
    package var failover = Failover.switches
    /// The time for which a variant stream is not chosen after a failure; `nil` means permanently.
    package var exclusion: Duration?
    /// The first reaction to a missing segment that no other variant can replace.
    ///
    /// ``missingSegment`` applies if this reaction is not possible or has ended.
    package var persistence = Persistence.none
    /// The time from the first failure of a segment to the end of ``persistence``.
    ///
    /// The value is an assumption: some players repeat requests without end, but every run must
    /// end. Media3 fails after ten minutes of a stall
    /// (`DEFAULT_STUCK_BUFFERING_DETECTION_TIMEOUT_MS` in `ExoPlayer.java`).
    package var longestPersistence = Duration.seconds(600)

    /// Whether playback ends as soon as media cannot be obtained.
    ///
    /// Otherwise playback ends only after all media that was obtained before has been played.
    package var failsAtOnce = false

    /// The kind of the failed resource.
    package enum Subject: Equatable, Sendable {
        case playlist
        /// A reload of a playlist; if it fails and is not retried, the next regular reload follows.
        case reload
        case segment
        /// A partial segment that a preload hint announces, but that may never exist.
        case hint
        case key
    }
}
