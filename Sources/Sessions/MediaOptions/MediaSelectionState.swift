import Presentation

/// The selected options of a session, and for each kind the number of selections so far.
struct MediaSelectionState {
    /// The wanted options at the start of a session, from preferences and from other sources.
    struct Wishes {
        /// The streams that a survey of the asset plays; `nil` lets the preferences select them.
        var streams: StreamChoice?
        var preferences = MediaPreferences()
        /// The language of the sideband subtitles, which the app and not the player presents.
        ///
        /// It is `nil` if the session plan does not have these subtitles.
        var sidebandLanguage: String?
        /// The language of the captions chosen in an earlier session; `nil` if there were none.
        var persistedLanguage: String?
    }

    var audible: MediaOption?
    var legible: MediaOption?
    /// The number that identifies the last selection of audio; 0 before the first selection.
    private(set) var audioRequest = 0
    /// The number that identifies the last selection of subtitles; 0 before the first selection.
    private(set) var subtitlesRequest = 0

    /// Returns the option that is selected for a track; `nil` for the track of the variant stream.
    func option(of role: Track.Role) -> MediaOption? {
        switch role {
        case .main: nil
        case .audio: audible
        case .subtitles: legible
        }
    }

    /// Counts a selection of audio, and returns the purpose for loading it.
    mutating func beginAudio() -> AssetLoad.Purpose {
        audioRequest += 1
        return .audio(audioRequest)
    }

    /// Counts a selection of subtitles, and returns the purpose for loading them.
    mutating func beginSubtitles() -> AssetLoad.Purpose {
        subtitlesRequest += 1
        return .subtitles(subtitlesRequest)
    }

    /// Selects the options with which the session starts, unless a selection was made before.
    ///
    /// In a stored asset, an option that was not downloaded is never selected here; only a viewer
    /// can select it.
    ///
    /// - Parameters:
    ///   - asset: The asset.
    ///   - near: The part of the asset whose options may be selected automatically.
    ///   - wishes: The wanted options.
    mutating func selectAtStart(
        from asset: LoadedAsset, near: LoadedAsset, _ wishes: Wishes
    ) {
        if let audio = wishes.streams?.audio, asset.audible.options.contains(audio) {
            audible = audio
        }
        if let text = wishes.streams?.subtitles, asset.legible.options.contains(text) {
            legible = text
        }
        if audible.map(asset.audible.options.contains) != true {
            audible = wishes.preferences.audible(from: near.audible)
        }
        guard legible.map(asset.legible.options.contains) != true else { return }
        let group = near.legible
        for language in [wishes.sidebandLanguage, wishes.persistedLanguage].compactMap(\.self) {
            guard let chosen = group.readableFirst.first(where: { $0.speaks(language) }) else {
                continue
            }
            legible = chosen
            return
        }
        legible = wishes.preferences.legible(from: group, with: audible)
    }
}

extension SessionPlan {
    /// Returns the wanted language if the session plan has sideband subtitles in this language.
    ///
    /// Sideband subtitles are presented by the app. The result is `nil` if the session plan has
    /// none in the wanted language.
    func sidebandLanguage(_ wanted: String?) -> String? {
        guard let wanted, let sidebandLanguages,
            sidebandLanguages.contains(where: { $0.lowercased() == wanted.lowercased() })
        else { return nil }
        return wanted
    }
}
