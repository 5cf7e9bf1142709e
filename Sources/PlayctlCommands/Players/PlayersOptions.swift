import CommandTree
import HeadlessPlayback
package import PlaybackCommands
import Scenarios
package import Sessions

/// The options of `playctl players`.
package struct PlayersOptions: Equatable, Sendable {
    /// The path or the address of the asset or the scenario.
    package var asset = ""
    /// The players to model, in the order of the table.
    package var profiles = PlayerProfile.all
    /// The network to simulate; `nil` means that no network is simulated.
    package var network: PlayOptions.Network?
    /// The path of a file that describes a changing network; `nil` when there is none.
    package var networkTrace: String?
    /// The latency of the network in `networkTrace`, whose file contains only bandwidths.
    package var latency = Duration.zero
    /// The maximum virtual time of a run; `nil` derives it from the declared media duration.
    package var timeLimit: Duration?
    /// The destinations of results.
    package var reports = ReportOptions()
    /// The permitted hosts, and the header fields, cookies and logins of requests.
    package var hosts = HostOptions()
    /// Whether facts about requests and checks are written to standard error, besides failures.
    package var isVerbose = false
    /// Whether only errors and warnings are written.
    package var isQuiet = false

    /// Creates options with their defaults.
    package init() {}
}

extension PlayersCommand {
    /// The definition of the verb `playctl players`.
    static let verb = Command(
        "players", "Plays an asset by the rules of several players, side by side.",
        defaults: PlayersOptions(),
        operands: .one("ASSET", \.asset, "a playlist as a path or a URL, or a *.play.yaml"),
        options: PlayersOptions.options + HostOptions.options.map { $0.lifted(to: \.hosts) }
            + ReportOptions.reports.map { $0.lifted(to: \.reports) },
        rules: [
            .conflict("network", "network-trace"), .needs("latency", ["network-trace"]),
            .conflict("quiet", "verbose"),
        ],
        notes: [
            "The players are models. The models of chromium and gstreamer are fitted to"
                + " measurements, with their errors in Documentation/Truth.md; the other models"
                + " follow published or assumed rules.",
            "The page of --html has a timeline for each player, one above the other.",
        ],
        examples: [
            (
                "playctl players film/index.m3u8 --network 2000,80",
                "compare starts, stalls and switches of all players"
            ),
            (
                "playctl players film.m3u8 --profiles chromium,hls.js --html page.html",
                "show two of them on a page"
            ),
        ],
        check: { (arguments, options) throws(UsageError) in
            try options.reports.checkPaths()
            guard options.asset.hasSuffix(ScenarioFile.nameEnding) else {
                return try RequestOptions.hostRule.check(arguments)
            }
            for name in ["network", "network-trace"] where arguments.has(name) {
                throw .idle("--\(name)", without: "an asset: a scenario states this itself")
            }
        }
    ) { (options, output, errors) throws(CommandFailure) in
        try PlayersCommand(options: options, output: output, errors: errors).run()
    }
}

extension PlayersOptions {
    fileprivate static let options: [BoundOption<PlayersOptions>] = [
        .value(
            "profiles", \.profiles, as: .profiles, named: "NAMES",
            "model these players, with commas between them (default: all)"),
        .network(\.network),
        .value(
            "network-trace", \.networkTrace, as: .path, named: "FILE",
            "simulate the changing network that FILE describes"),
        .value(
            "latency", \.latency, as: .latency, named: "MS", standard: "0",
            "the milliseconds of latency of --network-trace"),
        .timeLimit(\.timeLimit),
        .verbose(\.isVerbose, "each request and check"),
        .quiet(\.isQuiet),
    ]
}

extension ArgumentConverter<[PlayerProfile]> {
    /// The converter for names of player profiles, separated by commas.
    fileprivate static let profiles = ArgumentConverter(
        expectation: "different names with commas between them, of "
            + PlayerProfile.all.map(\.name).joined(separator: ", ")
    ) { text in
        let names = text.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
        let profiles = names.compactMap(PlayerProfile.named)
        return profiles.count == names.count && Set(names).count == names.count ? profiles : nil
    }
}
