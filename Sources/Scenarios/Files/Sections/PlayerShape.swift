import Containers
import HeadlessPlayback
import Sessions

extension Shape<PlayerSetup> {
    /// The syntax of the configuration of the player, including all playback options.
    static let player = Shape.mapping(
        "The settings of the player.", from: { PlayerSetup() },
        fields: [
            Field(
                "profile", .words(PlayerProfile.all.map { ($0.name, $0) }),
                "The player that is modelled; default. Other settings take precedence over it."
            ) { $0.adopt($1) },
            Field("auto-play", .truth, "Whether a session plays as soon as it is ready; true.") {
                $0.autoPlay = $1
            },
            Field("auto-advance", .truth, "Whether the next video follows by itself; true.") {
                $0.autoAdvance = $1
            },
            Field("rate", .playbackRate, "The seconds of media per second; 1.") { $0.rate = $1 },
            Field(
                "caption-persistence", .truth,
                "Whether the language of captions is remembered from session to session; true."
            ) { $0.enableCaptionPersistence = $1 },
            Field(
                "progress-interval", .positiveMediaTime,
                "The media time between two progress callbacks; 1s."
            ) { $0.options.progressInterval = $1 },
            Field(
                "cue-point-interval", .duration,
                "The minimum time between two checks of the cue points; 1s."
            ) { $0.options.cuePointInterval = $1 },
            Field("verification", .choice, "The depth of reading; demux.") {
                (target: inout PlayerSetup, level: VerificationLevel) in
                target.options.verification = level
            },
            Field("demuxer", .choice, "The reader of containers; automatic.") {
                (target: inout PlayerSetup, demuxer: DemuxerChoice) in
                target.options.demuxer = demuxer
            },
            Field("peak-bitrate", .rate, "The highest bandwidth of variants; 0 means any.") {
                $0.options.preferredPeakBitRate = $1
            },
            Field("buffer", .buffer, "The media to buffer ahead of the playhead.") {
                $0.explicit.buffer = $1
                $0.explicit.apply(to: &$0.options)
            },
            Field("recovery", .recovery, "The reactions to failures.") {
                $0.explicit.recovery = $1.changes
                $0.explicit.apply(to: &$0.options)
            },
            Field(
                "audio", Shape<String>.language.oneOrMore,
                "The languages of audio to prefer, the best first; one must be available."
            ) { $0.options.mediaPreferences.audioLanguages = $1 },
            Field("subtitles", .subtitles, "The subtitles to show: a language, off or automatic.") {
                $0.options.mediaPreferences.subtitles = $1
            },
            Field(
                "characteristics", Shape<String>.name.oneOrMore,
                "The characteristics of media that are wanted."
            ) { $0.options.mediaPreferences.characteristics = Set($1) },
            Field(
                "offline-subtitles", .language,
                "The language of subtitles of an offline video that has sideband subtitles."
            ) { $0.options.offlineSubtitleLanguage = $1 },
            Field(
                "tells-play-before-ready", .truth,
                "Whether Play is reported before Ready when a session plays by itself; false."
            ) { $0.options.reportsPlayBeforeReady = $1 },
            Field(
                "tells-pause-at-end", .truth,
                "Whether the natural end of a video is reported as a Pause too; true."
            ) { $0.options.reportsPauseAtEnd = $1 },
            Field(
                "seekable-window", .mediaTime,
                "The shortest window of a live playlist in which seeks are possible; 3m."
            ) { $0.options.seekableWindow = $1 },
            Field(
                "stream-concurrency", StreamLimitShape.limit,
                "Whether, and how, the limit on concurrent streams is enforced; false."
            ) {
                $0.limitsStreams = $1.isEnabled
                $0.options.streamConcurrency = $1.options
            },
            Field("live", LivePlayer.options, "The behaviour of the player in broadcasts.") {
                $0.options.live = $1.options
                $0.explicit.live = $1.profile
                $0.options.live.profile = $1.profile ?? $0.options.profile.live
                if let threshold = $1.threshold { $0.options.seekableWindow = threshold }
            },
        ] + DevicePlayer.fields)
}

extension Shape<MediaTime> {
    /// The syntax of a duration that is longer than zero.
    static let positiveMediaTime = Shape.mediaTime.narrowed {
        time, value throws(ScenarioFileError) in
        guard time > .zero else { throw value.unexpected("a time above zero") }
        return time
    }
}

extension Shape<MediaPreferences.Subtitles> {
    /// The syntax of the subtitles to show.
    fileprivate static let subtitles = Shape<String>.language
        .map { MediaPreferences.Subtitles.language($0) }
        .or("off", .off).or("automatic", .automatic)
}

extension Shape<BufferOptimizer> {
    /// The syntax of the bounds on the amount of buffered media.
    fileprivate static let buffer = Shape<BufferDraft>.mapping(
        "The media to buffer ahead of the playhead.", from: { BufferDraft() },
        fields: [
            Field(
                "method", .words([("none", .none), ("standard", .standard)]),
                "Whether the goal is the maximum throughout (none) or follows the time viewed."
            ) { $0.method = $1 },
            Field("minimum", .positiveMediaTime, "The smallest goal; 30s.") { $0.minimum = $1 },
            Field("maximum", .positiveMediaTime, "The largest goal; 90s.") { $0.maximum = $1 },
        ]
    ).map {
        BufferOptimizer(
            method: $0.method, minimumDuration: $0.minimum, maximumDuration: $0.maximum)
    }
}

private struct BufferDraft {
    var method = BufferOptimizer.Method.standard
    var minimum = BufferOptimizer().minimumDuration
    var maximum = BufferOptimizer().maximumDuration
}

extension Shape<ChangeList<RecoveryPolicy>> {
    private static let retries = Shape<Int>.count(0...1000)
    private static let lastResort = Shape<RecoveryPolicy.LastResort>.words([
        ("fail", .fail), ("skip", .skip),
    ])

    /// The syntax of the reactions to failures.
    fileprivate static let recovery = Shape.mapping(
        "The reactions to failures.", from: { ChangeList(RecoveryPolicy()) },
        fields: [
            Field("playlist-retries", retries, "The number of retries for a playlist; 2.") {
                $0.playlistRetries = $1
            },
            Field("segment-retries", retries, "The number of retries for a segment; 3.") {
                $0.segmentRetries = $1
            },
            Field("key-retries", retries, "The number of retries for a key or a licence; 2.") {
                $0.keyRetries = $1
            },
            Field("key-timeout", .duration, "The time limit of a key, retries included; 30s.") {
                $0.keyTimeout = $1
            },
            Field("request-timeout", .duration, "The time limit of a response; 10s.") {
                $0.requestTimeout = $1
            },
            Field("first-delay", .duration, "The delay before the first retry; 1s.") {
                $0.chosenFirstDelay = $1
            },
            Field("longest-delay", .duration, "The longest time to wait before a retry; 8s.") {
                $0.longestDelay = $1
            },
            Field(
                "longest-server-delay", .duration,
                "The longest wait at the request of a server; 2m."
            ) { $0.longestServerDelay = $1 },
            Field(
                "missing-segment", lastResort,
                "The consequence of a segment that is not available: fail or skip."
            ) { $0.chosenMissingSegment = $1 },
            Field(
                "damaged-segment", lastResort,
                "The reaction to a damaged segment: fail or skip."
            ) { $0.damagedSegment = $1 },
            Field(
                "missing-subtitles", lastResort,
                "The consequence of subtitles that are not available: fail or skip."
            ) { $0.missingSubtitles = $1 },
        ])
}
