import Playlists
import VirtualTime

/// The properties of a session's source once its playlists have been read.
struct LoadedAsset {
    /// The absolute location of the source, after redirects.
    var url: String { base.text }
    /// The base URI of the relative locations in the source.
    let base: BaseURI
    /// The multivariant playlist; `nil` when the source is a media playlist or a single file.
    private(set) var multivariant: MultivariantPlaylist?
    /// The absolute locations of the variant streams that the multivariant playlist lists.
    private(set) var variantLocations: [String] = []
    /// The absolute locations of the listed renditions; `nil` for a rendition without a playlist.
    private(set) var renditionLocations: [String?] = []
    /// The variant streams to choose from, as the playlist lists them.
    var variants: [VariantStream] = []
    /// The index of the variant stream that is being fetched; `nil` if there is none.
    var currentIndex: Int?
    /// The media playlists that were read, by their absolute location.
    var renditions: [String: RenditionMedia] = [:]

    /// Creates an asset of which only the location is known.
    ///
    /// - Parameters:
    ///   - url: The absolute location of the source, after redirects.
    ///   - multivariant: The multivariant playlist; `nil` when the source is not one.
    init(url: String, multivariant: MultivariantPlaylist? = nil) {
        base = BaseURI(url)
        adopt(multivariant)
    }

    private mutating func adopt(_ playlist: MultivariantPlaylist?) {
        multivariant = playlist
        variantLocations = multivariant?.variants.map { base.resolve($0.uri) } ?? []
        renditionLocations = multivariant?.renditions.map { $0.uri.map(base.resolve) } ?? []
    }

    /// Adopts the multivariant playlist.
    ///
    /// - Parameters:
    ///   - playlist: The playlist.
    ///   - choice: The index of the only variant stream to play; `nil` means any.
    mutating func list(_ playlist: MultivariantPlaylist, choosing choice: Int?) {
        adopt(playlist)
        variants = Self.candidates(of: playlist)
        if let choice, playlist.variants.indices.contains(choice) {
            variants = [playlist.variants[choice]]
        }
    }

    /// The variant stream that is being fetched; `nil` if there is none.
    var currentVariant: VariantStream? {
        currentIndex.flatMap { variants.indices.contains($0) ? variants[$0] : nil }
    }

    /// Removes the playlist of the current variant stream, unless reloads update the playlist.
    ///
    /// Call this method when playback leaves this variant stream. When it is chosen again, its
    /// playlist is loaded again.
    mutating func forgetCurrentVariant() {
        guard let variant = currentVariant, media(at: variant.uri)?.isFollowed == false else {
            return
        }
        renditions[URIReference.resolve(variant.uri, against: url)] = nil
    }

    /// Returns the media playlist at a location that the asset lists; `nil` if it was not read.
    func media(at uri: String) -> RenditionMedia? {
        renditions[URIReference.resolve(uri, against: url)]
    }

    /// Returns the presentation time at which playback starts according to `EXT-X-START`.
    ///
    /// The tag of the multivariant playlist takes precedence over tags of media playlists (RFC
    /// 8216, section 4.3.5).
    ///
    /// - Parameters:
    ///   - main: The media of the variant stream.
    ///   - end: The end of the presentation, from which a negative offset is counted.
    /// - Returns: The position; zero if no tag states an offset.
    func start(of main: RenditionMedia, endingAt end: MediaTime) -> MediaTime {
        guard let offset = (multivariant?.start ?? main.playlist.start)?.offset else {
            return .zero
        }
        return min(max(offset < .zero ? end + offset : offset, .zero), end)
    }

    /// Returns the listed variant stream to which a loaded media playlist belongs.
    ///
    /// - Returns: The variant stream, its index in the multivariant playlist and the number of
    ///   listed variant streams; `nil` when none has this playlist.
    func listing(
        of media: RenditionMedia
    ) -> (variant: VariantStream, place: Int, count: Int)? {
        guard let variants = multivariant?.variants,
            let place = variants.firstIndex(where: { self.media(at: $0.uri)?.url == media.url })
        else { return nil }
        return (variants[place], place, variants.count)
    }

    /// Returns the asset without some separate renditions.
    ///
    /// If a variant stream itself is to be left out, the whole asset is returned.
    ///
    /// - Parameter isLeftOut: Returns whether to leave out the rendition at an absolute location.
    /// - Returns: The asset with the other renditions.
    func without(_ isLeftOut: (String) -> Bool) -> LoadedAsset {
        guard var playlist = multivariant,
            !variants.contains(where: { isLeftOut(URIReference.resolve($0.uri, against: url)) })
        else { return self }
        playlist.renditions.removeAll { rendition in
            rendition.uri.map { isLeftOut(URIReference.resolve($0, against: url)) } ?? false
        }
        var rest = self
        rest.adopt(playlist)
        return rest
    }

