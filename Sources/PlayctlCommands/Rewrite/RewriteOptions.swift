package import HeadlessPlayback

/// The options of `playctl rewrite`.
package struct RewriteOptions: Equatable {
    /// The path or the address of the playlist.
    package var asset = ""
    /// The text tracks that are added.
    package var textTracks: [TextTrack] = []
    /// Whether a media playlist is wrapped in a multivariant playlist.
    package var wrapsMediaPlaylists = false
    /// The path of the folder that is written into.
    package var output = ""
    /// The hosts that requests may go to.
    package var hosts = HostOptions()

    /// Creates options with their defaults.
    package init() {}
}

extension RewriteCommand {
    fileprivate enum Option {
        static let textTrack = OptionDescription(
            "text-track", value: "TRACK", isRepeatable: true,
            "add subtitles: src=FILE,lang=LANG,label=NAME and, where they apply, duration=SECONDS,"
                + " kind=captions, default, separated by commas")
        static let wrap = OptionDescription(
            flag: "wrap", "put a multivariant playlist around a media playlist")
        static let output = OptionDescription(
            "output", letter: "o", value: "DIR",
            "the folder to write into (required); made when missing")
    }

    /// The verb, for reading and for help.
    static let description = CommandDescription(
        name: "rewrite",
        summary: "Writes the playlists of an asset with subtitles added, for any player.",
        operand: OperandDescription(
            name: "ASSET", summary: "a playlist, as a path or an address", count: 1...1),
        options: [Option.textTrack, Option.wrap, Option.output, HostOptions.option],
        notes: [
            "What is written refers to the media and the subtitles where they are. A WebVTT file"
                + " without X-TIMESTAMP-MAP is copied, and the header added that players need."
        ],
        examples: [
            (
                "playctl rewrite film/index.m3u8 -o out"
                    + " --text-track src=de.vtt,lang=de,label=Deutsch,duration=600",
                "add German subtitles to a film of ten minutes"
            )
        ])
}

extension RewriteOptions {
    /// Converts the arguments of the verb.
    init(_ arguments: MatchedArguments) throws(UsageError) {
        typealias Option = RewriteCommand.Option
        asset = arguments.operands.first ?? ""
        textTracks = try arguments.all(Option.textTrack, as: .textTrack)
        hosts = try HostOptions(arguments)
        wrapsMediaPlaylists = arguments.flag(Option.wrap) ?? false
        guard let output = try arguments.value(Option.output, as: .path) else {
            throw .missingOption("--output", value: "DIR")
        }
        self.output = output
    }
}
