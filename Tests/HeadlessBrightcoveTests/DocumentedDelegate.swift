import Foundation
import HeadlessBrightcove
import HeadlessPlayback

/// A delegate with every method that the SDK's header declares, written as in an app.
final class DocumentedDelegate: BCOVPlaybackControllerDelegate {
    /// The names that the delegate records when its methods are called.
    static let names = [
        "didAdvanceTo", "didChangeDuration", "didChangeExternalPlaybackActive", "didPassCuePoints",
        "didProgressTo", "didCompletePlaylist", "didReceive", "didChangeSeekableRanges",
        "noPlayableVideosFound", "determinedMetadata", "determinedVideoType", "determinedCodecs",
        "determinedMediaType", "didChangeSelectedAudibleMediaOption",
        "didChangeSelectedLegibleMediaOption", "didReachMaxConcurrency",
        "playbackServiceForManifestURLTTLUpdate", "manifestTTLWasUpdatedWithError", "didInsert",
        "failedToInsert", "titleForLegible", "titleForAudible",
    ]

    /// The names of the called methods, each once, in the order of their first call.
    private(set) var called: [String] = []
    /// The types of the received lifecycle events.
    private(set) var types: [String] = []
    /// The errors of the received lifecycle events.
    private(set) var errors: [NSError] = []
    /// The arguments of the calls that reported passed cue points.
    private(set) var passages: [[AnyHashable: Any]] = []
    /// The sessions that the methods received, each once.
    private(set) var sessions: [BCOVPlaybackSession] = []
    /// The video and the source of each of these sessions.
    private(set) var media: [(video: BCOVVideo, source: BCOVSource)] = []

    private func note(_ name: String, _ session: BCOVPlaybackSession? = nil) {
        if !called.contains(name) { called.append(name) }
        // The vendor's samples unwrap the video and the source of a session in this way.
        guard let session, let video = session.video, let source = session.source else { return }
        if !sessions.contains(where: { $0 === session }) {
            sessions.append(session)
            media.append((video, source))
        }
    }

    func playbackController(
        _ controller: BCOVPlaybackController!, didAdvanceTo session: BCOVPlaybackSession!
    ) { note("didAdvanceTo", session) }

    func playbackController(
        _ controller: BCOVPlaybackController!, playbackSession session: BCOVPlaybackSession!,
        didChangeDuration duration: TimeInterval
    ) { note("didChangeDuration", session) }

    func playbackController(
        _ controller: BCOVPlaybackController!, playbackSession session: BCOVPlaybackSession!,
        didChangeExternalPlaybackActive externalPlaybackActive: Bool
    ) { note("didChangeExternalPlaybackActive", session) }

    func playbackController(
        _ controller: BCOVPlaybackController!, playbackSession session: BCOVPlaybackSession!,
        didPassCuePoints cuePointInfo: [AnyHashable: Any]!
    ) {
        note("didPassCuePoints", session)
        passages.append(cuePointInfo)
    }

    func playbackController(
        _ controller: BCOVPlaybackController!, playbackSession session: BCOVPlaybackSession!,
        didProgressTo progress: TimeInterval
    ) { note("didProgressTo", session) }

    func playbackController(
        _ controller: BCOVPlaybackController!, didCompletePlaylist playlist: NSFastEnumeration!
    ) { note("didCompletePlaylist") }

    func playbackController(
        _ controller: BCOVPlaybackController!, playbackSession session: BCOVPlaybackSession!,
        didReceive lifecycleEvent: BCOVPlaybackSessionLifecycleEvent!
    ) {
        note("didReceive", session)
        types.append(lifecycleEvent.eventType)
        if let error = lifecycleEvent.properties[kBCOVPlaybackSessionEventKeyError] as? NSError {
            errors.append(error)
        }
    }

    func playbackController(
        _ controller: BCOVPlaybackController!, playbackSession session: BCOVPlaybackSession!,
        didChangeSeekableRanges seekableRanges: [Any]!
    ) { note("didChangeSeekableRanges", session) }

    func playbackController(
        _ controller: BCOVPlaybackController!,
        noPlayableVideosFound unplayableVideos: NSFastEnumeration!
    ) { note("noPlayableVideosFound") }

    func playbackController(
        _ controller: BCOVPlaybackController!, determinedMetadata metadata: [String: String]!,
        for video: BCOVVideo!
    ) { note("determinedMetadata") }

    func playbackController(
        _ controller: BCOVPlaybackController!, determinedVideoType videoType: BCOVVideoType,
        for video: BCOVVideo!
    ) { note("determinedVideoType") }

    func playbackController(
        _ controller: BCOVPlaybackController!, determinedCodecs codecs: [String]!,
        for video: BCOVVideo!
    ) { note("determinedCodecs") }

    func playbackController(
        _ controller: BCOVPlaybackController!, playbackSession session: BCOVPlaybackSession!,
        determinedMediaType mediaType: BCOVSourceMediaType
    ) { note("determinedMediaType", session) }

    func playbackController(
        _ controller: BCOVPlaybackController!, playbackSession session: BCOVPlaybackSession!,
        didChangeSelectedAudibleMediaOption audibleMediaOption: AVMediaSelectionOption!
    ) { note("didChangeSelectedAudibleMediaOption", session) }

    func playbackController(
        _ controller: BCOVPlaybackController!, playbackSession session: BCOVPlaybackSession!,
        didChangeSelectedLegibleMediaOption legibleMediaOption: AVMediaSelectionOption!
    ) { note("didChangeSelectedLegibleMediaOption", session) }

    func playbackController(
        _ controller: BCOVPlaybackController!, playbackSession session: BCOVPlaybackSession!,
        didReachMaxConcurrency sessions: [AnyHashable: Any]!
    ) { note("didReachMaxConcurrency", session) }

    func playbackServiceForManifestURLTTLUpdate(
        for controller: BCOVPlaybackController!, playbackSession session: BCOVPlaybackSession!
    ) -> BCOVPlaybackService! {
        note("playbackServiceForManifestURLTTLUpdate", session)
        return nil
    }

    func manifestTTLWasUpdatedWithError(
        _ error: (any Error)!, playbackController controller: BCOVPlaybackController!,
        playbackSession session: BCOVPlaybackSession!
    ) { note("manifestTTLWasUpdatedWithError", session) }

    func playbackController(
        _ controller: BCOVPlaybackController!, didInsert video: BCOVVideo!, at index: UInt
    ) { note("didInsert") }

    func playbackController(
        _ controller: BCOVPlaybackController!, failedToInsert video: BCOVVideo!
    ) { note("failedToInsert") }

    func title(forLegibleMediaSelectionOption mediaSelectionOption: AVMediaSelectionOption!)
        -> String!
    {
        note("titleForLegible")
        return "subtitles \(mediaSelectionOption.name)"
    }

    func title(forAudibleMediaSelectionOption mediaSelectionOption: AVMediaSelectionOption!)
        -> String!
    {
        note("titleForAudible")
        return nil
    }
}
