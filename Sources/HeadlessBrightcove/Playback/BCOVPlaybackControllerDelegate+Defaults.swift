public import Foundation
public import HeadlessPlayback

extension BCOVPlaybackControllerBasicDelegate {
    /// Does nothing.
    public func playbackController(
        _ controller: BCOVPlaybackController!, didAdvanceTo session: BCOVPlaybackSession!
    ) {}
    /// Does nothing.
    public func playbackController(
        _ controller: BCOVPlaybackController!, playbackSession session: BCOVPlaybackSession!,
        didChangeDuration duration: TimeInterval
    ) {}
    /// Does nothing.
    public func playbackController(
        _ controller: BCOVPlaybackController!, playbackSession session: BCOVPlaybackSession!,
        didChangeExternalPlaybackActive externalPlaybackActive: Bool
    ) {}
    /// Does nothing.
    public func playbackController(
        _ controller: BCOVPlaybackController!, playbackSession session: BCOVPlaybackSession!,
        didPassCuePoints cuePointInfo: [AnyHashable: Any]!
    ) {}
    /// Does nothing.
    public func playbackController(
        _ controller: BCOVPlaybackController!, playbackSession session: BCOVPlaybackSession!,
        didProgressTo progress: TimeInterval
    ) {}
    /// Does nothing.
    public func playbackController(
        _ controller: BCOVPlaybackController!, didCompletePlaylist playlist: [BCOVVideo]!
    ) {}
    /// Calls the method with the signature of the vendor's samples.
    public func playbackController(
        _ controller: BCOVPlaybackController!, playbackSession session: BCOVPlaybackSession!,
        didReceive lifecycleEvent: BCOVPlaybackSessionLifecycleEvent!
    ) {
        guard let session else { return }
        (self as any BCOVPlaybackControllerSampleSignatures).playbackController(
            controller, playbackSession: session, didReceive: lifecycleEvent)
    }
    /// Does nothing.
    public func playbackController(
        _ controller: BCOVPlaybackController!, playbackSession session: BCOVPlaybackSession!,
        didChangeSeekableRanges seekableRanges: [Any]!
    ) {}
    /// Does nothing.
    public func playbackController(
        _ controller: BCOVPlaybackController!, noPlayableVideosFound unplayableVideos: [BCOVVideo]!
    ) {}
    /// Does nothing.
    public func playbackController(
        _ controller: BCOVPlaybackController!, determinedMetadata metadata: [String: String]!,
        for video: BCOVVideo!
    ) {}
    /// Does nothing.
    public func playbackController(
        _ controller: BCOVPlaybackController!, determinedVideoType videoType: BCOVVideoType,
        for video: BCOVVideo!
    ) {}
    /// Does nothing.
    public func playbackController(
        _ controller: BCOVPlaybackController!, determinedCodecs codecs: [String]!,
        for video: BCOVVideo!
    ) {}
    /// Does nothing.
    public func playbackController(
        _ controller: BCOVPlaybackController!, playbackSession session: BCOVPlaybackSession!,
        determinedMediaType mediaType: BCOVSourceMediaType
    ) {}
    /// Does nothing.
    public func playbackController(
        _ controller: BCOVPlaybackController!, playbackSession session: BCOVPlaybackSession!,
        didChangeSelectedAudibleMediaOption audibleMediaOption: AVMediaSelectionOption!
    ) {}
    /// Does nothing.
    public func playbackController(
        _ controller: BCOVPlaybackController!, playbackSession session: BCOVPlaybackSession!,
        didChangeSelectedLegibleMediaOption legibleMediaOption: AVMediaSelectionOption!
    ) {}
    /// Does nothing.
    public func playbackController(
        _ controller: BCOVPlaybackController!, playbackSession session: BCOVPlaybackSession!,
        didReachMaxConcurrency sessions: [AnyHashable: Any]!
    ) {}
    /// Returns `nil`, which selects the service of the account that supplied the video.
    public func playbackServiceForManifestURLTTLUpdate(
        for controller: BCOVPlaybackController!, playbackSession session: BCOVPlaybackSession!
    ) -> BCOVPlaybackService! { nil }
    /// Does nothing.
    public func manifestTTLWasUpdatedWithError(
        _ error: (any Error)!, playbackController controller: BCOVPlaybackController!,
        playbackSession session: BCOVPlaybackSession!
    ) {}
    /// Does nothing.
    public func playbackController(
        _ controller: BCOVPlaybackController!, didInsert video: BCOVVideo!, at index: UInt
    ) {}
    /// Does nothing.
    public func playbackController(
        _ controller: BCOVPlaybackController!, failedToInsert video: BCOVVideo!
    ) {}
    /// Returns `nil`, which selects the display name of the option.
    public func title(forLegibleMediaSelectionOption mediaSelectionOption: AVMediaSelectionOption!)
        -> String!
    { nil }
    /// Returns `nil`, which selects the display name of the option.
    public func title(forAudibleMediaSelectionOption mediaSelectionOption: AVMediaSelectionOption!)
        -> String!
    { nil }
}
