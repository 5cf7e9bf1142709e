import Playlists
import VirtualTime

/// What is known of the source of a session once its playlists have been read.
struct LoadedAsset {
    /// The absolute location of the source, after redirects.
    let url: String
    /// The multivariant playlist; `nil` when the source is a media playlist or a single file.
    var multivariant: MultivariantPlaylist?
    /// The variant streams to choose from, as the playlist lists them.
    var variants: [VariantStream] = []
    /// Which of them is being fetched.
    var currentIndex: Int?
    /// The media playlists that were read, by their absolute location.
    var renditions: [String: RenditionMedia] = [:]

    /// The variant stream that is being fetched.
    var currentVariant: VariantStream? {
        currentIndex.flatMap { variants.indices.contains($0) ? variants[$0] : nil }
    }

    /// The variant streams of a playlist that playback chooses from.
    ///
    /// Variants without video are for those who want audio alone, and stand back where there are
    /// others.
    static func candidates(of playlist: MultivariantPlaylist) -> [VariantStream] {
        let withVideo = playlist.variants.filter(\.hasVideo)
        return withVideo.isEmpty ? playlist.variants : withVideo
    }

    /// The audio rendition to play with a variant; `nil` when the variant carries its own audio.
    ///
    /// - Parameters:
    ///   - variant: The variant.
    ///   - language: The language to prefer.
    /// - Returns: The rendition, which has a URI only when it is a stream of its own.
    func audioRendition(for variant: VariantStream, language: String?) -> Rendition? {
        let group = renditions(.audio, in: variant.audioGroup)
        let wanted = group.first { $0.language.matches(language) }
        return wanted ?? group.first(where: \.isDefault) ?? group.first(where: \.isAutoselect)
            ?? group.first
    }

    /// The subtitles rendition to play with a variant; `nil` when none is wanted or there is none.
    ///
    /// - Parameters:
    ///   - variant: The variant.
    ///   - language: The language that is wanted; `nil` wants none.
    /// - Returns: The rendition.
    func subtitlesRendition(for variant: VariantStream, language: String?) -> Rendition? {
        guard let language else { return nil }
        let group = renditions(.subtitles, in: variant.subtitlesGroup)
        return group.first { $0.language.matches(language) && !$0.isForced }
            ?? group.first { $0.language.matches(language) }
    }

    private func renditions(_ kind: Rendition.Kind, in group: String?) -> [Rendition] {
        guard let group, let multivariant else { return [] }
        return multivariant.renditions(kind, groupID: group)
    }
}

extension VariantStream {
    /// Whether the variant has video, by its resolution or its codecs; `true` when neither tells.
    var hasVideo: Bool {
        if resolution != nil || codecs.isEmpty { return true }
        return codecs.contains { $0.isVideoCodec }
    }
}

extension String {
    /// Whether a codec of RFC 6381 is one of video.
    var isVideoCodec: Bool {
        let video = [
            "avc1", "avc3", "hvc1", "hev1", "dvh1", "dvhe", "av01", "vp08", "vp09", "mp4v",
        ]
        return video.contains { hasPrefix($0) }
    }
}

extension String? {
    /// Whether a language tag names the wanted language or a regional form of it (RFC 4647, 3.3.1).
    fileprivate func matches(_ wanted: String?) -> Bool {
        guard let own = self?.lowercased(), let wanted = wanted?.lowercased() else { return false }
        return own == wanted || own.hasPrefix(wanted + "-")
    }
}
