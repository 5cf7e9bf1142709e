import HeadlessPlayback

extension OfflineVerb {
    enum Option {
        static let store = OptionDescription(
            "store", value: "DIR",
            "the store (default: headless-playback/offline in $XDG_DATA_HOME or ~/.local/share)")
        static let json = OptionDescription(flag: "json", "write for a machine to read")
        static let bitrate = OptionDescription(
            "bitrate", value: "BPS",
            "take the highest variant of at most this bandwidth, or else the lowest: 800k or 1.5M"
                + " (default: the lowest with video)")
        static let minBitrate = OptionDescription(
            "min-bitrate", value: "BPS",
            "take the lowest variant of at least this bandwidth, or else the highest")
        static let audio = OptionDescription(
            "audio", value: "LANGS",
            "take audio in these languages, such as en,pt-BR, or all or none (default: the one that"
                + " a player would choose)")
        static let subtitles = OptionDescription(
            "subtitles", value: "LANGS", "take subtitles in these languages, likewise")
        static let purchase = OptionDescription(
            flag: "purchase", "ask for licences that hold for good (this is the default)")
        static let rental = OptionDescription(
            "rental", value: "TIME",
            "ask for licences that hold so long from their request: 30d, 48h or 90m")
        static let playDuration = OptionDescription(
            "play-duration", value: "TIME",
            "with --rental: let them hold so long from the first playback")
        static let concurrent = OptionDescription(
            "concurrent", value: "N",
            "run so many downloads at a time, and let the others wait (default: all run)")
        static let connections = OptionDescription(
            "connections", value: "N", standard: "4",
            "make so many requests at a time, over all downloads")
        static let limitRate = OptionDescription(
            "limit-rate", value: "BYTES",
            "receive at most so many bytes of media a second, over all connections: 500K or 2M")

        static let selection = [bitrate, minBitrate, audio, subtitles]
        static let transfer = [concurrent, connections, limitRate]
    }

    private static let token = OperandDescription(
        name: "TOKEN", summary: "the token of a download, as 'playctl offline list' tells it",
        count: 1...1)
    private static let exitCodes =
        "The exit code is 0 when everything was done, 1 when something failed or is missing, 2 for"
        + " wrong usage, 3 for a fault of the tool and 130 when interrupted."
    private static let eventNote =
        "With --json every line is an object with \"t\" (seconds since the start), \"token\" and"
        + " \"event\": started or continued (\"url\", \"name\"), planned (\"variant\","
        + " \"bytes\", \"files\", \"tracks\"), preparing, waiting, keyLoaded, downloading"
        + " (\"progress\" from 0 to 1, \"bytes\", \"expected\", \"rate\" in bytes a second), paused,"
        + " completed (\"bytes\"), cancelled or failed (\"code\", \"reason\")."

    /// The help of all verbs.
    static var help: String {
        HelpText(
            tool: "playctl offline",
            summary: "Downloads HLS assets into a store, looks after them and plays them without a"
                + " network.",
            verbs: allCases.map { verb in
                let description = verb.description
                return CommandDescription(
                    name: verb.rawValue, summary: description.summary, options: [])
            },
            notes: [
                "A store is a folder with a catalogue and one package for each download, which is"
                    + " HLS that any player plays. One process at a time downloads into it; pause,"
                    + " resume, cancel and delete command that process, and list, status, licenses,"
                    + " verify and export work beside it.", exitCodes,
            ]
        ).text
    }

    /// The verb for the help of the whole tool.
    static let summary = CommandDescription(
        name: "offline",
        summary: "Downloads assets into a store, looks after them and plays them offline.",
        options: [])

