package import AssetChecking
import CommandTree
package import Containers
import HeadlessPlayback
package import Linting
package import PlaybackCommands
import RunResults
package import Sessions

/// The options of `playctl verify`.
package struct VerifyOptions: Equatable, Sendable {
    /// The path or the address of the asset.
    package var asset = ""
    /// The name of the result; `nil` derives the name from the catalogue entry or the location.
    package var name: String?
    /// The path of the expected cue points; `nil` uses the cue points of the catalogue entry.
    package var cuePoints: String?
    /// The largest permitted distance of a cue point from a keyframe.
    package var keyframeTolerance = AssetVerifier.Tolerance.frame
    /// The largest permitted distance of a cue point from a segment boundary.
    package var boundaryTolerance = AssetVerifier.Tolerance.frame
    /// The largest permitted distance of markers from cue points and from each other.
    ///
    /// `nil` means the default.
    package var tolerance: AssetVerifier.Tolerance?
    /// Whether every cue point must be at the start of a segment.
    ///
    /// Otherwise only cue points for advertisements must be at the start of a segment.
    package var requiresBoundaries = false
    /// Whether a playlist that is a local file may lack `EXT-X-ENDLIST`.
    ///
    /// The tag is missing while an encoder is still writing the playlist.
    package var acceptsGrowingFiles = false
    /// Whether every cue point must have a marker.
    package var requiresMarkers = false
    /// The codes of the checks whose failures count as known issues.
    package var ignored: [String] = []
    /// The profile of the lint rules to check; `nil` checks no lint rules.
    package var lint: LintRule.Profile?
    /// The numbers of the variant streams to survey, from 1; empty means all.
    package var variants: [Int] = []
    /// The reader of containers.
    package var demuxer = DemuxerChoice.automatic
    /// The player to model; `nil` means the default.
    package var profile: PlayerProfile?
    /// The sources of keys.
    package var keys = KeyOptions()
    /// The destinations of results.
    package var reports = ReportOptions()
    /// Whether the results of each variant are shown.
    package var showsEachVariant = false
    /// The virtual time that one playback may take.
    ///
    /// `nil` derives the limit from the duration that the playlist states.
    package var timeLimit: Duration?
    /// The hosts that requests may go to.
    package var hosts = HostOptions()
    /// Whether facts about requests, streams and checks are written in addition to failures.
    package var isVerbose = false
    /// Whether only errors and warnings are written.
    package var isQuiet = false

    /// Creates options with their defaults.
    package init() {}

    /// The first given option that applies only to cue points; `nil` when none is given.
    var cuePointOption: String? {
        if requiresMarkers { return "require-markers" }
        if requiresBoundaries { return "require-boundaries" }
        if keyframeTolerance != .frame { return "keyframe-tolerance" }
        if boundaryTolerance != .frame { return "boundary-tolerance" }
        return nil
    }
}

