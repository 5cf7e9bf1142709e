import Playlists
public import Sessions

/// The playlist location and the selectable options of a video that can be downloaded.
///
/// Playback does not use this value; it uses the sources of the video.
///
/// Source: `Documentation/BrightcoveOffline.md#methods` (`urlAssetForVideo`).
public struct OfflineURLAsset: Equatable, Sendable {
    /// The location of the playlist.
    public let url: String
    /// The selectable audio; empty when the playlist lists no audio renditions.
    public let audible: MediaSelectionGroup
    /// The selectable subtitles.
    public let legible: MediaSelectionGroup

    init(url: String, playlist: MultivariantPlaylist?) {
        self.url = url
        audible = MediaSelectionGroup(.audio, of: playlist)
        legible = MediaSelectionGroup(.subtitles, of: playlist)
    }

    /// The selections that apply when a download has no explicit selections.
    public var preferredMediaSelections: OfflineMediaSelections { OfflineMediaSelections() }

    /// The selections that include all audio and all subtitles.
    public var allMediaSelections: OfflineMediaSelections {
        OfflineMediaSelections(audio: .all, subtitles: .all)
    }

    /// Returns the selections for the languages of the given options.
    ///
    /// - Parameters:
    ///   - audible: The audio to download; an empty array selects the audio that a player would
    ///     select.
    ///   - legible: The subtitles to download.
    /// - Returns: The selections; options whose language is unknown are ignored.
    public func mediaSelections(
        audible: [MediaOption], legible: [MediaOption]
    ) -> OfflineMediaSelections {
        let languages = audible.compactMap(\.languageTag)
        return OfflineMediaSelections(
            audio: languages.isEmpty ? .preferred : .tags(languages),
            subtitles: .tags(legible.compactMap(\.languageTag)))
    }
}

extension MediaSelectionGroup {
    /// Creates the group of all renditions of one kind in a playlist.
    ///
    /// The group allows an empty selection only for subtitles.
    init(_ kind: Rendition.Kind, of playlist: MultivariantPlaylist?) {
        let renditions = playlist?.renditions.filter { $0.kind == kind } ?? []
        self.init(
            options: renditions.map(MediaOption.init), allowsEmptySelection: kind == .subtitles)
    }
}
