import CommandTree

/// The options of `playctl serve`.
package struct ServeOptions: Equatable, Sendable {
    /// The path of the scenario.
    package var file = ""
    /// The address to listen on.
    package var address = ListenAddress(host: "127.0.0.1", port: 0)
    /// Whether the scenario's time starts at once, and not with the first request for an asset.
    package var startsAtOnce = false
    /// The path of the NDJSON journal; `nil` if none is written.
    package var journal: String?
    /// The path of the HAR journal; `nil` if none is written.
    package var archive: String?
    /// Whether the line written every minute is omitted.
    package var isQuiet = false

    /// Creates options with their defaults.
    package init() {}
}

extension ServeCommand {
    /// The definition of the verb `playctl serve`.
    static let verb = Command(
        "serve", "Serves the assets of a scenario to real players, until it is stopped.",
        defaults: ServeOptions(),
        operands: .one("FILE", \.file, "a scenario (.play.yaml)"),
        options: [
            BoundOption.value(
                "listen", \.address, as: .listenAddress, named: "ADDRESS:PORT",
                standard: "127.0.0.1:0",
                "the numeric address to listen on; port 0 lets the system choose"),
            .flag(
                "at-start", \.startsAtOnce,
                "start the scenario's time at once, not with the first request for an asset"),
            .value(
                "journal", \.journal, as: .outputPath, named: "FILE",
                "write a line of JSON for each request"),
            .value(
                "har", \.archive, as: .outputPath, named: "FILE",
                "write the requests as an HTTP archive (HAR 1.2)"),
            .flag("quiet", letter: "q", \.isQuiet, "do not print the summary line of each minute"),
        ],
        notes: [
            "Each asset has a URL, printed on a line of its own. A broadcast (live:) appears"
                + " segment by segment as the scenario describes, with its faults and edges; a"
                + " file asset is served from its folder, without anything outside the folder; an"
                + " asset on a server is refused. The network's rate, latency and outages and the"
                + " faults: of the scenario apply; its steps, expectations and player do not."
                + " Dates of broadcasts follow the scenario (app: date), or the machine's clock"
                + " without one.",
            "Clients that request below /s/ID/ have fault counters and a simulated connection for"
                + " each ID; all other requests share one set. ID is made of up to 64 letters,"
                + " digits, - and _; there are at most 4096.",
            "The journal and the HTTP archive omit query strings, except delivery directives."
                + " Exit code 0 after SIGTERM and Ctrl-C; faults that no request received are"
                + " named on standard error.",
        ],
        examples: [
            (
                "playctl serve Samples/Live/news.play.yaml --listen 127.0.0.1:8080",
                "play http://127.0.0.1:8080/news/index.m3u8 in any player"
            ),
            (
                "playctl serve outage.play.yaml --at-start --journal requests.ndjson",
                "record what a player requests during an outage"
            ),
        ]
    ) { (options, _, errors) throws(CommandFailure) in
        try ServeCommand(options: options, errors: errors).run()
    }
}
