import Presentation
import VirtualTime

/// Players whose source code publishes their defaults; none of them was measured here.
extension PlayerProfile {
    /// hls.js 1.7.1 (commit 565f70ee8); values are from `src/config.ts` unless a file is named.
    package static let hlsJS: PlayerProfile = {
        var profile = PlayerProfile("hls.js", version: "1.7.1", basis: .published)
        profile.policy.rules = .element
        profile.policy.rules.gaps = .hlsJS
        // `backBufferLength` is infinite, and a seek does not empty the buffer.
        profile.policy.requests.reuse = .segments
        // The value is `maxBufferLength`. The longer buffer of hls.js at low bitrates, up to 600 s,
        // is not modelled.
        profile.policy.buffer = BufferOptimizer(
            method: .none, minimumDuration: .seconds(30), maximumDuration: .seconds(30))
        profile.policy.variants = .hlsJS
        profile.policy.recovery = .hlsJS
        profile.live = .hlsJS
        profile.omissions = [
            "a buffer beyond 30 s for low bitrates (maxBufferSize)",
            "the test of the bandwidth on the lowest variant, and the abandonment of slow segments",
            "a budget of errors over all variants together, and the next lower variant after one",
            "nudges in media that is ready, where the model has no stall (nudgeOffset)",
            "a seek into the last quarter of a second of a segment (maxFragLookUpTolerance)",
        ]
        return profile
    }()

    /// Media3 1.11.0 (commit 2bc2078).
    ///
    /// The values are published in `DefaultLoadControl`, `AdaptiveTrackSelection`,
    /// `DefaultBandwidthMeter` and `DefaultLoadErrorHandlingPolicy`.
    package static let media3: PlayerProfile = {
        var profile = PlayerProfile("media3", version: "1.11.0", basis: .published)
        // `DefaultLoadControl`: 1 s before playback starts (since 1.6.0), and 2 s after a stall.
        profile.policy.rules.start = WaitRule(lead: .seconds(1))
        profile.policy.rules.resume = WaitRule(lead: .seconds(2))
        profile.policy.rules.landing = WaitRule(lead: .seconds(1))
        profile.policy.rules.gaps = .media3
        // `DEFAULT_BACK_BUFFER_DURATION_MS`, 0: a seek back empties the buffer.
        profile.policy.rules.seeks = SeekRules(backBuffer: .zero)
        // Media3's extractors deliver samples while a segment is still arriving.
        profile.policy.arrivals = .all
        // `DefaultLoadControl`: media is requested while the buffer has less than 50 s after the
        // playhead.
        profile.policy.buffer = BufferOptimizer(
            method: .none, minimumDuration: .seconds(50), maximumDuration: .seconds(50))
        profile.policy.variants = .media3
        profile.policy.recovery = .media3
        profile.live = .media3
        profile.omissions = [
            "an estimate by country and network type; 1 Mb/s is used, as if both were unknown",
            "chunks that are replaced by better ones",
            "failover of playlists only after some statuses, and locations excluded for 300 s",
        ]
        return profile
    }()

    /// Shaka Player 5.2 (commit 35b290e): `lib/util/player_configuration.js`, `lib/abr`.
    package static let shaka: PlayerProfile = {
        var profile = PlayerProfile("shaka", version: "5.2.7", basis: .published)
        profile.policy.rules = .element
        // `player.js`: a stall ends once more than half a second is buffered.
        profile.policy.rules.resume.lead = .milliseconds(500)
        profile.policy.rules.gaps = .shaka
        // `bufferBehind`, 30 s, and `safeSeekOffset`, 5 s (`lib/media/playhead.js`).
        profile.policy.rules.seeks = SeekRules(
            backBuffer: .seconds(30), windowMargin: .seconds(5))
        // The value is `bufferingGoal`.
        profile.policy.buffer = BufferOptimizer(
            method: .none, minimumDuration: .seconds(10), maximumDuration: .seconds(10))
        profile.policy.variants = .shaka
        profile.policy.recovery = .shaka
        profile.live = .shaka
        profile.omissions = [
            "eight seconds between two up-switches (switchInterval)",
            "the timers of one second between two looks at a stream",
            "the random share of half of a delay (fuzzFactor)",
            "another variant stream for a segment that is declared as a gap",
        ]
        return profile
    }()

    /// videojs/http-streaming 3.17.4 (commit 6da45b0).
    ///
    /// The values are published in `src/config.js` and `src/playlist-selectors.js`.
    package static let vhs: PlayerProfile = {
        var profile = PlayerProfile("vhs", version: "3.17.4", basis: .published)
        profile.policy.rules = .element
        profile.policy.rules.gaps = .vhs
        // `BACK_BUFFER_LENGTH`, 30 s; `SAFE_TIME_DELTA`, 0.1 s (`src/ranges.js`).
        profile.policy.rules.seeks = SeekRules(
            backBuffer: .seconds(30), windowMargin: .milliseconds(100))
        // `GOAL_BUFFER_LENGTH` and its growth rate: 30 s plus the playback position, at most 60 s.
        profile.policy.buffer = BufferOptimizer(
            method: .standard, minimumDuration: .seconds(30), maximumDuration: .seconds(60))
        profile.policy.variants = .vhs
        profile.policy.recovery = .vhs
        profile.live = .vhs
        profile.omissions = [
            "the goal grows with the position from 30 s on, not from zero",
            "looks at the buffer every half a second",
            "a limit of variants by the size of the player",
            "a limit of 1.5 target durations for a request, after which the lowest variant is played",
            "other variants again after the last playlist that could be obtained",
            "looks for a gap after a seek only once two segments are ready",
        ]
        return profile
    }()

