import CommandTree
import Formats
package import HeadlessPlayback
package import PlaybackCommands
package import Sessions

/// The options of the verbs of `playctl offline`; each verb reads some of them.
package struct OfflineOptions: Equatable, Sendable {
    /// The operands: one or more locations, or a token and possibly a folder after it.
    package var operands: [String] = []
    /// The path of the store; `nil` means the default path.
    package var store: String?
    /// Whether the output is JSON instead of human-readable text.
    package var json = false
    /// The selected parts of an asset.
    package var selection = DownloadSelection()
    /// Whether any option selects parts of the asset.
    package var isSelectionGiven = false
    /// The requested terms of licences.
    package var terms = PersistentLicenceTerms()
    /// Whether any option states the terms of licences.
    package var areTermsGiven = false
    /// The sources of licences.
    package var keys = KeyOptions()
    /// The permitted hosts, and the header fields, cookies and logins of requests.
    package var hosts = HostOptions()
    /// The maximum number of running downloads; `nil` means no limit.
    package var concurrent: Int?
    /// The number of concurrent requests.
    package var connections = 4
    /// The maximum number of bytes per second for all downloads together; `nil` means no limit.
    package var limitRate: Int64?
    /// Whether the playlist of subtitles may end long before the video.
    package var acceptsShortSubtitles = false
    /// The options of the verb `play`.
    package var play = PlayOptions()
    /// Whether facts about requests are written to standard error, in addition to failures.
    package var isVerbose = false
    /// Whether only errors and warnings are written.
    package var isQuiet = false

    /// Creates options with their defaults.
    package init() {}
}

extension OfflineOptions {
    /// The option for the path of the store.
    static let store: BoundOption<OfflineOptions> = .store(\.store)
    static let json: BoundOption<OfflineOptions> = .flag("json", \.json, "write JSON")
    static let quiet: BoundOption<OfflineOptions> = .quiet(\.isQuiet)
    static let shortSubtitles: BoundOption<OfflineOptions> = .flag(
        "accept-short-subtitles", \.acceptsShortSubtitles,
        "accept subtitles whose playlist ends early: some packagers end it with the last cue")
    /// Returns the rules that forbid `--quiet` in combination with any output option of a verb.
    static func quietRules(_ options: [BoundOption<OfflineOptions>]) -> [OptionRule] {
        let names = options.map(\.description.name)
        guard names.contains("quiet") else { return [] }
        return ["json", "verbose", "events", "ledger", "show-cues"].filter(names.contains)
            .map { .conflict("quiet", $0) }
    }
    static let licences = KeyOptions.licences.map { $0.lifted(to: \OfflineOptions.keys) }
    static let hosts = HostOptions.options.map { $0.lifted(to: \OfflineOptions.hosts) }

    /// The options that select parts of an asset.
    static let selection: [BoundOption<OfflineOptions>] = [
        .value(
            "bitrate", \.selection.bitrate, as: .highestBitrate, named: "BPS",
            "select the highest variant of at most this bandwidth, or else the lowest: 800k or 1.5M"
                + " (default: the lowest with video)"),
        .value(
            "min-bitrate", \.selection.bitrate, as: .lowestBitrate, named: "BPS",
            "select the lowest variant of at least this bandwidth, or else the highest"),
        .value(
            "audio", \.selection.audio, as: .languages, named: "LANGS",
            "select audio in these languages, such as en,pt-BR, or all or none (default: the choice"
                + " of a player)"),
        .value(
            "subtitles", \.selection.subtitles, as: .languages, named: "LANGS",
            "select subtitles in these languages, or all or none"),
    ]
    static let selectionRules: [OptionRule] = [.conflict("bitrate", "min-bitrate")]

    /// The options that state the terms of licences.
    static let terms: [BoundOption<OfflineOptions>] = [
        .flag("purchase", "request licences that do not expire (default)") { _ in },
        .value(
            "rental", \.terms.rentalDuration, as: .term, named: "TIME",
            "request licences that expire this long after their request: 30d, 48h or 90m"),
        .value(
            "play-duration", \.terms.playDuration, as: .term, named: "TIME",
            "with --rental: request licences that expire this long after the first playback"),
    ]
    static let termRules: [OptionRule] = [
        .conflict("purchase", "rental"), .conflict("purchase", "play-duration"),
        .needs("play-duration", ["rental"]),
    ]

