import CommandTree
import PlaybackCommands

extension ProbeCommand {
    /// The definition of the verb `playctl probe`.
    static let verb = Command(
        "probe", "Shows the variants, renditions, codecs, durations and problems of an asset.",
        defaults: ProbeOptions(),
        operands: .one("ASSET", \.asset, "a playlist or a media file, as a path or a URL"),
        options: ProbeOptions.options + KeyOptions.options.map { $0.lifted(to: \.keys) }
            + HostOptions.options.map { $0.lifted(to: \.hosts) },
        rules: [
            .conflict("playlist-only", "packets"), .conflict("quiet", "verbose"),
            .conflict("quiet", "json"), .conflict("quiet", "packets"),
            .conflict("strict", "packets"), .conflict("strict", "playlist-only"),
            .conflict("playlist-only", "demuxer"), RequestOptions.hostRule,
        ] + KeyOptions.conflicts("playlist-only"),
        notes: [
            "For a playlist, the last line is the number of broken rules (errors and warnings);"
                + " 'playctl lint' names them, and also reads all media.",
            "The exit code is 0 when the asset was read, 1 when something could not be read, 2 for"
                + " wrong usage and 130 when interrupted. With --strict, broken rules are 1 too.",
        ],
        examples: [
            ("playctl probe film/index.m3u8", "show what a film contains"),
            (
                "playctl probe film/index.m3u8 --playlist-only --json",
                "summarize one playlist as JSON"
            ),
            ("playctl probe titles.vtt --json", "list the cues of a WebVTT file"),
        ],
        check: { (arguments, options) throws(UsageError) in
            try AssetOperand.refuseStandardInput(among: [options.asset])
            try KeyOptions.checkServer(arguments)
        }
    ) { (options, output, errors) throws(CommandFailure) in
        try options.keys.checkCertificate()
        return try ProbeCommand(
            options: options, output: output.silenced(options.isQuiet), errors: errors
        ).run()
    }
}

extension ProbeOptions {
    fileprivate static let options: [BoundOption<ProbeOptions>] = [
        .flag("json", \.json, "write the findings as one JSON object"),
        .flag("strict", \.isStrict, "exit with 1 when a playlist breaks a rule"),
        .flag("playlist-only", \.playlistOnly, "read only this playlist and follow no URI"),
        .flag(
            "packets", \.packets,
            "write a JSON object per packet, on the presentation timeline"),
        .demuxer(\.demuxer),
        .verbose(\.isVerbose, "each request"),
        .quiet(\.isQuiet),
    ]
}
