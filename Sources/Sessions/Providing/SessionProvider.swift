public import Transport

/// A link of the provider chain, which turns videos into plans for sessions.
///
/// A provider wraps its upstream provider and returns that provider's plan with additions.
/// Providers make plans and perform no input or output; sessions carry out the plans.
///
/// Source: `Documentation/Brightcove.md#provider-chain`.
public protocol SessionProvider {
    /// Plans the session of a video.
    ///
    /// - Parameter video: The video.
    /// - Returns: The plan, or `nil` to skip the video silently.
    /// - Throws: ``SessionError`` when no session can be created; the error is reported as a failed
    ///   session.
    func plan(for video: Video) throws(SessionError) -> SessionPlan?
}

/// The video, the loaders and the services of a session.
public struct SessionPlan {
    /// The video.
    public var video: Video
    /// The source that was chosen from the video's sources.
    public var source: Source
    /// The loader that supplies the bytes; `nil` means the loader of the `PlaybackWorld`.
    public var loader: (any ResourceLoader)?
    /// The object that selects a loader for each request; it is used instead of ``loader``.
    ///
    /// `nil` means one loader for all requests.
    public var loaderSource: (any LoaderSource)?
    /// The layers around the loader, the innermost first, for example to rewrite playlists.
    public var loaderLayers: [@Sendable (any ResourceLoader) -> any ResourceLoader]
    /// The reaction to missing subtitles; `nil` means the reaction of the recovery policy.
    public var missingSubtitles: RecoveryPolicy.LastResort?
    /// The transforms of segments before demuxing, in order.
    public var transforms: [any SegmentTransform]
    /// A closure that creates the protection for encrypted segments.
    ///
    /// The closure is called once for each load of the session. The value is `nil` when the chain
    /// does not decrypt.
    public var protection: ((ProtectionHost) -> any SessionProtection)?
    /// The stored licences of the video; `nil` when it is not an offline video.
    public var keptLicences: (any KeptLicences)?
    /// The reader of subtitle cues; `nil` means that none are reported.
    public var subtitleReader: (any SubtitleReader)?
    /// The reason the video may not be shown on another device; `nil` when it may.
    public var externalPlaybackRefusal: SessionRefusal?
    /// The languages of the subtitles that the app displays in place of the player.
    ///
    /// ``PlaybackOptions/offlineSubtitleLanguage`` chooses one of them. `nil` means that the player
    /// displays the subtitles.
    public var sidebandLanguages: [String]?
    /// The observers of the session, notified in this order and retained as long as the session.
    public var companions: [any SessionCompanion]
    /// The functions that a provider adds to the session for apps; `nil` when there are none.
    public var providerExtension: (any ProviderExtension)?
    /// The observer of the segments that the session reads and places; `nil` when there is none.
    package var segmentObserver: (any SegmentObserver)?
    /// The outermost ``ChainLink`` that has wrapped the plan; `nil` when there is none.
    var outermost: ChainLink?
    /// The ``ChainLink`` values of the providers that have wrapped the plan.
    var links: Set<ChainLink> = []

    /// The options of the source, completed with the options of the video.
    package var assetOptions: AssetOptions {
        source.assetOptions.merged(over: video.assetOptions)
    }

    /// Creates the plan of a session that plays a source without additions from providers.
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

/// The innermost provider of every chain, which picks a source to be played unchanged.
public struct BasicSessionProvider: SessionProvider {
    private let sourceSelection: SourceSelectionPolicy
    private let subtitleReader: (any SubtitleReader)?

    /// Creates the provider.
    ///
    /// - Parameters:
    ///   - sourceSelection: The policy that picks the source of a video to play. A video without a
    ///     source is skipped silently.
    ///   - subtitleReader: The reader of subtitle cues; `nil` means that none are reported.
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
    /// - Returns: The plan, or `nil` when the policy picks no source.
    /// - Throws: ``SessionError`` when the options replace a media type by a type that no reader
    ///   supports.
    public func plan(for video: Video) throws(SessionError) -> SessionPlan? {
        guard let source = sourceSelection.source(for: try video.withOverriddenTypes()) else {
            return nil
        }
        var plan = SessionPlan(video: video, source: source)
        plan.subtitleReader = subtitleReader
        return plan
    }
}
