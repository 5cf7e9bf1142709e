import Playlists
public import Sessions

/// The playlist of a video and its selectable options, for a download.
///
/// It is used to choose what to download; playback uses the sources of the video.
///
/// Source: `Documentation/BrightcoveOffline.md#methods` (`urlAssetForVideo`).
public struct OfflineURLAsset: Equatable, Sendable {
    /// The location of the playlist.
    public let url: String
    /// The selectable audio; empty when the only audio is part of the video stream.
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

    /// The selections of all audio and subtitles.
    public var allMediaSelections: OfflineMediaSelections {
        OfflineMediaSelections(audio: .all, subtitles: .all)
    }

    /// Returns selections of options by their languages.
    ///
    /// - Parameters:
    ///   - audible: The audio to download; an empty array selects the audio that a player would
    ///     select.
    ///   - legible: The subtitles to download.
    /// - Returns: The selections, without options whose language is unknown.
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
    /// Only subtitles can be switched off.
    init(_ kind: Rendition.Kind, of playlist: MultivariantPlaylist?) {
        let renditions = playlist?.renditions.filter { $0.kind == kind } ?? []
        self.init(
            options: renditions.map(MediaOption.init), allowsEmptySelection: kind == .subtitles)
    }
}
