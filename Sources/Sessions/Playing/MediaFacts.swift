import Containers
import Playlists
import Presentation
import VirtualTime

/// The types, codecs and metadata of the media, as a session reports them when it is ready.
struct MediaFacts {
    let mediaType: MediaType
    let videoType: VideoType
    let codecs: [String]
    let metadata: [String: String]

    init(_ media: MediaSupply) {
        codecs = Self.codecs(of: media)
        mediaType = Self.mediaType(of: media, codecs: codecs)
        videoType = Self.videoType(of: media)
        metadata = Self.metadata(of: media)
    }

    /// The events that report the facts, in order.
    var events: [PlaybackEvent.Kind] {
        [
            .determinedMediaType(mediaType), .determinedVideoType(videoType),
            .determinedCodecs(codecs), .determinedMetadata(metadata),
        ]
    }

    /// Returns the codecs that the multivariant playlist names, or else the codecs of the media.
    private static func codecs(of media: MediaSupply) -> [String] {
        if let named = media.assetLoad.asset?.currentVariant?.codecs, !named.isEmpty {
            return named
        }
        var found: [String] = []
        for track in media.tracks.tracks {
            for part in media.intake.described[track.role]?.tracks ?? [] {
                guard let codec = part.description.codecString, !found.contains(codec) else {
                    continue
                }
                found.append(codec)
            }
        }
        return found
    }

    /// Returns the media type; a single file counts as video with audio.
    ///
    /// Source: `Documentation/Brightcove.md#video-type-and-media-type`.
    private static func mediaType(of media: MediaSupply, codecs: [String]) -> MediaType {
        guard media.plan.source.deliveryMethod.usesPlaylists else { return .audioVideo }
        if let variant = media.assetLoad.asset?.currentVariant, !variant.codecs.isEmpty {
            return variant.hasVideo ? .audioVideo : .audio
        }
        guard let main = media.intake.described[.main] else { return .undetermined }
        return main.tracks.contains { $0.description.kind == .video } ? .audioVideo : .audio
    }

    /// Returns the type of the video, from its playlist or the window of its broadcast.
    static func videoType(of media: MediaSupply) -> VideoType {
        guard media.plan.source.deliveryMethod.usesPlaylists else { return .vod }
        if let follower = media.follower, let main = media.tracks.main?.media,
            let window = follower.window(of: main)
        {
            return window.isDVR(from: media.plan.source.dvrThreshold(media.options))
                ? .liveDVR : .live
        }
        guard let playlist = media.tracks.main?.media.playlist else { return .unknown }
        if playlist.hasEndList || playlist.playlistType == .vod { return .vod }
        if playlist.playlistType == .event { return .liveDVR }
        return playlist.duration >= media.plan.source.dvrThreshold(media.options) ? .liveDVR : .live
    }

    /// Returns the title and description of the video, and the values of `EXT-X-SESSION-DATA`.
    private static func metadata(of media: MediaSupply) -> [String: String] {
        var result: [String: String] = [:]
        for data in media.assetLoad.asset?.multivariant?.sessionData ?? [] {
            if let value = data.value { result[data.dataID] = value }
        }
        result["title"] = media.plan.video.name
        result["description"] = media.plan.video.shortDescription
        return result
    }
}
