extension LintRule {
    /// The rules about the text of a playlist.
    static let text: [LintRule] = [
        .init(
            "text.not-utf8", .error, .bis("4.1"), .text, .author,
            "A playlist is encoded in UTF-8."),
        .init(
            "text.byte-order-mark", .error, .bis("4.1"), .text, .author,
            "A playlist has no byte order mark."),
        .init(
            "text.control-character", .error, .bis("4.1"), .text, .author,
            "A playlist has no control characters except line ends."),
        .init(
            "text.not-nfc", .warning, .bis("4.1"), .text, .author,
            "Text is in Unicode Normalization Form C."),
        .init(
            "text.whitespace", .error, .bis("4.1"), .text, .author,
            "No white space surrounds a line, an attribute or a number."),
        .init(
            "text.header", .error, .bis("4.4.1.1"), .text, .packager,
            "The first line is #EXTM3U and nothing else."),
        .init(
            "text.mixed-kinds", .error, .bis("4.4"), .text, .author,
            "A playlist has the tags of one kind of playlist."),
        .init(
            "text.misplaced-tag", .error, .bis("4.4.3"), .text, .author,
            "A multivariant playlist has no header tag of media playlists."),
        .init(
            "text.not-a-playlist", .error, .bis("4.1"), .text, .origin,
            "A resource that is announced as a playlist is one."),
        .init(
            "text.limit", .error, .bis("6.3"), .text, .packager,
            "A playlist is small enough for players to read."),
        .init(
            "text.bare-cr", .warning, .bis("4.1"), .text, .author,
            "Lines end with a line feed, or a carriage return and a line feed."),
        .init(
            "text.unknown-tag", .info, .bis("4.1"), .text, .author,
            "Lines that start with #EXT are tags of the specification or of a known dialect."),
        .init(
            "text.tag-case", .warning, .bis("4.1"), .text, .author,
            "Tags are written in capitals, without a blank after the number sign."),
        .init(
            "text.ignore-comment", .warning, .named("inferred"), .text, .author,
            "A comment that ignores rules names them by their codes."),
        .init(
            "text.absolute-uri", .info, .named("TN2235"), .text, .packager,
            "Resources of the playlist's own host are named by relative URIs."),
        .init(
            "text.revealing-uri", .info, .apple("11.4"), .text, .origin, profile: .apple,
            "URIs of http requests do not reveal the watched content."),
        .init(
            "text.missing-uri", .error, .bis("4.1"), .text, .author,
            "A tag that describes a location is followed by it."),
        .init(
            "text.missing-tag", .error, .bis("4.1"), .text, .author,
            "Each location has the tag that describes it."),
        .init(
            "text.file-name", .warning, .bis("4"), .text, .origin,
            "A playlist is named .m3u8, or has the media type of playlists."),
        .init(
            "attr.malformed-list", .error, .bis("4.2"), .text, .author,
            "An attribute list has names, equals signs and values, separated by commas."),
        .init(
            "attr.duplicate", .error, .bis("4.2"), .text, .author,
            "An attribute appears once in a list."),
        .init(
            "attr.quoting", .error, .bis("4.2"), .text, .author,
            "Strings are quoted, and numbers and enumerated strings are not."),
        .init(
            "attr.malformed", .error, .bis("4.2"), .text, .author,
            "Values have the form that their tag or attribute requires."),
        .init(
            "attr.missing", .error, .bis("4.2"), .text, .packager,
            "A tag has the attributes that it requires."),
        .init(
            "attr.unknown-name", .info, .bis("4.2"), .text, .author,
            "Attributes are defined in the specification."),
        .init(
            "attr.hex-lower-case", .warning, .bis("4.2"), .text, .packager,
            "Hexadecimal sequences have capital digits."),
        .init(
            "attr.too-large", .error, .bis("4.2"), .text, .author,
            "Numbers are less than 2^63, although the specification permits more, up to 2^64."),
        .init(
            "attr.fractional-integer", .error, .bis("4.2"), .text, .packager,
            "Integers have no decimals."),
        .init(
            "attr.unknown-value", .warning, .bis("4.4"), .text, .author,
            "Enumerated values are defined in the specification."),
        .init(
            "define.one-of", .error, .bis("4.4.2.3"), .text, .author,
            "EXT-X-DEFINE has exactly one of NAME, IMPORT and QUERYPARAM."),
        .init(
            "define.value-missing", .error, .bis("4.4.2.3"), .text, .author,
            "EXT-X-DEFINE with NAME has VALUE."),
        .init(
            "define.name-characters", .error, .bis("4.4.2.3"), .text, .author,
            "Names of variables have only letters, digits, hyphens and underscores."),
        .init(
            "define.duplicate", .error, .bis("4.4.2.3"), .text, .author,
            "A variable is defined once."),
        .init(
            "define.undefined", .error, .bis("4.3"), .text, .author,
            "A variable is defined before it is used."),
        .init(
            "define.import-in-multivariant", .error, .bis("4.4.2.3"), .text, .author,
            "A multivariant playlist imports no variables."),
        .init(
            "define.import-missing", .error, .bis("4.4.2.3"), .set, .author,
            "An imported variable is defined in the multivariant playlist."),
        .init(
            "define.queryparam-missing", .error, .bis("4.4.2.3"), .text, .origin,
            "An imported query parameter is in the URI of the playlist, with a value."),
        .init(
            "define.unused", .info, .named("inferred"), .text, .author,
            "Defined variables are used."),
        .init(
            "version.too-low", .error, .bis("8"), .text, .packager,
            "EXT-X-VERSION is as high as the features of the playlist require."),
        .init(
            "version.unknown", .warning, .bis("4.4.1.2"), .text, .author,
            "EXT-X-VERSION is a version that the specification defines."),
        .init(
            "version.duplicate", .error, .bis("4.4.1.2"), .text, .author,
            "EXT-X-VERSION appears once."),
        .init(
            "version.higher-than-needed", .info, .bis("8"), .text, .packager,
            "EXT-X-VERSION is no higher than the features of the playlist require."),
    ]
}
