import CommandTree
package import Transport

/// The options of `playctl catalogue`.
package struct CatalogueOptions: Equatable, Sendable {
    /// The path of the folder with the account, the videos and the playlists.
    package var store = ""
    /// The address to listen on.
    package var address = ListenAddress(host: "127.0.0.1", port: 0)
    /// The simulated faults that affect calls to the service.
    ///
    /// If several faults match a call, the first of them applies.
    package var faults: [CatalogueFault] = []
    /// Whether the log of requests is switched off.
    package var isQuiet = false

    /// Creates options with their defaults.
    package init() {}
}

/// A simulated fault of calls to the playback service, and its text on the command line.
package struct CatalogueFault: Equatable, Sendable {
    /// The text of the fault on the command line.
    package var text: String
    /// The rule that contains the fault and selects the calls that the fault affects.
    package var rule: FaultRule
}

extension CatalogueCommand {
    /// The definition of the verb `playctl catalogue`.
    static let verb = Command(
        "catalogue",
        "Serves videos and playlists like a playback service, until it is stopped.",
        defaults: CatalogueOptions(),
        options: [
            BoundOption.value(
                "store", \.store, as: .path, named: "DIR",
                "the folder with account.json (required)"
            ).required,
            .value(
                "listen", \.address, as: .listenAddress, named: "ADDRESS:PORT",
                standard: "127.0.0.1:0",
                "the numeric address to listen on; port 0 lets the system choose"),
            .values(
                "fault", \.faults, as: .catalogueFault, named: "CALL[:N[-M]]=EFFECT",
                "a fault of calls, such as heartbeat:2-3=status:503"),
            .flag("quiet", letter: "q", \.isQuiet, "do not print a line for each request"),
        ],
        notes: [
            "Endpoints, below /accounts/ID: GET /videos/ID, /videos/ref:ID, /videos?q=TEXT,"
                + " /playlists/ID and /playlists/ref:ID; POST, GET and DELETE /sessions count the"
                + " streams of a viewer. A policy key is sent as BCOV-Policy, a token as"
                + " Authorization: Bearer.",
            "account.json: id, policy_keys (a list), client_geo (the country of all clients),"
                + " limits_streams (true), heartbeat_interval (60000, milliseconds)."
                + " videos/ID.json: an object as the service sends it, with a location in"
                + " sources[].src. {base} in it is the location of this server, {expiry} the"
                + " second at which it expires, manifest_url_ttl seconds (21600) after the answer."
                + " geo (countries, exclude_countries), schedule (starts_at, ends_at) and domains"
                + " limit a video. playlists/ID.json: an object whose videos are ids."
                + " keys/*.pem: the public keys of tokens, RS256 or ES256.",
            "media/: files that are served at /media/EXPIRY/PATH; from that second on, playlists"
                + " (.m3u8) are refused with 403.",
            "CALL: video, playlist, search, heartbeat, stream-list or stream-end, all calls, or"
                + " the calls N to M, counted from 1. EFFECT: status:CODE, delay:TIME or reset.",
            "Streams and devices are forgotten when the server stops. Exit code 0 after SIGTERM and"
                + " Ctrl-C; faults that no call received are named on standard error.",
        ],
        examples: [
            (
                "playctl catalogue --store shop --listen 127.0.0.1:8090",
                "serve the videos of a folder on port 8090"
            ),
            (
                "playctl catalogue --store shop --fault video:1=status:503",
                "refuse the first request for a video"
            ),
        ]
    ) { (options, _, errors) throws(CommandFailure) in
        try CatalogueCommand(options: options, errors: errors).run()
    }
}
