public import Transport

/// Turns videos into plans for sessions; a link of the provider chain.
///
/// A provider wraps the one upstream of it and returns that one's plan, enriched. Providers plan
/// and do no input or output themselves; sessions run the plan.
///
/// Source: `Documentation/Brightcove.md#provider-chain`.
public protocol SessionProvider {
    /// Plans the session of a video.
    ///
    /// - Parameter video: The video.
    /// - Returns: The plan, or `nil` when the video is to be passed over in silence.
    /// - Throws: ``SessionError`` when there can be no session; it is told as one that failed.
    func plan(for video: Video) throws(SessionError) -> SessionPlan?
}

/// What a session is to play and how its bytes are come by.
public struct SessionPlan {
    /// The video.
    public var video: Video
    /// The source that was chosen from it.
    public var source: Source
    /// Where bytes come from; `nil` means the loader of the world.
    public var loader: (any ResourceLoader)?
    /// Where bytes come from, asked anew for each request, in place of ``loader``; `nil` means that one
    /// loader serves for all.
    public var loaderSource: (any LoaderSource)?
    /// What is put around the loader, the innermost first: playlist rewriting, for one.
    public var loaderLayers: [@Sendable (any ResourceLoader) -> any ResourceLoader]
    /// What subtitles that cannot be had lead to; `nil` leaves it to the recovery policy.
    public var missingSubtitles: RecoveryPolicy.LastResort?
    /// What is done to the bytes of segments before they are demuxed, in this order.
    public var transforms: [any SegmentTransform]
    /// Makes what has the keys of encrypted segments; `nil` when the chain has no such thing.
    ///
    /// It is called once for each load of the session.
    public var protection: ((ProtectionHost) -> any SessionProtection)?
    /// The licences that were kept for the video; `nil` when it is not an offline video.
    public var keptLicences: (any KeptLicences)?
    /// Who reads the cues of subtitles; `nil` means that none are told.
    public var subtitleReader: (any SubtitleReader)?
    /// Why the video may not be shown on another device; `nil` when it may.
    public var externalPlaybackRefusal: SessionRefusal?
    /// The languages of subtitles that an app presents itself, chosen by
    /// ``PlaybackOptions/offlineSubtitleLanguage``; `nil` when it leaves subtitles to the player.
    public var sidebandLanguages: [String]?
    /// What lives as long as the session does, and learns of its end by being released; those that are
    /// a ``SessionCompanion`` are told of its life.
    public var companions: [AnyObject]
    /// What the providers offer to apps beside the session.
    public var providerExtension: Any?
    /// Who looks on while segments find their places; `nil` when nobody does.
    package var segmentObserver: (any SegmentObserver)?
    /// The outermost of the links whose order matters; `nil` while there is none.
    var outermost: ChainLink?
    /// The links whose order matters that the plan has passed.
    var links: Set<ChainLink> = []

    /// Creates the plan of a plain session.
    ///
    /// - Parameters:
    ///   - video: The video.
    ///   - source: The source to play.
    public init(video: Video, source: Source) {
        self.video = video
        self.source = source
        loaderLayers = []
        transforms = []
        companions = []
    }
}

/// The end of every provider chain: picks a source and plays it as it is.
public struct BasicSessionProvider: SessionProvider {
    private let sourceSelection: SourceSelectionPolicy
    private let subtitleReader: (any SubtitleReader)?

    /// Creates the provider.
    ///
    /// - Parameters:
    ///   - sourceSelection: Which source of a video to play; a video for which it returns `nil` is
    ///     passed over in silence.
    ///   - subtitleReader: Who reads the cues of subtitles; `nil` means that none are told.
    public init(
        sourceSelection: SourceSelectionPolicy = .standard,
        subtitleReader: (any SubtitleReader)? = nil
    ) {
        self.sourceSelection = sourceSelection
        self.subtitleReader = subtitleReader
    }

    /// Plans to play the source that the policy picks.
    ///
    /// - Parameter video: The video.
    /// - Returns: The plan, or `nil` when the policy picks none.
    /// - Throws: Nothing.
    public func plan(for video: Video) throws(SessionError) -> SessionPlan? {
        guard let source = sourceSelection.source(for: video) else { return nil }
        var plan = SessionPlan(video: video, source: source)
        plan.subtitleReader = subtitleReader
        return plan
    }
}
