import HeadlessPlayback
import Verification

extension PlayCommand {
    enum Option {
        static let cuePoints = OptionDescription(
            "cue-points", value: "FILE",
            "tell when cue points are passed: a JSON list of objects with \"time\" (seconds,"
                + " \"before\" or \"after\"), \"type\", \"name\" and \"properties\"")
        static let autoAdvance = OptionDescription(
            flag: "auto-advance", isNegatable: true,
            "go on to the next asset when one has ended (default: on)")
        static let seek = OptionDescription(
            "seek", value: "FROM:TO", isRepeatable: true,
            "when the playhead comes to FROM, put it to TO: seconds such as 5:12.5, or with a unit"
                + " such as 500ms:2m")
        static let rate = OptionDescription(
            "rate", value: "RATE", standard: "1", "seconds of media in a second")
        static let realtime = OptionDescription(
            flag: "realtime", "take as long as a viewer would")
        static let progressInterval = OptionDescription(
            "progress-interval", value: "TIME", standard: "1",
            "how much media lies between two progress events: 0.5, 500ms or 1:30")
        static let verify = OptionDescription(
            "verify", value: "LEVEL", standard: "demux",
            "how much is read: playlist (no media), demux (every sample) or decode (every frame)")
        static let audio = OptionDescription(
            "audio", value: "LANG", "prefer audio in this language")
        static let subtitles = OptionDescription(
            "subtitles", value: "LANG",
            "show subtitles in this language, or off (default: what the asset says)")
        static let showCues = OptionDescription(
            flag: "show-cues",
            "write what the subtitles say, line by line, when it is shown; ndjson says it anyway")
        static let textTrack = OptionDescription(
            "text-track", value: "TRACK", isRepeatable: true,
            "add subtitles: src=FILE,lang=LANG,label=NAME and, where they apply, duration=SECONDS,"
                + " kind=captions, default, separated by commas")
        static let maxBitrate = OptionDescription(
            "max-bitrate", value: "BPS",
            "play no variant above this bandwidth: 800000, 800k or 1.5M")
        static let network = OptionDescription(
            "network", value: "KBPS[,MS]",
            "simulate a network of so many kilobits a second and milliseconds of latency")
        static let networkTrace = OptionDescription(
            "network-trace", value: "FILE", "simulate a network that changes as FILE says")
        static let loss = OptionDescription(
            "loss", value: "FRACTION", standard: "0",
            "lose this part of all packets, which are sent again")
        static let seed = OptionDescription(
            "seed", value: "N", standard: "1", "decide which packets are lost")
        static let events = OptionDescription(
            "events", value: "FORMAT", standard: "text",
            "write events as text, ndjson (an object a line) or none")
        static let trace = OptionDescription(
            "trace", value: "FILE", "write the trace to FILE as well")
        static let ledger = OptionDescription(
            "ledger", value: "FORMAT", standard: "text",
            "write what became of the media as text, json or none")

        static let timeLimit = OptionDescription(
            "time-limit", value: "TIME",
            "end as failed after so much time of the world, such as 90, 30m or 48h (default: the"
                + " larger of 24h and twice what is promised)")

        static let all =
            [
                cuePoints, autoAdvance, seek, rate, realtime, progressInterval, verify,
                DemuxerArgument.option, audio,
                subtitles, showCues, textTrack,
            ] + KeyOptions.all + [
                HostOptions.option,
                maxBitrate, network, networkTrace, loss, seed, events, trace, ledger, timeLimit,
            ]
    }

    /// The verb, for reading and for help.
    static let description = CommandDescription(
        name: "play",
        summary: "Plays assets on a virtual clock and writes what an app's player would have told.",
        operand: OperandDescription(
            name: "ASSET",
            summary: "a playlist, a progressive file or the JSON of a catalogue, as a path or an"
                + " address; without one the bundled sample is played",
            count: 0...Int.max),
        options: Option.all,
        notes: [
            "The exit code is 0 when everything that was promised was played, 1 when something"
                + " failed or is missing, 2 for wrong usage and 130 when interrupted."
        ],
        examples: [
            (
                "playctl play film/index.m3u8 --cue-points cues.json",
                "play a film and tell which cue points are passed"
            ),
            (
                "playctl play a.m3u8 b.m3u8 --seek 5:12.5 --events ndjson",
                "play two assets, skipping from 5 s to 12.5 s in each, for a machine to read"
            ),
            (
                "playctl play a.m3u8 --network 1500,40 --ledger json --events none",
                "play through a slow network and account for every millisecond"
            ),
        ])
}

