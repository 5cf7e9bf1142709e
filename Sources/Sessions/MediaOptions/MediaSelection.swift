/// The preferences of a viewer for the automatic selection of options.
public struct MediaPreferences: Equatable, Sendable {
    /// The preferred subtitles.
    public enum Subtitles: Equatable, Sendable {
        /// The default option, or else an option that suits the preferences or the audio.
        ///
        /// Without a default option, the first autoselect option with the preferred characteristics
        /// is selected, or else the first forced option in the language of the audio.
        case automatic
        /// No option, not even a forced one.
        case off
        /// The options in the given language, which is a BCP 47 tag.
        case language(String)
    }

    /// The preferred languages of audio as BCP 47 tags, the best one first.
    ///
    /// They have no effect on a media playlist or a single file, which state no language of audio.
    public var audioLanguages: [String]
    /// The preferred subtitles.
    public var subtitles: Subtitles
    /// The preferred characteristics, such as descriptions of video.
    public var characteristics: Set<String>

    /// Creates preferences.
    ///
    /// - Parameters:
    ///   - audioLanguages: The languages of audio to prefer, the best first.
    ///   - subtitles: The requested subtitles.
    ///   - characteristics: The preferred characteristics.
    public init(
        audioLanguages: [String] = [], subtitles: Subtitles = .automatic,
        characteristics: Set<String> = []
    ) {
        self.audioLanguages = audioLanguages
        self.subtitles = subtitles
        self.characteristics = characteristics
    }

    /// Selects audio automatically: by language, then by default, then by order.
    ///
    /// - Parameter group: The available options.
    /// - Returns: The option, or `nil` when there is none.
    package func audible(from group: MediaSelectionGroup) -> MediaOption? {
        for language in audioLanguages {
            let speaking = group.options.filter { $0.speaks(language) }
            if let best = best(of: speaking) { return best }
        }
        return best(of: group.options)
    }

    /// Selects subtitles automatically.
    ///
    /// - Parameters:
    ///   - group: The available options.
    ///   - audio: The selected audio.
    /// - Returns: The option, or `nil` if none is selected.
    package func legible(
        from group: MediaSelectionGroup, with audio: MediaOption?
    ) -> MediaOption? {
        switch subtitles {
        case .off: return nil
        case .language(let language):
            let speaking = group.readableFirst.filter { $0.speaks(language) }
            return best(of: speaking.filter { !$0.isForced }) ?? speaking.first
        case .automatic:
            let open = group.options.filter { !$0.isForced }
            if let standard = open.first(where: \.isDefault) { return standard }
            let wanted = open.filter { $0.isAutoselect && fits($0) && !characteristics.isEmpty }
            if let fitting = wanted.first { return fitting }
            return group.options.first { $0.isForced && $0.speaks(audio?.languageTag) }
        }
    }

    /// Returns the best of several options that are equally suitable in all other respects.
    ///
    /// This is the first option with the preferred characteristics, or else the default option. If
    /// there is neither, it is the first autoselect option, or else the first option; options
    /// without special characteristics take precedence.
    private func best(of options: [MediaOption]) -> MediaOption? {
        if !characteristics.isEmpty, let fitting = options.first(where: fits) { return fitting }
        let plain = options.filter(\.characteristics.isEmpty)
        let candidates = plain.isEmpty ? options : plain
        return options.first(where: \.isDefault) ?? candidates.first(where: \.isAutoselect)
            ?? candidates.first
    }

    private func fits(_ option: MediaOption) -> Bool {
        characteristics.isSubset(of: option.characteristics)
    }
}
