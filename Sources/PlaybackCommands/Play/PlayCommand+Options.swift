package import CommandTree
import Formats
import HeadlessPlayback

extension PlayCommand {
    /// The verb `play`, with its options and operands.
    package static let verb = Command(
        "play", "Plays assets on a virtual clock and reports the callbacks of an app's player.",
        defaults: PlayOptions(),
        operands: .some(
            "ASSET", \.assets, count: 0...Int.max,
            "a playlist, a progressive file or the JSON of a catalogue, as a path or a URL, or -"
                + " for a playlist on standard input, with URIs relative to the current folder;"
                + " without an ASSET the bundled sample is played"),
        options: PlayOptions.options,
        rules: PlayOptions.rules + [RequestOptions.hostRule],
        notes: [
            "The exit code is 0 when all media of the played variant streams and renditions was"
                + " played, 1 when something failed or is missing, 2 for wrong usage and 130 when"
                + " interrupted. 'playctl verify' checks all variant streams and renditions."
        ],
        examples: [
            (
                "playctl play film/index.m3u8 --cue-points cues.json",
                "play a film and report the cue points that are passed"
            ),
            (
                "playctl play a.m3u8 b.m3u8 --seek 5:12.5 --events ndjson",
                "play two assets, seek from 5 s to 12.5 s in each, and write JSON"
            ),
            (
                "playctl play https://live.example/news.m3u8 --length 60",
                "play a broadcast for a minute, and exit with 1 if media is lost"
            ),
            (
                "playctl play https://live.example/news.m3u8 --realtime --record news",
                "record a broadcast until Ctrl-C, for replays without its server"
            ),
            (
                "playctl play a.m3u8 b.m3u8 --realtime --mpris",
                "play in real time, with keys, and for playerctl"
            ),
            (
                "playctl play film.m3u8 --realtime --input-ipc-server /tmp/playctl.sock",
                "play in real time, and take commands of mpv's clients"
            ),
            (
                "playctl play a.m3u8 --network 1500,40 --ledger json --events none",
                "play through a slow network and account for every millisecond"
            ),
        ],
        check: { (arguments, options) throws(UsageError) in
            try KeyOptions.checkServer(arguments)
            try options.checkCues()
            try options.checkTextTracks()
            try options.checkPaths()
            options.applyQuiet()
            guard options.assets.count(where: { $0 == StandardInput.operand }) < 2 else {
                throw .inputTwice
            }
        }
    ) { (options, output, errors) throws(CommandFailure) in
        try options.keys.checkCertificate()
        return try await PlayCommand(options: options, output: output, errors: errors).run()
    }
}

extension PlayOptions {
    /// The options of playback, in the order of the help.
    package static let options: [BoundOption<PlayOptions>] =
        playback + KeyOptions.options.map { $0.lifted(to: \.keys) }
        + HostOptions.options.map { $0.lifted(to: \.hosts) } + simulation + outputs

    /// The rules about options that exclude or require each other.
    package static let rules: [OptionRule] = [
        .conflict("network", "network-trace"), .needs("loss", ["network", "network-trace"]),
        .needs("latency", ["network-trace"]),
        .needs("seed", ["loss"]), .conflict("quiet", "events"), .conflict("quiet", "ledger"),
        .conflict("quiet", "verbose"), .conflict("quiet", "show-cues"),
        .needs("idle", ["input-ipc-server"]),
        .needs("mpris", ["realtime"]), .needs("record", ["realtime"]),
        .needs("record-playlists", ["record"]), .needs("record-limit", ["record"]),
    ]

    /// The options for playing a download.
    ///
    /// The variant stream, the network and the keys of a download are fixed, so there are no
    /// options for them.
    package static let offlineOptions: [BoundOption<PlayOptions>] =
        playback.filter {
            !["auto-advance", "demuxer", "text-track", "input-ipc-server", "idle", "mpris"]
                .contains(
                    $0.description.name)
        } + outputs.filter { !$0.description.name.hasPrefix("record") }

