public import Sessions

/// What a download of a video reads, and what there is to choose from in it.
///
/// It is for choosing what to download; a video is played by its own sources.
///
/// Source: `Documentation/BrightcoveOffline.md#methods` (`urlAssetForVideo`).
public struct OfflineURLAsset: Equatable, Sendable {
    /// Where the playlist is.
    public let url: String
    /// The audio that there is to choose from; empty where it is part of the video.
    public let audible: MediaSelectionGroup
    /// The subtitles that there are to choose from.
    public let legible: MediaSelectionGroup

    /// What a download takes that was asked for without media selections.
    public var preferredMediaSelections: OfflineMediaSelections { OfflineMediaSelections() }

    /// All that there is.
    public var allMediaSelections: OfflineMediaSelections {
        OfflineMediaSelections(audio: .all, subtitles: .all)
    }

    /// Selections of options, by their languages.
    ///
    /// - Parameters:
    ///   - audible: The audio to take; none takes what a player would by itself.
    ///   - legible: The subtitles to take.
    /// - Returns: The selections; options whose language the playlist does not say are not among
    ///   them.
    public func mediaSelections(
        audible: [MediaOption], legible: [MediaOption]
    ) -> OfflineMediaSelections {
        let languages = audible.compactMap(\.languageTag)
        return OfflineMediaSelections(
            audio: languages.isEmpty ? .preferred : .tags(languages),
            subtitles: .tags(legible.compactMap(\.languageTag)))
    }
}
