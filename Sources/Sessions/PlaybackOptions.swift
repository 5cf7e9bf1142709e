public import Containers
public import Presentation
public import Transport
public import VirtualTime

/// How sessions play: every choice that documents leave open, and every one that a test may turn.
public struct PlaybackOptions: Sendable {
    /// How much media lies between two progress callbacks.
    ///
    /// Progress is told at whole multiples of it, as a periodic time observer would. The simulated
    /// SDK does not document its period; one second keeps traces readable. Less than a millisecond
    /// counts as a millisecond.
    public var progressInterval = MediaTime.seconds(1)

    /// How much of the world's time lies at least between two looks at the cue points.
    ///
    /// The simulated SDK looks at most once a second (`Documentation/Brightcove.md#cue-points`).
    /// Zero looks at every progress callback.
    public var cuePointInterval = Duration.seconds(1)

    /// How much of the media is read.
    public var verification = VerificationLevel.demux

    /// Which of the readers of containers is used.
    ///
    /// ``DemuxerChoice/libavformat`` holds the faster readers of this package against the reference.
    public var demuxer = DemuxerChoice.automatic

    /// What failures lead to.
    public var recovery = RecoveryPolicy()

    /// How much media is held ahead of the playhead.
    public var bufferOptimizer = BufferOptimizer()

    /// The highest bandwidth that variants may have, in bits a second; 0 means any.
    public var preferredPeakBitRate: Int64 = 0

    /// The network to simulate; unlimited unless told.
    public var network = NetworkConditions.unlimited

    /// What goes wrong with requests on purpose; of several rules for a request the first one counts.
    ///
    /// A world looks at them when it is made, and counts the requests of everything in it: sessions
    /// and downloads alike. What is answered out of a store of this machine meets no fault.
    public var faults: [FaultRule] = []

    /// What is to be heard and read, as long as nobody selects anything else.
    public var mediaPreferences = MediaPreferences()

    /// The language of the subtitles to present of an offline video that uses sideband subtitles.
    ///
    /// It counts where subtitles of it were downloaded; `nil` leaves it to ``mediaPreferences``.
    ///
    /// Source: `Documentation/BrightcoveOffline.md#sideband-subtitles`.
    public var offlineSubtitleLanguage: String?

    /// Whether `Play` is told before `Ready` when a session plays by itself.
    ///
    /// Both orders occur (`Documentation/Brightcove.md#lifecycle-events`); `Ready` first is the one
    /// that apps are advised to arrange for.
    public var tellsPlayBeforeReady = false

    /// Whether the natural end of a video is told as a `Pause` too, as observed
    /// (`Documentation/Brightcove.md#order-of-events`).
    public var tellsPauseAtEnd = true

    /// How long the window of a live playlist must be for it to count as one to seek in.
    ///
    /// The simulated SDK names no threshold; three minutes is ours.
    public var seekableWindow = MediaTime.seconds(180)

    /// The streams to play, whatever a player would choose; `nil` leaves the choice to the session.
    package var streams: StreamChoice?

    /// Creates options with their defaults.
    public init() {}
}
