package import HeadlessPlayback
package import Verification

/// The options of `playctl verify`.
package struct VerifyOptions: Equatable {
    /// The path or the address of the asset.
    package var asset = ""
    /// The path of the expected cue points; `nil` takes those of the catalogue entry.
    package var cuePoints: String?
    /// The largest distance to keyframes.
    package var keyframeTolerance = AssetVerifier.Tolerance.frame
    /// The largest distance to segment boundaries.
    package var boundaryTolerance = AssetVerifier.Tolerance.frame
    /// The largest distance to markers; `nil` means the default of the verifier.
    package var tolerance: AssetVerifier.Tolerance?
    /// Whether every cue point needs a boundary.
    package var requiresBoundaries = false
    /// Whether every cue point needs a marker.
    package var requiresMarkers = false
    /// The codes of checks that are known not to hold.
    package var ignored: [String] = []
    /// The numbers of the variant streams to look at, from 1; empty means all.
    package var variants: [Int] = []
    /// The reader of containers.
    package var demuxer = DemuxerChoice.automatic
    /// The sources of keys.
    package var keys = KeyOptions()
    /// The destinations of results.
    package var reports = ReportOptions()
    /// Whether the results of each variant are shown.
    package var tellsEachVariant = false
    /// The world time that a play may take; `nil` derives it from the promised duration.
    package var timeLimit: Duration?
    /// The hosts that requests may go to.
    package var hosts = HostOptions()

    /// Creates options with their defaults.
    package init() {}

    /// The first option given that compares cue points alone; `nil` when there is none.
    var cuePointOption: String? {
        if requiresMarkers { return VerifyCommand.Option.requireMarkers.name }
        if requiresBoundaries { return VerifyCommand.Option.requireBoundaries.name }
        if keyframeTolerance != .frame { return VerifyCommand.Option.keyframeTolerance.name }
        if boundaryTolerance != .frame { return VerifyCommand.Option.boundaryTolerance.name }
        return nil
    }
}

extension VerifyCommand {
    enum Option {
        static let cuePoints = OptionDescription(
            "cue-points", value: "FILE",
            "what is expected: a JSON list as 'play' reads it, a CSV with the columns time, type"
                + " and name, or the JSON of a catalogue's video")
        static let keyframeTolerance = OptionDescription(
            "keyframe-tolerance", value: "TIME", standard: "frame",
            "how far the nearest keyframe may be: a time, frame or off")
        static let boundaryTolerance = OptionDescription(
            "boundary-tolerance", value: "TIME", standard: "frame",
            "how far the nearest start of a segment may be: a time, frame or off")
        static let requireBoundaries = OptionDescription(
            flag: "require-boundaries",
            "ask for the start of a segment at every cue point, not only at those of type AdSlot")
        static let tolerance = OptionDescription(
            "tolerance", value: "TIME", standard: "100ms",
            "how far markers may be from cue points and from each other")
        static let requireMarkers = OptionDescription(
            flag: "require-markers", "ask for a marker at every cue point")
        static let eachVariant = OptionDescription(
            flag: "each-variant", "tell what was found in each variant, not only the worst of it")
        static let ignore = OptionDescription(
            "ignore", value: "CODE", isRepeatable: true,
            "do not fail over checks of this code, such as variant.keyframes")
        static let variant = OptionDescription(
            "variant", value: "N", isRepeatable: true,
            "look at this variant of the playlist alone, counted from 1")
    }

    /// The verb, for reading and for help.
    static let description = CommandDescription(
        name: "verify",
        summary: "Checks an asset against the cue points that are expected of it.",
        operand: OperandDescription(
            name: "ASSET",
            summary: "a playlist, a progressive file or the JSON of a catalogue, as a path or an"
                + " address", count: 1...1),
        options: [
            Option.cuePoints, Option.keyframeTolerance, Option.boundaryTolerance,
            Option.requireBoundaries, Option.tolerance, Option.requireMarkers, Option.eachVariant,
            Option.ignore,
            Option.variant, DemuxerArgument.option, PlayCommand.Option.timeLimit,
        ] + KeyOptions.all + [HostOptions.option] + ReportOptions.Option.all,
        notes: [
            "Every variant is played, and every segment of every rendition is read. Each cue point"
                + " has to be passed once, at a keyframe, and for advertisements where a segment"
                + " starts; variants have to agree with each other.",
            "What cannot be judged because media is lost is skipped, and listed under the loss. With"
                + " --ignore variant.played it is judged all the same.",
            "Where the asset marks breaks (SCTE 35, EXT-X-DATERANGE, EXT-X-CUE-OUT and others), each"
                + " cue point of type AdSlot has to have its marker, and each marker its cue point.",
        ],
        examples: [
            (
                "playctl cues film/index.m3u8 --as-cue-points > expected.json",
                "what to expect of a film from now on"
            ),
            (
                "playctl verify film/index.m3u8 --cue-points expected.json --junit cues.xml",
                "whether it still holds, for CI"
            ),
        ])
}

extension VerifyOptions {
    /// Converts the arguments of the verb.
    init(_ arguments: MatchedArguments) throws(UsageError) {
        typealias Option = VerifyCommand.Option
        asset = arguments.operands.first ?? ""
        cuePoints = try arguments.value(Option.cuePoints, as: .path)
        keyframeTolerance =
            try arguments.value(Option.keyframeTolerance, as: .tolerance) ?? keyframeTolerance
        boundaryTolerance =
            try arguments.value(Option.boundaryTolerance, as: .tolerance) ?? boundaryTolerance
        tolerance = try arguments.value(Option.tolerance, as: .span)
        requiresBoundaries = arguments.flag(Option.requireBoundaries) ?? false
        requiresMarkers = arguments.flag(Option.requireMarkers) ?? false
        tellsEachVariant = arguments.flag(Option.eachVariant) ?? false
        ignored = try arguments.all(Option.ignore, as: .checkCode)
        variants = try arguments.all(Option.variant, as: .variantNumber)
        demuxer = try DemuxerArgument.value(arguments)
        timeLimit = try arguments.timeLimit()
        keys = try KeyOptions(arguments)
        hosts = try HostOptions(arguments)
        reports = try ReportOptions(arguments)
    }
}

extension ArgumentConverter<AssetVerifier.Tolerance> {
    /// A time from zero on.
    static let span = ArgumentConverter(expectation: "a time such as 0.1 or 100ms") { text in
        MediaTime(argument: text).map { .time($0) }
    }

    /// A time from zero on, or a word.
    fileprivate static let tolerance = ArgumentConverter(
        expectation: "a time such as 0.1 or 40ms, frame or off"
    ) { text in
        switch text {
        case "frame": .frame
        case "off": .off
        default: MediaTime(argument: text).map { .time($0) }
        }
    }
}

extension ArgumentConverter<String> {
    /// The code of a check.
    fileprivate static let checkCode = ArgumentConverter(
        expectation: "the code of a check, such as variant.keyframes"
    ) { CheckCode.isKnown($0) ? $0 : nil }
}
