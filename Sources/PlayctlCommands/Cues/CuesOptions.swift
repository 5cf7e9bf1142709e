import CommandTree
package import HeadlessPlayback
package import PlaybackCommands

/// The options of `playctl cues`.
package struct CuesOptions: Equatable, Sendable {
    /// The output format of the list of markers.
    package enum Format: String, CaseIterable {
        /// Human-readable text.
        case text
        /// A JSON object.
        case json
        /// A list of cue points that `playctl play` and `playctl verify` can read.
        case cuePoints
        /// Rows of comma-separated values that `playctl verify` can read.
        case csv
    }

    /// The path or the address of the asset.
    package var asset = ""
    package var format = Format.text
    /// The maximum distance between markers that are listed as one position.
    package var tolerance = MediaTime.milliseconds(100)
    /// The numbers of the variant streams to survey, counted from 1; empty means all.
    package var variants: [Int] = []
    /// The sources of keys.
    package var keys = KeyOptions()
    /// The maximum virtual time of one playback; `nil` derives it from the declared media duration.
    package var timeLimit: Duration?
    /// The permitted hosts, and the header fields, cookies and logins of requests.
    package var hosts = HostOptions()
    /// Whether facts about requests and streams are written in addition to failures.
    package var isVerbose = false

    /// Creates options with their defaults.
    package init() {}
}

extension CuesCommand {
    /// The definition of the verb `playctl cues`.
    static let verb = Command(
        "cues", "Lists the markers of an asset: SCTE 35, date ranges, ID3 and cue tags.",
        defaults: CuesOptions(),
        operands: .one("ASSET", \.asset, "a playlist or a progressive file, as a path or a URL"),
        options: CuesOptions.options + KeyOptions.options.map { $0.lifted(to: \.keys) }
            + HostOptions.options.map { $0.lifted(to: \.hosts) },
        rules: [
            .conflict("json", "as-cue-points"), .conflict("json", "csv"),
            .needs("csv", ["as-cue-points"]), RequestOptions.hostRule,
        ],
        notes: [
            "Every variant and rendition is played. Markers are SCTE 35 messages in transport"
                + " streams, event messages and ID3 tags, EXT-X-DATERANGE placed by"
                + " EXT-X-PROGRAM-DATE-TIME, and the cue tags of packagers. Markers of the same"
                + " meaning at the same place are listed once, with all of their sources. An"
                + " unreadable marker has no cue point, nor has a date range that the dates of"
                + " the playlist do not place: with --as-cue-points it is named on standard error,"
                + " and the exit code is 1."
        ],
        examples: [
            ("playctl cues film/index.m3u8", "list where breaks begin and end, with the sources"),
            (
                "playctl cues film/index.m3u8 --as-cue-points > expected.json",
                "record the current cue points of the film"
            ),
        ],
        check: { (arguments, options) throws(UsageError) in
            try AssetOperand.refuseStandardInput(among: [options.asset])
            try KeyOptions.checkServer(arguments)
        }
    ) { (options, output, errors) throws(CommandFailure) in
        try options.keys.checkCertificate()
        return try await CuesCommand(options: options, output: output, errors: errors).run()
    }
}

extension CuesOptions {
    fileprivate static let options: [BoundOption<CuesOptions>] = [
        .flag("json", "write one JSON object") { $0.format = .json },
        .flag(
            "as-cue-points", "write the list of cue points that 'verify' and 'play' read; see --csv"
        ) { $0.format = .cuePoints },
        .flag("csv", "with --as-cue-points: write comma-separated values") { $0.format = .csv },
        .value(
            "tolerance", \.tolerance, as: .distance, named: "TIME", standard: "100ms",
            "the largest distance between markers of the same place"),
        .variants(\.variants), .timeLimit(\.timeLimit),
        .verbose(\.isVerbose, "each request and stream"),
    ]
}

extension ArgumentConverter<MediaTime> {
    /// The converter for a distance on the timeline, which must not be negative.
    fileprivate static let distance = ArgumentConverter(
        expectation: "a time such as 0.1 or 100ms"
    ) { MediaTime(argument: $0) }
}
