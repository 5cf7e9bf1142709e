public import Containers
public import Presentation
public import Transport
public import VirtualTime

/// The options of sessions: choices that the simulated SDK does not document, and test settings.
public struct PlaybackOptions: Sendable {
    /// The media time between two progress callbacks.
    ///
    /// Progress is reported at multiples of this time, as by a periodic time observer. The
    /// simulated SDK does not document its interval; one second keeps traces readable. Values below
    /// a millisecond count as a millisecond.
    public var progressInterval = MediaTime.seconds(1)

    /// The shortest time on the virtual clock between two evaluations of cue points.
    ///
    /// The simulated SDK evaluates cue points at most once a second
    /// (`Documentation/Brightcove.md#cue-points`). With zero, they are evaluated at every progress
    /// callback.
    public var cuePointInterval = Duration.seconds(1)

    /// The level to which media is read and checked.
    public var verification = VerificationLevel.demux

    /// The demuxer that reads containers.
    ///
    /// The demuxers of this package are faster than libavformat, which serves as the reference. To
    /// compare the results of both, use `DemuxerChoice.libavformat`.
    public var demuxer = DemuxerChoice.automatic

    /// The policy for retries and for the recovery from failures.
    public var recovery = RecoveryPolicy()

    /// The rules that decide how much media is buffered after the playhead.
    public var bufferOptimizer = BufferOptimizer()

    /// The highest bandwidth of variants, in bits per second; 0 permits any.
    public var preferredPeakBitRate: Int64 = 0

    /// The simulated network; unlimited by default.
    public var network = NetworkConditions.unlimited

    /// The faults to inject; if several rules match a request, the first one applies.
    ///
    /// A ``PlaybackWorld`` reads the rules when it is created, and counts the requests of all
    /// sessions and downloads together. Responses from a local store receive no fault.
    public var faults: [FaultRule] = []

    /// The preferences for audio and subtitles, until options are selected explicitly.
    public var mediaPreferences = MediaPreferences()

    /// The language of the subtitles to present for an offline video with sideband subtitles.
    ///
    /// The language has an effect only if subtitles in this language were downloaded. If it is
    /// `nil`, ``mediaPreferences`` apply.
    ///
    /// Source: `Documentation/BrightcoveOffline.md#sideband-subtitles`.
    public var offlineSubtitleLanguage: String?

    /// Whether an automatic start reports `Play` before `Ready`.
    ///
    /// The real SDK can report the two events in either order
    /// (`Documentation/Brightcove.md#lifecycle-events`). Apps are advised to ensure that `Ready`
    /// comes first.
    public var reportsPlayBeforeReady = false

    /// Whether the natural end of a video is also reported as a `Pause`.
    ///
    /// This was observed in the real SDK.
    ///
    /// Source: `Documentation/Brightcove.md#order-of-events`.
    public var reportsPauseAtEnd = true

    /// The shortest window of a live playlist that counts as seekable.
    ///
    /// The simulated SDK documents no threshold; three minutes is our choice.
    public var seekableWindow = MediaTime.seconds(180)

    /// The options for the limit on concurrent streams.
    ///
    /// They apply to controllers with `streamConcurrencyEnabled`.
    public var streamConcurrency = StreamConcurrencyOptions()

    /// Whether a pause by the system is reported with a `PauseRequest`, like a pause by the user.
    ///
    /// No document states whether the simulated SDK reports a pause by the system in this way
    /// (`Documentation/Device.md#interruptions`).
    public var reportsPauseRequestOfSystem = false

    /// Whether playback resumes by itself after an interruption, if the system recommends it.
    ///
    /// By default, playback stays paused until the app plays again
    /// (`Documentation/Device.md#interruptions`).
    public var resumesAfterInterruption = false

    /// The options for broadcasts.
    package var live = LiveOptions()

    /// The player that a session models.
    ///
    /// ``adopt(_:)`` sets the profile together with the options that depend on it.
    package internal(set) var profile = PlayerProfile.default

    /// The streams to play; `nil` leaves the choice to the session.
    package var streams: StreamChoice?

    /// Creates options with their defaults.
    public init() {}
}
