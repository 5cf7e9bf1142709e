extension LintRule {
    /// The rules about renditions.
    static let renditionRules: [LintRule] = [
        .init(
            "rendition.type-missing", .error, .bis("4.4.6.1"), .text, .packager,
            "A rendition has TYPE."),
        .init(
            "rendition.type-unknown", .error, .bis("4.4.6.1"), .text, .packager,
            "TYPE is known if variants need the group or it resembles AUDIO, VIDEO or SUBTITLES."),
        .init(
            "rendition.group-missing", .error, .bis("4.4.6.1"), .text, .packager,
            "A rendition has GROUP-ID."),
        .init(
            "rendition.name-missing", .error, .bis("4.4.6.1"), .text, .packager,
            "A rendition has NAME."),
        .init(
            "rendition.name-twice", .error, .bis("4.4.6.1.1"), .text, .author,
            "The renditions of a group have different names."),
        .init(
            "rendition.two-defaults", .error, .bis("4.4.6.1.1"), .text, .author,
            "A group has at most one default rendition."),
        .init(
            "rendition.default-not-autoselect", .error, .bis("4.4.6.1"), .text, .author,
            "A default rendition has AUTOSELECT=YES or no AUTOSELECT."),
        .init(
            "rendition.forced-not-subtitles", .error, .bis("4.4.6.1"), .text, .author,
            "FORCED is an attribute of subtitles."),
        .init(
            "rendition.forced-not-autoselect", .warning, .apple("5.11"), .text, .author,
            profile: .apple,
            "Forced subtitles have AUTOSELECT=YES."),
        .init(
            "rendition.captions-uri", .error, .bis("4.4.6.1"), .text, .packager,
            "Closed captions have no URI."),
        .init(
            "rendition.captions-no-instream-id", .error, .bis("4.4.6.1"), .text, .packager,
            "Closed captions have INSTREAM-ID."),
        .init(
            "rendition.subtitles-no-uri", .error, .bis("4.4.6.1"), .text, .packager,
            "Subtitles have a URI."),
        .init(
            "rendition.instream-id-value", .error, .bis("4.4.6.1"), .text, .packager,
            "INSTREAM-ID of closed captions is CC1 to CC4 or SERVICE1 to SERVICE63."),
        .init(
            "rendition.audio-attribute-elsewhere", .error, .bis("4.4.6.1"), .text, .packager,
            "BIT-DEPTH, SAMPLE-RATE and CHANNELS are attributes of audio."),
        .init(
            "rendition.channels-missing", .warning, .bis("4.4.6.1"), .text, .packager,
            "Audio renditions have CHANNELS."),
        .init(
            "rendition.channels-differ", .error, .bis("4.4.6.1"), .text, .packager,
            "Audio with one name in several groups has CHANNELS in all of them or in none."),
        .init(
            "rendition.track-missing", .error, .bis("4.4.6.1"), .media, .packager,
            "Renditions have media of their type, and variants with video all have audio or none."),
        .init(
            "rendition.channels-mismatch", .error, .bis("4.4.6.1"), .media, .packager,
            "CHANNELS is the number of channels of the media."),
        .init(
            "rendition.language-differs", .warning, .bis("4.4.6.1"), .media, .packager,
            "LANGUAGE is the language that media states, and each language has its own media."),
        .init(
            "rendition.sample-rate-mismatch", .error, .bis("4.4.6.1"), .media, .packager,
            "SAMPLE-RATE is the sample rate of the media."),
        .init(
            "rendition.language-missing", .error, .apple("8.10"), .text, .author, profile: .apple,
            "All renditions except video renditions have LANGUAGE."),
        .init(
            "rendition.language-tag", .warning, .bis("4.4.6.1"), .text, .author,
            "LANGUAGE is a tag of RFC 5646."),
        .init(
            "rendition.groups-differ", .error, .bis("4.4.6.1.1"), .text, .author,
            "Groups of one type have the same renditions, with the same attributes."),
        .init(
            "rendition.autoselect-ambiguous", .warning, .bis("4.4.6.1.1"), .text, .author,
            "Renditions of a group with AUTOSELECT differ in language or characteristics."),
        .init(
            "rendition.order", .warning, .apple("9.17"), .text, .author, profile: .apple,
            "Renditions for special purposes follow the general ones."),
        .init(
            "rendition.group-unused", .warning, .named("inferred"), .text, .author,
            "Each group is named by a variant."),
        .init(
            "rendition.sdh-characteristics", .error, .apple("4.5"), .text, .author, profile: .apple,
            "Subtitles for the deaf have both of Apple's characteristics."),
        .init(
            "rendition.sdh-autoselect", .error, .apple("4.6"), .text, .author, profile: .apple,
            "Subtitles for the deaf have AUTOSELECT=YES."),
        .init(
            "rendition.description-characteristics", .error, .apple("2.12"), .text, .author,
            profile: .apple,
            "Audio description has public.accessibility.describes-video."),
        .init(
            "rendition.description-autoselect", .error, .apple("2.13"), .text, .author,
            profile: .apple,
            "Audio description has AUTOSELECT=YES."),
        .init(
            "rendition.description-language", .error, .apple("2.27"), .text, .author,
            profile: .apple,
            "Audio description has the language of another audio rendition."),
        .init(
            "rendition.no-stereo", .error, .apple("2.3"), .set, .author, profile: .apple,
            "There is a stereo rendition if there is multichannel audio."),
        .init(
            "rendition.no-ac3", .error, .apple("2.6"), .set, .author, profile: .apple,
            "There is AAC or AC-3 audio if there is Enhanced AC-3."),
        .init(
            "rendition.partial", .error, .apple("2.15"), .set, .packager, profile: .apple,
            "A rendition is as long as the programme."),
        .init(
            "rendition.subtitle-codec-unlisted", .warning, .apple("5.10"), .set, .packager,
            profile: .apple,
            "CODECS of a variant with subtitles names wvtt or stpp."),
    ]
}
