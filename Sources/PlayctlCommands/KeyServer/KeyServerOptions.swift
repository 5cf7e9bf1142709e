import CommandTree

/// The options of `playctl keyserver`.
package struct KeyServerOptions: Equatable, Sendable {
    /// The path of the folder that contains the certificate, the private key and the policies.
    package var store = ""
    /// The address to listen on.
    package var address = ListenAddress(host: "127.0.0.1", port: 0)
    /// Whether the log of requests is switched off.
    package var isQuiet = false
    /// Whether facts about the certificate, policies and requests are written to standard error.
    package var isVerbose = false

    /// Creates options with their defaults.
    package init() {}
}

/// A numeric address and a port to listen on.
package struct ListenAddress: Equatable, Sendable {
    package var host: String
    package var port: UInt16

    package init(host: String, port: UInt16) {
        self.host = host
        self.port = port
    }

    /// The address as part of a URL.
    var authority: String { host.contains(":") ? "[\(host)]:\(port)" : "\(host):\(port)" }
}

extension ArgumentConverter<ListenAddress> {
    /// The converter for an address and a port; a port by itself means the loopback address.
    static let listenAddress = ArgumentConverter(
        expectation: "ADDRESS:PORT in numbers, such as 127.0.0.1:8089 or [::1]:0"
    ) { text in
        let colon = text.lastIndex(of: ":")
        let digits = colon.map { text[text.index(after: $0)...] } ?? text[...]
        guard digits.utf8.allSatisfy({ (48...57).contains($0) }), let port = UInt16(digits) else {
            return nil
        }
        guard let colon else { return ListenAddress(host: "127.0.0.1", port: port) }
        let host = text[..<colon]
        if host == "localhost" { return ListenAddress(host: "127.0.0.1", port: port) }
        if host.hasPrefix("["), host.hasSuffix("]") {
            let inner = String(host.dropFirst().dropLast())
            return inner.contains(":") ? ListenAddress(host: inner, port: port) : nil
        }
        let parts = host.split(separator: ".", omittingEmptySubsequences: false)
        guard parts.count == 4, parts.allSatisfy({ UInt8($0) != nil }) else { return nil }
        return ListenAddress(host: String(host), port: port)
    }
}

extension KeyServerCommand {
    /// The definition of the verb `playctl keyserver`.
    static let verb = Command(
        "keyserver", "Serves keys and licences over HTTP, by policies, until it is stopped.",
        defaults: KeyServerOptions(),
        options: [
            BoundOption.value(
                "store", \.store, as: .path, named: "DIR",
                "the folder with policies.json (required); certificate.der and private-key.pem are"
                    + " created in it when both are missing"
            ).required,
            .value(
                "listen", \.address, as: .listenAddress, named: "ADDRESS:PORT",
                standard: "127.0.0.1:0",
                "the numeric address to listen on; port 0 lets the system choose"),
            .flag("quiet", letter: "q", \.isQuiet, "do not print a line for each request"),
            .verbose(\.isVerbose, "the certificate, the policies and the size of each request"),
        ],
        rules: [.conflict("quiet", "verbose")],
        notes: [
            "Endpoints: GET /certificate (also /application_certificate/PUBLISHER/APP) is the"
                + " X.509 certificate in DER; POST /licence takes an SPC and answers with a CKC;"
                + " GET /key/CONTENT is a key of 16 bytes. A denial is JSON with error_code and"
                + " message. The message format is this project's own, not Apple's.",
            "policies.json: an object with a policy for each content identifier, or * for any:"
                + " key and iv (32 hexadecimal digits), terms (\"purchase\" or {\"rentalDuration\":"
                + " SECONDS, \"playDuration\": SECONDS}), lease (SECONDS), renewal (\"allowed\","
                + " \"denied\" or a count), hdcp (true or false), persistence (\"allowed\" or"
                + " \"denied\": whether licences may be kept), concurrency (the number of clients"
                + " at once; it needs a lease), error ({\"status\": 400-599} or {\"answer\":"
                + " \"malformed\" or \"wrongKey\"}, \"delay\": SECONDS, \"first\": the number of"
                + " requests).",
            "Rentals, leases and answered requests are forgotten when the server stops. Exit code 0"
                + " after SIGTERM and Ctrl-C.",
        ],
        examples: [
            (
                "playctl keyserver --store keys --listen 127.0.0.1:8089",
                "serve the keys of a folder on port 8089"
            )
        ]
    ) { (options, _, errors) throws(CommandFailure) in
        try KeyServerCommand(options: options, errors: errors).run()
    }
}