    /// AVPlayer, according to documents and observations of others.
    ///
    /// It was never measured here, and its code is not public.
    package static let apple: PlayerProfile = {
        var profile = PlayerProfile("apple", basis: .observed)
        // Assumed: `automaticallyWaitsToMinimizeStalling` waits until playback is likely to
        // continue without a stall.
        profile.policy.rules.resumeLead = .seconds(2)
        // Observed by others: a video on demand is buffered up to about 120 s after the playhead
        // (AetherEngine 4219e140).
        profile.policy.buffer = BufferOptimizer(
            method: .none, minimumDuration: .seconds(120), maximumDuration: .seconds(120))
        // The first variant stream is the first listed one, as the HLS authoring rules state. The
        // usable shares of the throughput are assumptions of this package.
        profile.policy.variants = VariantRules()
        // Observed by others: media of which nothing has arrived after about 3.5 s is requested
        // again.
        profile.policy.recovery.requestTimeout = .milliseconds(3500)
        profile.live = .apple
        profile.omissions = [
            "never measured here: each value is documented, observed by others, or assumed",
            "redundant variants, and groups of variants with a score",
        ]
        return profile
    }()
}

extension PlaybackRules {
    /// The rules of a media element that receives whole segments: it plays as soon as possible.
    ///
    /// Assumed to equal the conditions of an element with a media source in Chromium.
    fileprivate static let element: PlaybackRules = {
        var rules = PlaybackRules()
        rules.start = WaitRule(lead: .milliseconds(1), segments: 1)
        rules.resume = WaitRule(lead: .milliseconds(1), segments: 1)
        rules.landing = WaitRule(lead: .milliseconds(1))
        return rules
    }()
}

extension VariantRules {
    /// The choice of variants in hls.js.
    ///
    /// `abrEwmaFastVoD` and `abrEwmaSlowVoD`, 3 and 9 s; `abrEwmaDefaultEstimate`, 500 kb/s;
    /// `abrBandWidthFactor`, 0.95; `abrBandWidthUpFactor`, 0.7.
    fileprivate static let hlsJS: VariantRules = {
        var rules = VariantRules()
        rules.throughput.filter = .halfLives(fast: .seconds(3), slow: .seconds(9))
        rules.throughput.smallestSample = 1
        rules.throughput.guess = 500_000
        rules.usableShare = 95
        rules.risingShare = 70
        rules.riseLead = .zero
        return rules
    }()

    /// The choice of variants in Media3.
    ///
    /// `DEFAULT_BANDWIDTH_FRACTION`, 0.7; `DEFAULT_MIN_DURATION_FOR_QUALITY_INCREASE_MS`, 10 s;
    /// `DEFAULT_MAX_DURATION_FOR_QUALITY_DECREASE_MS`, 25 s; `DEFAULT_SLIDING_WINDOW_MAX_WEIGHT`,
    /// 2000; `BYTES_TRANSFERRED_FOR_ESTIMATE`, 512 KiB.
    fileprivate static let media3: VariantRules = {
        var rules = VariantRules()
        rules.throughput.filter = .median(window: 2000)
        rules.throughput.smallestSample = 1
        rules.throughput.guess = 1_000_000
        rules.throughput.leastByteCount = 512 << 10
        rules.usableShare = 70
        rules.riseLead = .seconds(10)
        rules.fallLead = .seconds(25)
        return rules
    }()

    /// The choice of variants in Shaka Player.
    ///
    /// `abr.defaultBandwidthEstimate`, 1 Mb/s; half-lives 2 and 5 s; `minBytes`, 16 kB;
    /// `minTotalBytes`, 128 kB; `bandwidthUpgradeTarget`, 0.85; `bandwidthDowngradeTarget`, 0.95.
    fileprivate static let shaka: VariantRules = {
        var rules = VariantRules()
        rules.throughput.filter = .halfLives(fast: .seconds(2), slow: .seconds(5))
        rules.throughput.smallestSample = 16_000
        rules.throughput.guess = 1_000_000
        rules.throughput.leastByteCount = 128_000
        rules.usableShare = 95
        rules.risingShare = 85
        rules.riseLead = .zero
        return rules
    }()

    /// The choice of variants in VHS.
    ///
    /// `INITIAL_BANDWIDTH`, 4,194,304 b/s; `BANDWIDTH_VARIANCE`, 1.2. The throughput is the
    /// throughput of the latest segment.
    ///
    /// To rise to a higher variant stream, the player needs a lead that is as long as the playback
    /// position, or 30 s (`BUFFER_LOW_WATER_LINE`). Neither condition is modelled.
    fileprivate static let vhs: VariantRules = {
        var rules = VariantRules()
        rules.throughput.filter = .latest
        rules.throughput.smallestSample = 1
        rules.throughput.guess = 4_194_304
        rules.usableShare = 83
        rules.riseLead = .zero
        return rules
    }()
}
