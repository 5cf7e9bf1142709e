import Formats
public import Sessions
import Transport

/// Adds the text tracks of videos to the subtitle renditions of their playlists.
///
/// Sessions report the cues of selected subtitles, from text tracks and from playlists. The times
/// of a single-file track are counted from the start of the video, unless its header has an
/// `X-TIMESTAMP-MAP`.
///
/// In a provider chain, this link is inside the content protection link.
///
/// Source: `Documentation/Brightcove.md#sidecar-subtitles`,
/// `Documentation/Brightcove.md#provider-chain`.
public struct SidecarSubtitleProvider<Upstream: SessionProvider>: SessionProvider {
    private let upstream: Upstream
    private let options: SidecarSubtitleOptions

    /// Creates a provider that wraps an upstream provider.
    ///
    /// - Parameters:
    ///   - upstream: The upstream provider.
    ///   - options: The deviations from documented behaviour.
    public init(
        upstream: Upstream, options: SidecarSubtitleOptions = SidecarSubtitleOptions()
    ) {
        self.upstream = upstream
        self.options = options
    }

    /// Returns the plan of the upstream provider with the text tracks of the video added.
    ///
    /// - Parameter video: The video.
    /// - Returns: The plan. For a video without text tracks, it is the upstream provider's plan
    ///   with a reader of cues.
    /// - Throws: ``SessionError`` of the upstream provider, or when a track's description is
    ///   invalid.
    public func plan(for video: Video) throws(SessionError) -> SessionPlan? {
        guard var plan = try upstream.plan(for: video) else { return nil }
        try plan.wrap(in: .sidecarSubtitles)
        let tracks: [TextTrack]
        do throws(TextTrackError) {
            tracks = try TextTrack.tracks(of: video)
        } catch {
            throw .providerChain(UnderlyingError(error))
        }
        guard plan.source.deliveryMethod.usesPlaylists else { return plan }
        let files = tracks.filter { $0.sourceType == .webVTT }
        plan.subtitleReader = WebVTTReader(
            filesOfPresentation: files.map(\.location))
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
    /// Creates a provider that wraps the basic provider.
    ///
    /// - Parameter options: The deviations from documented behaviour.
    public init(options: SidecarSubtitleOptions = SidecarSubtitleOptions()) {
        self.init(upstream: BasicSessionProvider(), options: options)
    }
}

/// The permitted deviations of sidecar subtitles from documented behaviour.
public struct SidecarSubtitleOptions: Equatable, Sendable {
    /// The reaction to subtitles that cannot be loaded.
    public enum FailureAction: Equatable, Sendable {
        /// Playback fails, as documented.
        case fail
        /// Playback continues without the track, and the lifecycle event `Error` is reported.
        case dropTrack
    }

    /// Whether a source that is a media playlist is wrapped in a multivariant playlist.
    ///
    /// Otherwise, a source that is a media playlist is an error.
    public var wrapsMediaPlaylists = false
    /// The reaction to subtitles that cannot be loaded.
    public var onSubtitleFailure = FailureAction.fail

    /// Creates options that correspond to the documented behaviour.
    public init() {}
}
