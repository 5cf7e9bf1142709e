import Playlists
import Sessions
import Testing

@Suite struct MediaPreferencesTests {
    private func option(
        _ name: String, _ language: String? = nil, isDefault: Bool = false,
        isAutoselect: Bool = false, isForced: Bool = false, characteristics: [String] = []
    ) -> MediaOption {
        var rendition = Rendition(.audio, groupID: "g", name: name)
        rendition.language = language
        rendition.isDefault = isDefault
        rendition.isAutoselect = isAutoselect
        rendition.isForced = isForced
        rendition.characteristics = characteristics
        return MediaOption(rendition)
    }

    private func group(_ options: MediaOption...) -> MediaSelectionGroup {
        MediaSelectionGroup(options: options, allowsEmptySelection: true)
    }

    // MARK: Audio

    @Test(arguments: [
        (["fr"], "French"), (["de", "en"], "English"), (["pt"], "Brazilian"), (["xx"], "English"),
        ([], "English"),
    ])
    func `selects audio by language, and the default one when none fits`(
        languages: [String], name: String
    ) {
        let group = group(
            option("French", "fr"), option("English", "en", isDefault: true),
            option("Brazilian", "pt-BR"))
        #expect(
            MediaPreferences(audioLanguages: languages).audible(from: group)?.name == name)
    }

    @Test func `prefers audio with AUTOSELECT`() {
        let group = group(option("commentary"), option("main", isAutoselect: true))
        #expect(MediaPreferences().audible(from: group)?.name == "main")
    }

    @Test func `selects described video only when it is preferred`() {
        let described = "public.accessibility.describes-video"
        let group = group(
            option("AD", "en", isAutoselect: true, characteristics: [described]),
            option("plain", "en", isAutoselect: true))
        #expect(MediaPreferences().audible(from: group)?.name == "plain")
        #expect(
            MediaPreferences(characteristics: [described]).audible(from: group)?.name == "AD")
    }

    // MARK: Subtitles

    @Test func `selects the default subtitles automatically`() {
        let group = group(option("fr", "fr"), option("en", "en", isDefault: true))
        #expect(MediaPreferences().legible(from: group, with: nil)?.name == "en")
        #expect(MediaPreferences(subtitles: .off).legible(from: group, with: nil) == nil)
    }

    @Test func `selects no subtitles automatically when no option is default`() {
        let group = group(option("fr", "fr", isAutoselect: true), option("en", "en"))
        #expect(MediaPreferences().legible(from: group, with: nil) == nil)
    }

    @Test func `selects forced subtitles in the language of the audio`() {
        let group = group(
            option("fr forced", "fr", isForced: true), option("en forced", "en", isForced: true),
            option("en", "en"))
        let audio = option("English", "en")
        #expect(MediaPreferences().legible(from: group, with: audio)?.name == "en forced")
        #expect(MediaPreferences().legible(from: group, with: nil) == nil)
    }

    @Test func `selects subtitles by language, forced ones last`() {
        let group = group(option("forced", "en", isForced: true), option("full", "en-GB"))
        let preferences = MediaPreferences(subtitles: .language("en"))
        #expect(preferences.legible(from: group, with: nil)?.name == "full")
        #expect(
            MediaPreferences(subtitles: .language("de")).legible(from: group, with: nil) == nil)
    }

    // MARK: Groups

    @Test func `lists an option of several groups once`() {
        let option = option("English", "en")
        #expect(group(option, option).options == [option])
    }

    @Test(
        arguments: [
            ("English", "en", [], "English (en)"), ("en", "en", [], "en"),
            ("Music", nil, [], "Music"),
            (
                "English", "en", [MediaOption.transcribesSpokenDialog], "English (en) SDH"
            ),
        ] as [(String, String?, [String], String)])
    func `gives options a display name`(
        name: String, language: String?, characteristics: [String], text: String
    ) {
        let option = option(name, language, characteristics: characteristics)
        #expect(MediaSelectionGroup.displayName(of: option, isLegible: true) == text)
    }
}
