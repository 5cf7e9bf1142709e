package import HeadlessPlayback
import Verification

/// The options of `playctl cues`.
package struct CuesOptions: Equatable {
    /// The format of markers.
    package enum Format: String, CaseIterable {
        /// For people.
        case text
        /// As an object.
        case json
        /// As the list of cue points that `play` and `verify` read.
        case cuePoints
        /// As rows of comma-separated values that `verify` reads.
        case csv
    }

    /// The path or the address of the asset.
    package var asset = ""
    package var format = Format.text
    /// The largest distance of markers for the same position.
    package var tolerance = MediaTime.milliseconds(100)
    /// The numbers of the variant streams to look at, from 1; empty means all.
    package var variants: [Int] = []
    /// The sources of keys.
    package var keys = KeyOptions()
    /// The world time that a play may take; `nil` derives it from the promised duration.
    package var timeLimit: Duration?
    /// The hosts that requests may go to.
    package var hosts = HostOptions()

    /// Creates options with their defaults.
    package init() {}
}

extension CuesCommand {
    fileprivate enum Option {
        static let json = OptionDescription(flag: "json", "write one object for a machine to read")
        static let asCuePoints = OptionDescription(
            flag: "as-cue-points",
            "write the list of cue points that 'verify' and 'play' read; see --csv")
        static let csv = OptionDescription(
            flag: "csv", "with --as-cue-points: write comma-separated values")
        static let tolerance = OptionDescription(
            "tolerance", value: "TIME", standard: "100ms",
            "how far apart markers may lie that mean the same place")
    }

    /// The verb, for reading and for help.
    static let description = CommandDescription(
        name: "cues",
        summary: "Lists everything in an asset that marks a place on its timeline.",
        operand: OperandDescription(
            name: "ASSET",
            summary: "a playlist or a progressive file, as a path or an address", count: 1...1),
        options: [
            Option.json, Option.asCuePoints, Option.csv, Option.tolerance,
            VerifyCommand.Option.variant, PlayCommand.Option.timeLimit,
        ] + KeyOptions.all + [HostOptions.option],
        notes: [
            "Every variant and rendition is played. Markers are SCTE 35 messages in transport"
                + " streams, event messages and ID3 tags, EXT-X-DATERANGE placed by"
                + " EXT-X-PROGRAM-DATE-TIME, and the cue tags of packagers. Those that say the same"
                + " of the same place are listed once, with all of their sources."
        ],
        examples: [
            ("playctl cues film/index.m3u8", "where breaks begin and end, and who says so"),
            (
                "playctl cues film/index.m3u8 --as-cue-points > expected.json",
                "what to expect of the film from now on"
            ),
        ])
}

extension CuesOptions {
    /// Converts the arguments of the verb.
    init(_ arguments: MatchedArguments) throws(UsageError) {
        typealias Option = CuesCommand.Option
        try arguments.exclude(Option.json, Option.asCuePoints)
        try arguments.exclude(Option.json, Option.csv)
        asset = arguments.operands.first ?? ""
        if arguments.flag(Option.json) != nil { format = .json }
        if arguments.flag(Option.asCuePoints) != nil { format = .cuePoints }
        if arguments.flag(Option.csv) != nil {
            guard format == .cuePoints else {
                throw .missingOperand("--as-cue-points, which --csv goes with,")
            }
            format = .csv
        }
        if case .time(let time) = try arguments.value(Option.tolerance, as: .span) {
            tolerance = time
        }
        variants = try arguments.all(VerifyCommand.Option.variant, as: .variantNumber)
        timeLimit = try arguments.timeLimit()
        keys = try KeyOptions(arguments)
        hosts = try HostOptions(arguments)
    }
}
