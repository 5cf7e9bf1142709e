import VirtualTime

/// The reactions of players to failures, from the source code of the versions in the profiles.
///
/// None of these players reads `Retry-After` in the response for a segment or a playlist. The
/// reaction to damaged media is the default of this package, because the players detect little
/// damage.
extension RecoveryPolicy {
    /// The reactions of hls.js to failures.
    ///
    /// The constants are from `fragLoadPolicy` in `src/config.ts`. The order of the reactions is
    /// from `src/controller/error-controller.ts` and `base-stream-controller.ts`.
    static let hlsJS: RecoveryPolicy = {
        var policy = RecoveryPolicy()
        // `errorRetry`: six retries after 1, 2, 4, 8, 8, 8 s; `playlistLoadPolicy`: two retries.
        policy.segmentRetries = 6
        policy.playlistRetries = 2
        policy.firstDelay = .seconds(1)
        policy.longestDelay = .seconds(8)
        // `keyLoadPolicy`: eight retries, each after 1 s. In this model the delays double.
        policy.keyRetries = 8
        // `timeoutRetry`: a segment is retried four times and a playlist twice, without a delay. A
        // key is retried once, after 1 s.
        policy.timeoutRetries = 4
        policy.requestTimeout = .seconds(10)
        policy.shortestSegmentTime = .seconds(120)
        // `retryForHttpStatus` in `src/utils/error-helper.ts`: a 4xx status leads to another
        // variant at once. Without another variant, `onFragmentOrKeyLoadError` retries the segment.
        policy.repeatedStatuses = .serverErrors
        policy.longestServerDelay = .zero
        // `errorPenaltyExpireMs` is 0: the exclusion of a variant after an error never expires.
        policy.exclusion = nil
        // `treatAsGap`: a live segment that fails to load counts as a gap, unless it is the newest.
        policy.persistence = .gap
        return policy
    }()

    /// The reactions of Media3 to failures.
    ///
    /// The values are from `DefaultLoadErrorHandlingPolicy.java`, `Loader.java` and
    /// `HlsSampleStreamWrapper.java`.
    static let media3: RecoveryPolicy = {
        var policy = RecoveryPolicy()
        // `DEFAULT_MIN_LOADABLE_RETRY_COUNT`: after three retries, an error may end playback.
        policy.segmentRetries = 3
        policy.playlistRetries = 3
        policy.keyRetries = 3
        // `getRetryDelayMsFor`: the delay grows by one second each time, up to five seconds.
        policy.retryDelays = (0...5).map { .seconds($0) }
        policy.longestDelay = .seconds(5)
        // `DefaultHttpDataSource`: 8 s for the connection, and for each read within a response.
        policy.requestTimeout = .seconds(8)
        policy.silence = .seconds(8)
        // Requests are retried after every error status.
        policy.repeatedStatuses = .all
        policy.longestServerDelay = .zero
        // `isEligibleForFallback`: after these statuses, `onLoadError` prefers another variant to a
        // retry.
        policy.failover = .switchesAtOnce(after: [403, 404, 410, 416, 500, 503])
        // The value is `DEFAULT_TRACK_EXCLUSION_MS`.
        policy.exclusion = .seconds(60)
        // `maybeThrowError`: an error ends playback once a renderer lacks media.
        policy.persistence = .whileMediaLasts
        return policy
    }()

    /// The reactions of Shaka Player to failures.
    ///
    /// The values are published in `NetworkingEngine.defaultRetryParameters`,
    /// `lib/media/streaming_engine.js` and `lib/player.js`.
    static let shaka: RecoveryPolicy = {
        var policy = RecoveryPolicy()
        // `maxAttempts` is 2, and `baseDelay` is 1 s.
        policy.segmentRetries = 1
        policy.playlistRetries = 1
        policy.keyRetries = 1
        policy.firstDelay = .seconds(1)
        // `connectionTimeout` is 10 s, `stallTimeout` is 5 s, and `timeout` is 30 s.
        policy.requestTimeout = .seconds(10)
        policy.silence = .seconds(5)
        policy.shortestSegmentTime = .seconds(30)
        // `http_plugin_utils.js`: after every status that reports a failure, the request may be
        // repeated.
        policy.repeatedStatuses = .all
        policy.longestServerDelay = .zero
        // `handleStreamingError_` waits for `failureCallbackBackoff_`, whose delay is `baseDelay`.
        policy.reactionDelay = .seconds(1)
        // `handleStreamingError_`: network errors lead to other variants, except for `TIMEOUT`.
        policy.failover = .switchesUnlessTimedOut
        // The value is `maxDisabledTime`.
        policy.exclusion = .seconds(30)
        // `defaultStreamingFailureCallback_`: the delay is 0.1 s after `TIMEOUT`, and with
        // `lowLatencyMode`, which is on by default. Otherwise it is 1 s. Failures of a video on
        // demand are fatal.
        policy.persistence = .againInBroadcasts(after: .milliseconds(100))
        return policy
    }()

    /// The reactions of VHS to failures.
    ///
    /// The values are from `src/media-segment-request.js`, `src/segment-loader.js` and
    /// `src/playlist-controller.js`.
    static let vhs: RecoveryPolicy = {
        var policy = RecoveryPolicy()
        // `segmentRequestFinished_`: an error excludes the playlist at once.
        policy.segmentRetries = 0
        policy.playlistRetries = 0
        policy.keyRetries = 0
        // `xhr.js`: 45 s for the first playlist. This model applies the limit to every request.
        policy.requestTimeout = .seconds(45)
        policy.longestServerDelay = .zero
        // The value is `playlistExclusionDuration` in `src/videojs-http-streaming.js`.
        policy.exclusion = .seconds(60)
        // `excludePlaylist`: after half a target duration, the player again requests the playlist
        // that failed last, or requests another playlist that was excluded.
        policy.persistence = .againOfAnyVariant
        return policy
    }()
}
