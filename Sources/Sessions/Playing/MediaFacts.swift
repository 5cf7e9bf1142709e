import Containers
import Playlists
import Presentation
import VirtualTime

/// The facts that a session finds out about its media once it is ready.
struct MediaFacts {
    let mediaType: MediaType
    let videoType: VideoType
    let codecs: [String]
    let metadata: [String: String]

    init(session: PlaybackSession) {
        codecs = Self.codecs(of: session)
        mediaType = Self.mediaType(of: session, codecs: codecs)
        videoType = Self.videoType(of: session)
        metadata = Self.metadata(of: session)
    }

    /// The events that report the facts, in order.
    var events: [PlaybackEvent.Kind] {
        [
            .determinedMediaType(mediaType), .determinedVideoType(videoType),
            .determinedCodecs(codecs), .determinedMetadata(metadata),
        ]
    }

    /// The codecs that the multivariant playlist names, or else those that were found.
    private static func codecs(of session: PlaybackSession) -> [String] {
        if let named = session.assetLoad.asset?.currentVariant?.codecs, !named.isEmpty {
            return named
        }
        var found: [String] = []
        for track in session.tracks.tracks {
            for part in session.intake.described[track.role]?.tracks ?? [] {
                guard let codec = part.description.codecString, !found.contains(codec) else {
                    continue
                }
                found.append(codec)
            }
        }
        return found
    }

    /// Single files are taken for video with audio, as the source documents say.
    private static func mediaType(of session: PlaybackSession, codecs: [String]) -> MediaType {
        guard session.source.deliveryMethod.usesPlaylists else { return .audioVideo }
        if let variant = session.assetLoad.asset?.currentVariant, !variant.codecs.isEmpty {
            return variant.hasVideo ? .audioVideo : .audio
        }
        guard let main = session.intake.described[.main] else { return .undetermined }
        return main.tracks.contains { $0.description.kind == .video } ? .audioVideo : .audio
    }

    private static func videoType(of session: PlaybackSession) -> VideoType {
        guard session.source.deliveryMethod.usesPlaylists else { return .vod }
        guard let playlist = session.tracks.main?.media.playlist else { return .unknown }
        if playlist.hasEndList || playlist.playlistType == .vod { return .vod }
        if playlist.playlistType == .event { return .liveDVR }
        return playlist.duration >= session.options.seekableWindow ? .liveDVR : .live
    }

    /// The texts of the video, and the session data of the playlist that come as values.
    private static func metadata(of session: PlaybackSession) -> [String: String] {
        var result: [String: String] = [:]
        for data in session.assetLoad.asset?.multivariant?.sessionData ?? [] {
            if let value = data.value { result[data.dataID] = value }
        }
        result["title"] = session.video.name
        result["description"] = session.video.shortDescription
        return result
    }
}