    private static let playback: [BoundOption<PlayOptions>] = [
        .value(
            "cue-points", \.cuePoints, as: .path, named: "FILE",
            "report when cue points are passed: a JSON list of objects with \"time\" (seconds,"
                + " \"before\" or \"after\"), \"type\", \"name\" and \"properties\""),
        .flag(
            "auto-advance", \.autoAdvance, isNegatable: true,
            "play the next asset when one has ended (default: on)"),
        .value(
            "start", \.start, as: .position, named: "TIME",
            "begin here instead of at the asset's own start: seconds such as 95.5, 1:35.5 or 2m"),
        .values(
            "seek", \.seeks, as: .seek, named: "FROM:TO",
            "seek to TO when the playhead reaches FROM: 5:12.5 seeks from 5 s to 12.5 s, and"
                + " 500ms:2m has units"),
        .value(
            "rate", \.rate, as: .rate, named: "RATE", standard: "1",
            "play this many seconds of media per second"),
        .flag(
            "realtime", \.realtime,
            "play in real time, as broadcasts are always played; a terminal then accepts keys (?"
                + " lists them)"),
        .value(
            "input-ipc-server", \.socket, as: .path, named: "PATH",
            "accept commands from other processes on a Unix socket, as mpv does; without"
                + " --realtime, the command playctl/run-until advances the clock"),
        .flag(
            "mpris", \.isOnSessionBus,
            "publish the player on the session bus, for playerctl and desktops"),
        .flag(
            "idle", \.isIdle,
            "wait for assets that other processes name, at the start and after the last one"),
        .value(
            "length", \.length, as: .length, named: "TIME",
            "end after this much time, such as 90 or 30m; a broadcast needs it or --realtime"),
        .value(
            "progress-interval", \.progressInterval, as: .interval, named: "TIME", standard: "1",
            "the media time between two reports of progress: 0.5, 500ms or 1:30"),
        .value(
            "verify", \.verification, as: .choice, named: "LEVEL", standard: "demux",
            "read only playlists (playlist), read every sample (demux), or decode every frame that"
                + " needs no earlier segment (decode)"),
        .demuxer(\.demuxer),
        .value(
            "audio", \.audio, as: .language, named: "LANG", "prefer audio in this language"),
        .subtitles(\.subtitles),
        .flag(
            "accept-short-subtitles", \.acceptsShortSubtitles,
            "warn, and do not fail, if the playlist of subtitles ends early: some packagers end it"
                + " with the last cue"),
        .flag(
            "show-cues", \.showsCues,
            "write the text of subtitles when it is shown; ndjson always contains it"),
        .textTracks(\.textTracks, needsDuration: true),
    ]

    private static let simulation: [BoundOption<PlayOptions>] = [
        .profile(\.profile),
        .value(
            "max-bitrate", \.maxBitrate, as: .bitrate, named: "BPS",
            "play no variant above this bandwidth: 800000, 800k or 1.5M"),
        .network(\.network),
        .value(
            "network-trace", \.networkTrace, as: .path, named: "FILE",
            "simulate the changing network that FILE describes"),
        .value(
            "latency", \.latency, as: .latency, named: "MS", standard: "0",
            "the milliseconds of latency of --network-trace"),
        .value(
            "loss", \.loss, as: .loss, named: "FRACTION", standard: "0",
            "lose this fraction of all packets, which are sent again"),
        .value(
            "seed", \.seed, as: .integer(0...UInt64.max), named: "N", standard: "1",
            "the random seed that selects the lost packets"),
    ]

    private static let outputs: [BoundOption<PlayOptions>] = [
        .value(
            "events", \.events, as: .choice, named: "FORMAT", standard: "text",
            "write events as text, ndjson (an object per line) or none"),
        .value("trace", \.trace, as: .outputPath, named: "FILE", "also write the trace to FILE"),
        .value(
            "requests", \.requests, as: .outputPath, named: "FILE",
            "write each request as JSON, or as an HTTP archive (.har)"),
        .value(
            "record", \.record, as: .outputPath, named: "DIR",
            "keep every playlist version and every body of a server in a new folder, for a scenario"
                + " with recording: DIR"),
        .flag(
            "record-playlists", \.recordsPlaylistsOnly,
            "record only the bodies of playlists, for scenarios with verification: playlist"),
        .value(
            "record-limit", \.recordLimit, as: .recordLimit, named: "SIZE", standard: "1GB",
            "fail, and end the recording, before it exceeds this size, such as 500MB"),
        .value(
            "ledger", \.ledger, as: .choice, named: "FORMAT", standard: "text",
            "write the ledger, which accounts for all media, requests and time, as text, json or"
                + " none"),
        .quiet(\.isQuiet),
        .verbose(
            \.isVerbose, "requests, the chosen variants and renditions, and the reasons"),
        .timeLimit(\.timeLimit),
    ]