    /// The verb, for reading and for help.
    var description: CommandDescription {
        switch self {
        case .download:
            describe(
                "Downloads assets, or goes on with those that are in the store already.",
                OperandDescription(
                    name: "URL", summary: "an HLS playlist, as an address or a path",
                    count: 1...Int.max),
                Option.selection + [Option.purchase, Option.rental, Option.playDuration]
                    + Option.transfer + [Option.store, Option.json] + KeyOptions.licences
                    + [HostOptions.option],
                notes: [
                    "A location that is in the store already keeps its token: what is complete is"
                        + " left as it is, everything else goes on with what is there, taken as it"
                        + " was asked for first.",
                    "Ctrl-C ends it cleanly, and the same command, or 'playctl offline resume', goes"
                        + " on. A download that another process pauses or cancels counts as missing"
                        + " for the exit code.", Self.eventNote, Self.exitCodes,
                ],
                examples: [
                    (
                        "playctl offline download film/index.m3u8 --bitrate 2M --audio en,de",
                        "download a film with two languages"
                    )
                ])
        case .list:
            describe(
                "Lists the downloads of the store.", nil, [Option.store, Option.json],
                notes: [
                    "With --json it is an array of objects with \"token\", \"name\", \"state\""
                        + " (requested, downloading, interrupted, paused, completed, cancelled,"
                        + " failed or preloaded), \"progress\" from 0 to 1, \"bytes\" and \"url\"."
                ])
        case .status:
            describe(
                "Tells what is known of a download.", Self.token, [Option.store, Option.json])
        case .pause:
            describe(
                "Holds a download, here or in the process that downloads.", Self.token,
                [Option.store])
        case .resume:
            describe(
                "Goes on with a download, or with all that an earlier process left.",
                OperandDescription(
                    name: "TOKEN",
                    summary:
                        "the token of a download; without one all that are under way, paused or"
                        + " failed go on",
                    count: 0...1),
                Option.transfer + [Option.store, Option.json] + KeyOptions.licences
                    + [HostOptions.option],
                notes: [
                    "When another process downloads into the store, it is told to go on, and this"
                        + " one ends. Otherwise this one downloads, and says what 'playctl offline"
                        + " download' would.", Self.exitCodes,
                ])
        case .cancel:
            describe(
                "Ends a download; what is stored stays until it is deleted.", Self.token,
                [Option.store])
        case .delete:
            describe(
                "Removes a download with everything that belongs to it.", Self.token,
                [Option.store])
        case .play:
            describe(
                "Plays a download from the store.", Self.token,
                [Option.store] + PlayCommand.offlineOptions + KeyOptions.licences
                    + [HostOptions.option],
                notes: [
                    "What is complete is played without a network, protected videos with the"
                        + " licence that was kept. What is not complete is played as well: its"
                        + " missing parts come over the network, whatever the download does.",
                    "The exit codes are those of 'playctl play'.",
                ])
        case .estimate:
            describe(
                "Tells how much a download will take, and which variant stream it would be.",
                OperandDescription(
                    name: "URL", summary: "an HLS playlist, as an address or a path", count: 1...1),
                Option.selection + [Option.json, HostOptions.option])
        case .licenses:
            describe(
                "Lists the licences that are kept for downloads.", nil,
                [Option.store, Option.json])
        case .verify:
            describe(
                "Compares downloads, byte for byte, with what was stored.",
                OperandDescription(
                    name: "TOKEN",
                    summary: "the token of a download, which has to be complete; without one"
                        + " everything in the store is compared",
                    count: 0...1), [Option.store, Option.json],
                notes: [
                    "The exit code is 1 when a file is damaged, or stray: when it does not belong to a"
                        + " package that is complete. Each one is named. Without TOKEN, packages that"
                        + " belong to no download are named as well."
                ])
        case .repair:
            describe(
                "Fetches again what of a download is damaged.", Self.token,
                Option.transfer + [Option.store, Option.json] + KeyOptions.licences
                    + [HostOptions.option],
                notes: [
                    "Nothing else is fetched. What 'playctl offline verify' calls stray is removed."
                ])
        case .renew:
            describe(
                "Obtains the licences of a download again; its media stays as it is.", Self.token,
                [Option.purchase, Option.rental, Option.store] + KeyOptions.licences,
                notes: [
                    "The old licences stay when one of the new ones is refused. A play duration"
                        + " counts from the next playback."
                ])
        case .export:
            describe(
                "Copies a download out of the store: HLS that any player plays.",
                OperandDescription(
                    name: "TOKEN DIR",
                    summary:
                        "the token of a download that is complete, and a folder that is empty or"
                        + " not there yet", count: 2...2), [Option.store],
                notes: [
                    "Licences stay in the store: what is protected with FairPlay is exported"
                        + " encrypted, and plays only where there is a licence."
                ])
        }
    }

    private func describe(
        _ summary: String, _ operand: OperandDescription?, _ options: [OptionDescription],
        notes: [String] = [], examples: [(line: String, summary: String)] = []
    ) -> CommandDescription {
        CommandDescription(
            name: "offline \(rawValue)", summary: summary, operand: operand, options: options,
            notes: notes, examples: examples)
    }
}
