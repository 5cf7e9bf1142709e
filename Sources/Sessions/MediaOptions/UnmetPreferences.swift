import Formats
import Playlists
import Presentation
import Transport

/// The preferences that the renditions of an asset do not satisfy.
struct UnmetPreferences {
    /// The maximum number of languages that a remark lists.
    private static let mostLanguages = 20

    let preferences: MediaPreferences
    /// The highest permitted bandwidth of variants in bits per second; 0 permits any.
    let bandwidth: Int64

    /// Adds remarks about the preferences that the asset cannot satisfy.
    ///
    /// Every viewer prefers audio to none, so a chosen variant stream without audio is one of them.
    ///
    /// - Parameters:
    ///   - asset: The asset.
    ///   - available: The part of the asset that can be selected automatically.
    ///   - remarks: The remarks of the session.
    func add(_ asset: LoadedAsset, available: LoadedAsset, to remarks: inout RemarkList) {
        let lowest = asset.variants.map(\.bandwidth).min() ?? 0
        if bandwidth > 0, lowest > bandwidth {
            remarks.add(
                .unmetBandwidth,
                "no variant stream has \(bandwidth) bit/s or less: the lowest has \(lowest)")
        }
        let languages = preferences.audioLanguages
        let audio = available.audible.options
        if !languages.isEmpty, !languages.contains(where: { Self.speaks($0, audio) }) {
            let wanted = languages.map { "\"\($0)\"" }.joined(separator: " or ")
            let listed = Self.listing(audio, of: asset.audible.options)
            remarks.add(.unmetAudio, SafeText.line("no audio in \(wanted): \(listed)"))
        }
        addSubtitles(asset, available: available, to: &remarks)
        if let variant = asset.currentVariant {
            PlaylistRemarks.add(silent: variant, among: asset.variants, to: &remarks)
        }
    }

    /// Adds a remark if the asset cannot satisfy the preference for subtitles.
    ///
    /// The remark is also added for a media playlist or a single file, which list no subtitles. The
    /// language of their audio is not known, so the preference for audio does not apply to them.
    ///
    /// - Parameters:
    ///   - asset: The asset.
    ///   - available: The part of the asset that can be selected automatically.
    ///   - remarks: The remarks of the session.
    func addSubtitles(
        _ asset: LoadedAsset, available: LoadedAsset, to remarks: inout RemarkList
    ) {
        guard case .language(let language) = preferences.subtitles,
            !Self.speaks(language, available.legible.options)
        else { return }
        let listed = Self.listing(available.legible.options, of: asset.legible.options)
        remarks.add(
            .unmetSubtitles, SafeText.line("no subtitles in \"\(language)\": \(listed)"))
    }

    /// Adds remarks about the options with which the session starts.
    ///
    /// - Parameters:
    ///   - selection: The selected options.
    ///   - audio: The rendition of the variant stream that is played for the selected audio.
    ///   - subtitles: The rendition of the variant stream that is played for the subtitles.
    ///   - remarks: The remarks of the session.
    func add(
        _ selection: MediaSelectionState, playedAs audio: Rendition?, _ subtitles: Rendition?,
        to remarks: inout RemarkList
    ) {
        Self.add(selection.audible, playedAs: audio, .audio, isRequested: false, to: &remarks)
        let isRequested = if case .language = preferences.subtitles { true } else { false }
        Self.add(
            selection.legible, playedAs: subtitles, .subtitles, isRequested: isRequested,
            to: &remarks)
    }

    /// Adds a remark if the variant stream does not have the rendition of a selected option.
    ///
    /// - Parameters:
    ///   - option: The selected option.
    ///   - rendition: The rendition of the variant stream that is played for the option.
    ///   - kind: The kind of the option.
    ///   - isRequested: Whether this option or its language was requested. Without such a request,
    ///     no remark is added for closed captions or for audio within the variant stream.
    ///   - remarks: The remarks of the session.
    fileprivate static func add(
        _ option: MediaOption?, playedAs rendition: Rendition?, _ kind: Rendition.Kind,
        isRequested: Bool, to remarks: inout RemarkList
    ) {
        guard let option else { return }
        if option.isClosedCaptions {
            guard isRequested else { return }
            remarks.add(
                .unmetSubtitles,
                SafeText.line(
                    "subtitles \"\(option.name)\" are closed captions, whose text is not read"))
            return
        }
        if kind == .subtitles, rendition == nil {
            let text = "subtitles \"\(option.name)\" are in no group of the variant stream played"
            remarks.add(.unmetSubtitles, SafeText.line(text))
        }
        if kind == .audio, rendition == nil, isRequested {
            let text = "audio \"\(option.name)\" is in no group of the variant stream played"
            remarks.add(.unmetAudio, SafeText.line(text))
        }
        if kind == .audio, let rendition, rendition.name != option.name,
            !MediaOption(rendition).speaks(option.languageTag)
        {
            let text =
                "audio \"\(option.name)\" is not in group \"\(rendition.groupID)\" of the variant"
                + " stream played: \"\(rendition.name)\" is played instead"
            remarks.add(.unmetAudio, SafeText.line(text))
        }
    }

    private static func speaks(_ language: String, _ options: [MediaOption]) -> Bool {
        options.contains { $0.speaks(language) }
    }

    private static func listing(_ options: [MediaOption], of all: [MediaOption]) -> String {
        if all.isEmpty { return "the asset lists none" }
        if options.isEmpty { return "those of the asset are not stored" }
        var tags: [String] = []
        for option in options where !tags.contains(option.languageTag ?? option.name) {
            tags.append(option.languageTag ?? option.name)
        }
        let more = tags.count > mostLanguages ? " and \(tags.count - mostLanguages) more" : ""
        return "the asset has \(tags.prefix(mostLanguages).joined(separator: ", "))\(more)"
    }
}

extension LoadedAsset {
    /// Returns the location of the rendition that is played for an option that the app selects.
    ///
    /// - Parameters:
    ///   - option: The option; `nil` has no rendition.
    ///   - kind: The kind of the option.
    ///   - variant: The variant stream, which names the rendition group.
    ///   - remarks: The remarks of the session. A remark is added if the variant stream does not
    ///     have the rendition.
    /// - Returns: The location in the playlist; `nil` if the option is not a separate stream.
    func uri(
        of option: MediaOption?, _ kind: Rendition.Kind, for variant: VariantStream,
        remarks: inout RemarkList
    ) -> String? {
        let rendition = rendition(of: option, kind, for: variant)
        UnmetPreferences.add(option, playedAs: rendition, kind, isRequested: true, to: &remarks)
        return rendition?.uri
    }
}