extension PlayCommand {
    /// The options that make sense for what is stored: the network and the keys are settled.
    static let offlineOptions = [
        Option.cuePoints, Option.seek, Option.rate, Option.realtime, Option.progressInterval,
        Option.verify, Option.audio, Option.subtitles, Option.showCues, Option.events,
        Option.trace, Option.ledger, Option.timeLimit,
    ]
}

extension PlayCommand {
    /// The options that make sense for many runs of one asset.
    static let sweepOptions = [Option.subtitles, Option.network, Option.timeLimit]
}

extension PlayOptions {
    /// Converts the arguments of the verb.
    ///
    /// - Parameters:
    ///   - arguments: The arguments.
    ///   - knowsServers: Whether the asset may name key servers itself.
    /// - Throws: `UsageError` when a value is malformed or an option has no effect.
    init(_ arguments: MatchedArguments, knowsServers: Bool = false) throws(UsageError) {
        typealias Option = PlayCommand.Option
        try arguments.exclude(Option.network, Option.networkTrace)
        assets = arguments.operands
        cuePoints = try arguments.value(Option.cuePoints, as: .path)
        autoAdvance = arguments.flag(Option.autoAdvance) ?? true
        seeks = try arguments.all(Option.seek, as: .seek)
        rate = try arguments.value(Option.rate, as: .rate) ?? rate
        realtime = arguments.flag(Option.realtime) ?? false
        progressInterval =
            try arguments.value(Option.progressInterval, as: .interval) ?? progressInterval
        verification = try arguments.value(Option.verify, as: .choice) ?? verification
        demuxer = try DemuxerArgument.value(arguments)
        audio = try arguments.value(Option.audio, as: .language)
        if let language = try arguments.value(Option.subtitles, as: .language) {
            subtitles = language == "off" ? .off : .language(language)
        }
        showsCues = arguments.flag(Option.showCues) ?? false
        textTracks = try arguments.all(Option.textTrack, as: .textTrack)
        if showsCues, subtitles == .off {
            throw .idle("--show-cues", without: "subtitles, which '--subtitles off' excludes")
        }
        keys = try KeyOptions(arguments, knowsServers: knowsServers)
        hosts = try HostOptions(arguments)
        maxBitrate = try arguments.value(Option.maxBitrate, as: .bitRate) ?? maxBitrate
        network = try arguments.value(Option.network, as: .network)
        networkTrace = try arguments.value(Option.networkTrace, as: .path)
        loss = try arguments.value(Option.loss, as: .fraction) ?? loss
        seed = try arguments.value(Option.seed, as: .integer(0...UInt64.max)) ?? seed
        events = try arguments.value(Option.events, as: .choice) ?? events
        trace = try arguments.value(Option.trace, as: .path)
        ledger = try arguments.value(Option.ledger, as: .choice) ?? ledger
        timeLimit = try arguments.timeLimit()
        try arguments.require([Option.network, Option.networkTrace], for: Option.loss)
        try arguments.require([Option.loss], for: Option.seed)
    }
}

extension ArgumentConverter<PlayOptions.Seek> {
    /// Two times around a colon, which have therefore none of their own.
    fileprivate static let seek = ArgumentConverter(
        expectation: "FROM:TO in seconds such as 5:12.5, or with units such as 500ms:2m"
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

    /// Kilobits a second, and milliseconds of latency behind a comma.
    static let network = ArgumentConverter(
        expectation: "kilobits a second above zero, and after a comma milliseconds of latency,"
            + " such as 1500,40"
    ) { text in
        let parts = text.split(separator: ",", omittingEmptySubsequences: false)
        let latency = parts.count == 2 ? PlainDecimal(parts[1])?.rounded(times: 1000) : 0
        guard parts.count <= 2, let bits = PlainDecimal(parts[0])?.rounded(times: 1000),
            (1...greatestRate).contains(bits), let latency, latency <= greatestLatency
        else { return nil }
        return PlayOptions.Network(bitsPerSecond: bits, latency: .microseconds(latency))
    }
}