    /// Sets the formats of events and of the ledger to `none` if the output must be quiet.
    package mutating func applyQuiet() {
        if isQuiet { (events, ledger) = (.none, .none) }
    }

    /// Throws when two outputs name the same file.
    package func checkPaths() throws(UsageError) {
        var paths = OutputPaths()
        try paths.add("trace", trace)
        try paths.add("requests", requests)
    }

    /// Throws when text tracks are added and none of them can be played.
    ///
    /// With `realtime` or a socket, the user can select subtitles during playback.
    func checkTextTracks() throws(UsageError) {
        guard !textTracks.isEmpty, !realtime, socket == nil else { return }
        switch subtitles {
        case .language: return
        case .automatic:
            guard !textTracks.contains(where: \.isDefault) else { return }
            throw .idle("--text-track", without: "'--subtitles', or the word default in a track")
        case .off:
            throw .idle("--text-track", without: "subtitles, which '--subtitles off' excludes")
        }
    }

    /// Throws when an option about subtitles is given although subtitles are off.
    package func checkCues() throws(UsageError) {
        guard subtitles == .off else { return }
        let name =
            showsCues ? "show-cues" : acceptsShortSubtitles ? "accept-short-subtitles" : nil
        if let name {
            throw .idle("--\(name)", without: "subtitles, which '--subtitles off' excludes")
        }
    }
}

extension ArgumentConverter<MediaTime> {
    /// The converter for a position on a timeline: zero or more.
    fileprivate static let position = ArgumentConverter(
        expectation: "a time such as 95.5, 1:35.5 or 2m"
    ) { MediaTime(argument: $0) }
}

extension ArgumentConverter<Duration?> {
    /// The converter for a time above zero.
    package static let length = ArgumentConverter(
        expectation: ArgumentConverter<MediaTime>.interval.expectation
    ) { text in
        ArgumentConverter<MediaTime>.interval.convert(text).map {
            Duration(playing: $0, at: .normal)
        }
    }
}

extension ArgumentConverter<PlayOptions.Seek> {
    /// The converter for a seek: two times separated by a colon.
    ///
    /// In a seek, the two times cannot be written with colons, such as `1:30`.
    fileprivate static let seek = ArgumentConverter(
        expectation: "FROM:TO, two times in seconds such as 5:12.5 (from 5 s to 12.5 s), or with"
            + " units such as 500ms:2m"
    ) { text in
        let parts = text.split(separator: ":", omittingEmptySubsequences: false)
        guard parts.count == 2, let from = MediaTime(unitArgument: parts[0]),
            let to = MediaTime(unitArgument: parts[1])
        else { return nil }
        return PlayOptions.Seek(from: from, to: to)
    }
}

extension ArgumentConverter<PlayOptions.Network> {
    private static let greatestRate: Int64 = 1_000_000_000_000
    private static let greatestLatency: Int64 = 3_600_000_000

    /// The units of a rate, in bits per second, with the unit of a plain number at the end.
    private static let units: [(suffix: String, bits: Int64)] = [
        ("kbps", 1000), ("Mbps", 1_000_000), ("", 1000),
    ]

    /// The converter for a network: a rate, and a latency in ms after a comma.
    package static let network = ArgumentConverter(
        expectation:
            "kilobits per second above zero, and optionally a comma and milliseconds of latency,"
            + " such as 1500,40 or 1.5Mbps,40"
    ) { text in
        let parts = text.split(separator: ",", omittingEmptySubsequences: false)
        let latency = parts.count == 2 ? PlainDecimal(parts[1])?.rounded(times: 1000) : 0
        guard parts.count <= 2,
            let unit = units.first(where: { parts[0].hasSuffix($0.suffix) }),
            let bits = PlainDecimal(parts[0].dropLast(unit.suffix.count))?
                .rounded(times: unit.bits),
            (1...greatestRate).contains(bits), let latency, latency <= greatestLatency
        else { return nil }
        return PlayOptions.Network(bitsPerSecond: bits, latency: .microseconds(latency))
    }
}
