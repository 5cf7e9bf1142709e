import CommandTree
package import HeadlessPlayback
package import PlaybackCommands

/// The options of `playctl rewrite`.
package struct RewriteOptions: Equatable, Sendable {
    /// The path or the address of the playlist.
    package var asset = ""
    /// The text tracks that are added.
    package var textTracks: [TextTrack] = []
    /// Whether a media playlist is wrapped in a multivariant playlist.
    package var wrapsMediaPlaylists = false
    /// The path of the folder in which the files are written.
    package var output = ""
    /// The permitted hosts, and the header fields, cookies and logins of requests.
    package var hosts = HostOptions()
    /// Whether only errors and warnings are written.
    package var isQuiet = false

    /// Creates options with their defaults.
    package init() {}
}

extension RewriteCommand {
    /// The definition of the verb `playctl rewrite`.
    static let verb = Command(
        "rewrite", "Writes the playlists of an asset with subtitles added, for any player.",
        defaults: RewriteOptions(),
        operands: .one("ASSET", \.asset, "a playlist, as a path or a URL"),
        options: [
            .textTracks(\.textTracks, needsDuration: false),
            .flag(
                "wrap", \.wrapsMediaPlaylists,
                "put a multivariant playlist around a media playlist, whose media is read"),
            BoundOption.value(
                "output", letter: "o", \.output, as: .outputPath, named: "DIR",
                "the folder to write into (required); created when missing"
            ).required,
            .quiet(\.isQuiet),
        ] + HostOptions.options.map { $0.lifted(to: \.hosts) },
        rules: [RequestOptions.hostRule],
        notes: [
            "The playlists refer to the original media and subtitles. A WebVTT file without"
                + " X-TIMESTAMP-MAP is copied, with the header that players need. A file that is"
                + " read, or to which the playlists refer, is never replaced."
        ],
        examples: [
            (
                "playctl rewrite a.m3u8 -o out --text-track src=de.vtt,lang=de,label=Deutsch",
                "add German subtitles to an asset"
            )
        ]
    ) { (options, output, errors) throws(CommandFailure) in
        try RewriteCommand(
            options: options, output: output.silenced(options.isQuiet), errors: errors
        ).run()
    }
}