    /// Returns the variant streams that playback chooses from.
    ///
    /// Variants with unknown requirements are not used. Variants without video are for playback
    /// without a picture, and are used only if there are no others.
    static func candidates(of playlist: MultivariantPlaylist) -> [VariantStream] {
        let playable = playlist.variants.filter(\.unknownRequirements.isEmpty)
        let withVideo = playable.filter(\.hasVideo)
        return withVideo.isEmpty ? playable : withVideo
    }

    /// The audio renditions of all rendition groups, from which a viewer can select.
    var audible: MediaSelectionGroup {
        let renditions = multivariant?.renditions.filter { $0.kind == .audio } ?? []
        return MediaSelectionGroup(
            options: renditions.map(MediaOption.init), allowsEmptySelection: false)
    }

    /// The subtitles to select from, and the closed captions to which a variant stream refers.
    var legible: MediaSelectionGroup {
        let carried = Set(variants.compactMap(\.closedCaptionsGroup))
        let renditions = multivariant?.renditions.filter {
            $0.kind == .subtitles || $0.kind == .closedCaptions && carried.contains($0.groupID)
        }
        return MediaSelectionGroup(
            options: (renditions ?? []).map(MediaOption.init), allowsEmptySelection: true)
    }

    /// Returns the rendition that plays a selected option with a variant stream.
    ///
    /// - Parameters:
    ///   - option: The selected option; `nil` has no rendition.
    ///   - kind: The kind of the option.
    ///   - variant: The variant stream, which names the rendition group.
    /// - Returns: The group's rendition that equals the option, or else its rendition with the name
    ///   and the language of the option. If the group has neither, audio falls back to its default
    ///   rendition, or else to its first one. Only a rendition with a URI is a separate stream;
    ///   closed captions have no rendition.
    func rendition(
        of option: MediaOption?, _ kind: Rendition.Kind, for variant: VariantStream
    ) -> Rendition? {
        let group = kind == .audio ? variant.audioGroup : variant.subtitlesGroup
        guard let option, !option.isClosedCaptions, let group, let multivariant else { return nil }
        let renditions = multivariant.renditions(kind, groupID: group)
        let same = renditions.first { MediaOption($0) == option }
        let alike = renditions.first { $0.name == option.name && $0.language == option.languageTag }
        if let found = same ?? alike { return found }
        return kind == .audio ? renditions.first(where: \.isDefault) ?? renditions.first : nil
    }
}

extension VariantStream {
    /// Whether the variant stream has video, judging by its resolution or codecs.
    ///
    /// It is `true` if the playlist states neither.
    var hasVideo: Bool {
        if resolution != nil || codecs.isEmpty { return true }
        return codecs.contains { $0.isVideoCodec }
    }

    /// Whether the variant stream has audio, judging by its codecs; `true` if it declares none.
    var hasAudio: Bool {
        codecs.isEmpty || codecs.contains { $0.isAudioCodec }
    }
}

extension String {
    /// Whether the string is the RFC 6381 identifier of a video codec.
    package var isVideoCodec: Bool {
        let video = [
            "avc1", "avc3", "hvc1", "hev1", "dvh1", "dvhe", "av01", "vp08", "vp09", "mp4v",
        ]
        return video.contains { hasPrefix($0) }
    }

    /// Whether the string is the RFC 6381 identifier of a subtitle codec.
    private var isTextCodec: Bool { ["stpp", "wvtt"].contains { hasPrefix($0) } }

    /// Whether the string is the RFC 6381 identifier of neither a video nor a subtitle codec.
    package var isAudioCodec: Bool { !isVideoCodec && !isTextCodec }
}

extension LoadedAsset {
    /// Returns whether a viewer may change from the selected subtitles to others, or to none.
    ///
    /// - Parameters:
    ///   - option: The subtitles to select; `nil` selects none.
    ///   - selected: The subtitles that are selected.
    /// - Returns: Whether they may be selected; `false` if they are selected already.
    func maySelect(subtitles option: MediaOption?, insteadOf selected: MediaOption?) -> Bool {
        let group = legible
        return option != selected
            && option.map(group.options.contains) ?? group.allowsEmptySelection
    }
}
