public import Sessions
import Transport

/// Adds the text tracks of videos to what their playlists offer.
///
/// The cues of the subtitles that are selected are told, whether they come from the video's text
/// tracks or from its playlists. A text track that is one file counts from the start of the video,
/// unless its header has an `X-TIMESTAMP-MAP`.
///
/// It comes before content protection in a chain: sidecar inside, protection around it.
///
/// Source: `Documentation/Brightcove.md#sidecar-subtitles`,
/// `Documentation/Brightcove.md#provider-chain`.
public struct SidecarSubtitleProvider<Upstream: SessionProvider>: SessionProvider {
    private let upstream: Upstream
    private let options: SidecarSubtitleOptions

    /// Creates the link.
    ///
    /// - Parameters:
    ///   - upstream: The link inside.
    ///   - options: What to do better than documented.
    public init(
        upstream: Upstream, options: SidecarSubtitleOptions = SidecarSubtitleOptions()
    ) {
        self.upstream = upstream
        self.options = options
    }

    /// Plans as the upstream does, with the text tracks of the video added.
    ///
    /// - Parameter video: The video.
    /// - Returns: The plan; without text tracks that of the upstream, with a reader of cues.
    /// - Throws: ``SessionError`` of the upstream, or when a track is not described by the rules.
    public func plan(for video: Video) throws(SessionError) -> SessionPlan? {
        guard var plan = try upstream.plan(for: video) else { return nil }
        try plan.wrap(in: .sidecarSubtitles)
        let tracks: [TextTrack]
        do throws(TextTrackError) {
            tracks = try TextTrack.tracks(of: video)
        } catch {
            throw .providerChain("\(error)")
        }
        guard plan.source.deliveryMethod != .mp4 else { return plan }
        let files = tracks.filter { $0.sourceType == .webVTT }
        plan.subtitleReader = WebVTTReader(
            filesOfPresentation: files.map { LocalPath.url($0.source) })
        if options.onSubtitleFailure == .dropTrack { plan.missingSubtitles = .skip }
        guard !tracks.isEmpty else { return plan }
        let wraps = options.wrapsMediaPlaylists
        plan.loaderLayers.append { loader in
            SidecarLoader(behind: loader, tracks: tracks, wrapsMediaPlaylists: wraps)
        }
        return plan
    }
}

extension SidecarSubtitleProvider where Upstream == BasicSessionProvider {
    /// Creates the link around the basic provider.
    ///
    /// - Parameter options: What to do better than documented.
    public init(options: SidecarSubtitleOptions = SidecarSubtitleOptions()) {
        self.init(upstream: BasicSessionProvider(), options: options)
    }
}

/// Where sidecar subtitles may do better than the documents say.
public struct SidecarSubtitleOptions: Equatable, Sendable {
    /// What a subtitle that cannot be had leads to.
    public enum FailureAction: Equatable, Sendable {
        /// Playback fails, as documented.
        case fail
        /// Playback goes on without the track, and an `Error` is told.
        case dropTrack
    }

    /// Whether a media playlist gets a multivariant one around it; documented is an error.
    public var wrapsMediaPlaylists = false
    /// What a subtitle that cannot be had leads to.
    public var onSubtitleFailure = FailureAction.fail

    /// Creates options that do what is documented.
    public init() {}
}
