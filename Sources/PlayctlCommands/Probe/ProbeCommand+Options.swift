extension ProbeCommand {
    fileprivate enum Option {
        static let json = OptionDescription(flag: "json", "write the findings as one JSON object")
        static let playlistOnly = OptionDescription(
            flag: "playlist-only", "read this one playlist and follow no link")
        static let packets = OptionDescription(
            flag: "packets",
            "write a JSON object a line for each packet, on the presentation timeline")
    }

    /// The verb, for reading and for help.
    static let description = CommandDescription(
        name: "probe",
        summary: "Tells what an asset holds: variants, renditions, codecs, durations and problems.",
        operand: OperandDescription(
            name: "ASSET", summary: "a playlist or a media file, as a path or an address",
            count: 1...1),
        options: [Option.json, Option.playlistOnly, Option.packets, DemuxerArgument.option]
            + KeyOptions.all + [HostOptions.option],
        notes: [
            "The exit code is 0 when the asset was read, 1 when something could not be read, 2 for"
                + " wrong usage and 130 when interrupted."
        ],
        examples: [
            ("playctl probe film/index.m3u8", "tell what a film holds"),
            (
                "playctl probe film/index.m3u8 --playlist-only --json",
                "count what one playlist says, for a machine to read"
            ),
            ("playctl probe titles.vtt --json", "list the cues of a WebVTT file"),
        ])
}

extension ProbeOptions {
    /// Converts the arguments of the verb.
    init(_ arguments: MatchedArguments) throws(UsageError) {
        typealias Option = ProbeCommand.Option
        try arguments.exclude(Option.playlistOnly, Option.packets)
        asset = arguments.operands.first ?? ""
        json = arguments.flag(Option.json) ?? false
        playlistOnly = arguments.flag(Option.playlistOnly) ?? false
        packets = arguments.flag(Option.packets) ?? false
        demuxer = try DemuxerArgument.value(arguments)
        keys = try KeyOptions(arguments)
        hosts = try HostOptions(arguments)
    }
}