    /// The options for transfers: concurrency, the rate limit and the log of requests.
    static let transfer: [BoundOption<OfflineOptions>] = [
        .value(
            "concurrent", \.concurrent, as: .count(1...mostConnections), named: "N",
            "run this many downloads at a time (default: all)"),
        .value(
            "connections", \.connections, as: .count(1...mostConnections), named: "N",
            standard: "4", "make this many requests at a time, over all downloads"),
        .value(
            "limit-rate", \.limitRate, as: .byteRate, named: "BYTES",
            "receive at most this many bytes of media per second, over all connections: 500K or 2M"
        ),
        .verbose(\.isVerbose, "each request"),
    ]
    private static let mostConnections = 64

    /// The first operand as a token; `nil` if there are no operands.
    var token: OfflineVideoToken? { operands.first.map(OfflineVideoToken.init(rawValue:)) }

    /// Refuses an operand that cannot be a token.
    func checkToken() throws(UsageError) {
        guard let token, !token.isWellFormed else { return }
        throw .invalidOperand(
            token.rawValue, "a token, which 'playctl offline list' states for each download")
    }
}

extension ArgumentConverter<DownloadSelection.Bitrate> {
    /// The converter for the bandwidth that a variant stream must not exceed.
    fileprivate static let highestBitrate = ArgumentConverter(
        expectation: ArgumentConverter<Int64>.bitrate.expectation
    ) { ArgumentConverter<Int64>.bitrate.convert($0).map { .atMost($0) } }

    /// The converter for the bandwidth that a variant stream must reach.
    fileprivate static let lowestBitrate = ArgumentConverter(
        expectation: ArgumentConverter<Int64>.bitrate.expectation
    ) { ArgumentConverter<Int64>.bitrate.convert($0).map { .atLeast($0) } }
}

extension ArgumentConverter<DownloadSelection.Languages> {
    /// The converter for language tags separated by commas, or for the word `all` or `none`.
    fileprivate static let languages = ArgumentConverter(
        expectation: "languages such as en,pt-BR, or all or none"
    ) { text in
        switch text {
        case "all": return .all
        case "none": return DownloadSelection.Languages.none
        default:
            let parts = text.split(separator: ",", omittingEmptySubsequences: false)
            let tags = parts.compactMap { ArgumentConverter<String>.language.convert(String($0)) }
            return tags.count == parts.count ? .tags(tags) : nil
        }
    }
}

extension ArgumentConverter<Int64> {
    /// The converter for bytes per second, with `K` for 1,000 and `M` for 1,000,000.
    fileprivate static let byteRate = ArgumentConverter(
        expectation: "bytes per second, such as 500K or 2M", convert: bitrate.convert)
}

extension ArgumentConverter<Duration> {
    private static let mostSeconds: Int64 = 100 * 366 * 86_400

    /// The converter for the validity of a licence.
    fileprivate static let term = ArgumentConverter(
        expectation: "a time above zero and up to a hundred years, such as 30d, 48h or 90m"
    ) { text in
        let units: [Character: Int64] = ["d": 86_400, "h": 3_600, "m": 60, "s": 1]
        guard let unit = text.last.flatMap({ units[$0] }),
            let milliseconds = PlainDecimal(text.dropLast())?.rounded(times: unit * 1000),
            (1...mostSeconds * 1000).contains(milliseconds)
        else { return nil }
        return .milliseconds(milliseconds)
    }
}

extension BoundOption {
    /// Returns the option for the folder in which downloads are stored.
    static func store(_ property: Property<String?>) -> BoundOption {
        value(
            "store", property, as: .path, named: "DIR",
            "the store (default: headless-playback/offline in $XDG_DATA_HOME or ~/.local/share)")
    }
}