extension VerifyCommand {
    /// The command `playctl verify`.
    static let verb = Command(
        "verify", "Checks an asset, and compares it with the expected cue points.",
        defaults: VerifyOptions(),
        operands: .one(
            "ASSET", \.asset,
            "a playlist, a progressive file or the JSON of a catalogue, as a path or a URL"),
        options: VerifyOptions.options + KeyOptions.options.map { $0.lifted(to: \.keys) }
            + HostOptions.options.map { $0.lifted(to: \.hosts) }
            + ReportOptions.options.map { $0.lifted(to: \.reports) },
        rules: [.conflict("quiet", "verbose"), RequestOptions.hostRule] + ReportOptions.rules,
        notes: [
            "Every variant is played, and every segment of its audio and subtitles is read. Each"
                + " cue point must be passed once, at a keyframe, and for advertisements at the"
                + " start of a segment; variants must agree with each other.",
            "I-frame playlists, image playlists, VIDEO renditions, closed captions, renditions whose"
                + " group no variant names and the assets of interstitials are not played. They are"
                + " listed as skipped checks; 'playctl lint' or --lint reads them. Files of these"
                + " kinds and of session data must exist if the multivariant playlist names them."
                + " Only the first video of a catalogue is read. Tags for advertisements that are"
                + " misspelt or in an unknown dialect are not read as markers, and are listed as a"
                + " skipped check.",
            "When media is lost, the checks that need it are skipped and listed with the loss."
                + " With --ignore variant.played they are performed anyway.",
            "If the asset marks breaks (SCTE 35, EXT-X-DATERANGE, EXT-X-CUE-OUT and others), each"
                + " cue point of type AdSlot needs its marker, and each marker of a break its cue"
                + " point. Ends of breaks, interstitials, unreadable markers and misspelt tags also"
                + " mark breaks."
                + " A cue point at zero, at the end or after it needs no marker, unless"
                + " --require-markers is given. The markers of 'before' and 'after' are at the"
                + " start and at the end.",
            "A cue point can name its marker: out, in, segmentation, interstitial, date-range,"
                + " event or id3. The members duration (in seconds), event and content of a cue"
                + " point that names its marker, or is of type AdSlot, must match a marker there;"
                + " 'cues' writes them. Names are not compared.",
            "Types are compared letter by letter. Types such as ADSLOT, unknown markers, columns"
                + " of a CSV and members of JSON such as 'typ' instead of 'type', and repeated"
                + " members of a JSON object are refused; other unknown names become properties,"
                + " with a warning.",
        ],
        examples: [
            (
                "playctl cues film/index.m3u8 --as-cue-points > expected.json",
                "record the current cue points of a film"
            ),
            (
                "playctl verify film/index.m3u8 --cue-points expected.json --junit cues.xml",
                "check them in CI"
            ),
        ],
        check: { (arguments, options) throws(UsageError) in
            try AssetOperand.refuseStandardInput(among: [options.asset])
            try KeyOptions.checkServer(arguments)
            try options.reports.checkPaths()
        }
    ) { (options, output, errors) throws(CommandFailure) in
        try options.keys.checkCertificate()
        return try await VerifyCommand(options: options, output: output, errors: errors).run()
    }
}

extension VerifyOptions {
    fileprivate static let options: [BoundOption<VerifyOptions>] = [
        .value(
            "lint", \.lint, as: .choice, named: "NAME",
            "also check the asset with these rules of 'playctl lint': rfc or apple"),
        .value(
            "name", \.name, as: .text, named: "TEXT",
            "the name of the result and of its golden trace, to distinguish assets whose folders"
                + " have the same name (default: the name of the video or of the folder)"),
        .value(
            "cue-points", \.cuePoints, as: .path, named: "FILE",
            "the expected cue points: a JSON list as 'play' reads it, a CSV with the columns time,"
                + " type and name, or the JSON of a catalogue's video"),
        .value(
            "keyframe-tolerance", \.keyframeTolerance, as: .tolerance, named: "TIME",
            standard: "frame",
            "the largest distance from a cue point to a keyframe: a time, frame or off"),
        .value(
            "boundary-tolerance", \.boundaryTolerance, as: .tolerance, named: "TIME",
            standard: "frame",
            "the largest distance from a cue point to the start of a segment: a time, frame or"
                + " off"),
        .flag(
            "require-boundaries", \.requiresBoundaries,
            "require the start of a segment at every cue point, not only if its type is AdSlot"),
        .value(
            "tolerance", \.tolerance, as: .span, named: "TIME", standard: "100ms",
            "the largest distance of markers from cue points and from each other"),
        .flag("require-markers", \.requiresMarkers, "require a marker at every cue point"),
        .flag(
            "live", \.acceptsGrowingFiles,
            "accept files without EXT-X-ENDLIST, as a running encoder writes them, except type VOD"),
        .flag(
            "each-variant", \.showsEachVariant,
            "show the findings of each variant, not only the worst"),
        .values(
            "ignore", \.ignored, as: .checkCode, named: "CODE",
            "do not fail for checks with this code, such as set.keyframes"),
        .variants(\.variants), .demuxer(\.demuxer), .profile(\.profile), .timeLimit(\.timeLimit),
        .verbose(\.isVerbose, "each request, stream and check"),
        .quiet(\.isQuiet),
    ]
}

extension ArgumentConverter<AssetVerifier.Tolerance> {
    /// The converter for a time of zero or more.
    static let span = ArgumentConverter(expectation: "a time such as 0.1 or 100ms") { text in
        MediaTime(argument: text).map { .time($0) }
    }

    /// The converter for a tolerance: a time of zero or more, `frame` or `off`.
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
    /// The converter for the code of a check.
    fileprivate static let checkCode = ArgumentConverter(
        expectation: "the code of a check, such as set.keyframes"
    ) { CheckCode.isKnown($0) ? $0 : nil }
}
