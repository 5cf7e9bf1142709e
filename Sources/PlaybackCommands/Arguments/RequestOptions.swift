package import CommandTree
import Formats
import HeadlessPlayback
package import Transport

/// The header fields, cookies and logins of an asset's requests, common to several verbs.
package struct RequestOptions: Equatable, Sendable {
    /// The header fields as typed: a name, a colon and a value.
    package var headers: [String] = []
    /// The cookies as typed: a name, an equals sign and a value.
    package var cookies: [String] = []
    /// The `User-Agent` of the requests; `nil` uses the tool's own.
    package var userAgent: String?
    /// The path of a file with logins; `nil` for none.
    package var netrc: String?
    /// The hosts, besides the asset's own, that receive header fields, cookies and logins.
    package var hosts: [String] = []

    /// Creates options with their defaults.
    package init() {}

    /// Whether any option was given.
    package var areGiven: Bool { self != RequestOptions() }

    /// The options as command-line arguments, without the values of secrets.
    package var words: [String] {
        var words = headers.flatMap { ["--header", Self.hidden($0, after: ":", space: " ")] }
        words += cookies.flatMap { ["--cookie", Self.hidden($0, after: "=", space: "")] }
        if let userAgent { words += ["--user-agent", userAgent] }
        if let netrc { words += ["--netrc", netrc] }
        return words + hosts.flatMap { ["--header-host", $0] }
    }

    private static func hidden(_ text: String, after mark: Character, space: String) -> String {
        "\(text.prefix { $0 != mark })\(mark)\(space)…"
    }
}

// MARK: Options of assets

extension RequestOptions {
    /// Returns the request options for an asset, with environment variables expanded.
    ///
    /// - Parameters:
    ///   - location: The location that the user named; its host is the asset's own host. If it is
    ///     `nil`, the location of the played source is used.
    ///   - mustReach: Whether header fields, cookies and logins are refused as wrong usage if no
    ///     request would carry them.
    /// - Returns: The request options; empty when no options were given.
    /// - Throws: ``CommandFailure`` for wrong usage: the location names a scenario, a variable is
    ///   not set, a field cannot be sent, or the file with logins cannot be read.
    package func assetOptions(
        of location: String?, mustReach: Bool = true
    ) throws(CommandFailure) -> AssetOptions {
        if let location { try refuseScenario(location) }
        var options = AssetOptions()
        guard areGiven else { return options }
        if mustReach, let location, hosts.isEmpty, !ResourceScheme(of: location).isRemote,
            let option = firstSecret
        {
            throw CommandFailure(
                .usage,
                "--\(option): no request would carry it, since \(SafeText.url(location)) is not on a"
                    + " server: name hosts with --header-host")
        }
        if mustReach, let location, !hosts.isEmpty, !ResourceScheme(of: location).isRemote,
            firstSecret == nil
        {
            throw Self.nothingToSend
        }
        for text in headers { options.headerFields.append(try field(text)) }
        for text in cookies {
            let text = try expanded(text, "--cookie")
            guard let cookie = AssetCookie(text) else {
                throw CommandFailure(.usage, "--cookie: expected NAME=VALUE without semicolons")
            }
            options.cookies.append(cookie)
        }
        options.userAgent = try userAgent.map { text throws(CommandFailure) in
            try expanded(text, "--user-agent")
        }
        if let netrc { options.logins = try logins(netrc) }
        options.headerHosts = hosts
        options.ownLocation = location.map { LocalPath.url($0) }
        if let problem = options.problem { throw CommandFailure(.usage, problem) }
        return options
    }

    /// Returns the request options of an asset, merged over the options that it already has.
    ///
    /// The named hosts also receive the header fields, cookies and logins of the asset's own
    /// options.
    ///
    /// - Parameters:
    ///   - location: The location of the asset; its host is the asset's own host.
    ///   - own: The options that the asset already has.
    ///   - mustReach: As for ``assetOptions(of:mustReach:)``.
    /// - Returns: The combined options.
    /// - Throws: ``CommandFailure`` for wrong usage.
    package func assetOptions(
        of location: String, over own: AssetOptions, mustReach: Bool = true
    ) throws(CommandFailure) -> AssetOptions {
        var options = try assetOptions(of: location, mustReach: mustReach && firstSecret != nil)
            .merged(over: own)
        if mustReach, !hosts.isEmpty, options.headerFields.isEmpty, options.cookies.isEmpty,
            options.logins.isEmpty
        {
            throw Self.nothingToSend
        }
        options.changeReaches { reach in
            reach.hosts += hosts.filter { !reach.hosts.contains($0) }
        }
        return options
    }

    /// Throws when a location has the name of a scenario.
    private func refuseScenario(_ location: String) throws(CommandFailure) {
        let name = LocalPath.withoutQuery(location).lowercased()
        guard name.hasSuffix(".play.yaml") || name.hasSuffix(".play.yml") else { return }
        throw CommandFailure(
            .usage,
            "\(SafeText.url(location)): a scenario, not an asset; 'playctl run' runs scenarios")
    }

    private static let nothingToSend = CommandFailure(
        .usage, "--header-host: there is nothing to send: add --header, --cookie or --netrc")

    /// The name of the first given option with a secret value; `nil` when there is none.
    ///
    /// Secrets are sent only to the asset's own host and to the hosts that options name. If the
    /// asset is not on a server and no hosts are named, an option with a secret has no effect.
    private var firstSecret: String? {
        if !headers.isEmpty { return "header" }
        if !cookies.isEmpty { return "cookie" }
        return netrc == nil ? nil : "netrc"
    }

    private func field(_ text: String) throws(CommandFailure) -> HeaderField {
        let text = try expanded(text, "--header")
        guard let colon = text.firstIndex(of: ":") else {
            throw CommandFailure(.usage, "--header: expected 'Name: value'")
        }
        let value = text[text.index(after: colon)...]
        let isSpace = { (character: Character) in character == " " || character == "\t" }
        let start = value.firstIndex { !isSpace($0) } ?? value.endIndex
        let end = value.lastIndex { !isSpace($0) }.map { value.index(after: $0) } ?? start
        return HeaderField(name: String(text[..<colon]), value: String(value[start..<end]))
    }

    private func expanded(_ text: String, _ option: String) throws(CommandFailure) -> String {
        do throws(VariableText.Unset) {
            return try VariableText.expanded(text, SystemCalls.environment)
        } catch {
            throw CommandFailure(
                .usage, "\(option): the environment variable \(error.name) is not set")
        }
    }

    private func logins(_ path: String) throws(CommandFailure) -> [NetrcEntry] {
        guard let bytes = try FileBytes.readGiven(path) else {
            throw CommandFailure(.usage, "\(SafeText.line(path)): no such file")
        }
        do throws(Netrc.Problem) {
            return try Netrc(bytes).entries
        } catch {
            throw CommandFailure(.usage, "\(SafeText.line(path)): not a netrc file: \(error)")
        }
    }
}

// MARK: Command-line options

extension RequestOptions {
    /// The rule that `--header-host` requires an option whose value is sent to the hosts.
    ///
    /// A verb has this rule if the header fields can come only from the command line, and not from
    /// a scenario or a store.
    package static let hostRule = OptionRule.needs("header-host", ["header", "cookie", "netrc"])

    /// The descriptions of the options, for parsing a command line and for the help text.
    package static let options: [BoundOption<RequestOptions>] = [
        .values(
            "header", \.headers, as: .secret("'Name: value'", mark: ":"), named: "FIELD",
            "send this header field, 'Name: value', to the host of the asset; ${NAME} is an"
                + " environment variable"),
        .values(
            "cookie", \.cookies, as: .secret("NAME=VALUE", mark: "="), named: "NAME=VALUE",
            "send this cookie to the host of the asset; ${NAME} is an environment variable"),
        .value(
            "user-agent", \.userAgent, as: .text, named: "TEXT",
            "send this User-Agent with every request of the asset"),
        .value(
            "netrc", \.netrc, as: .path, named: "FILE",
            "take logins for the host of the asset from this netrc file"),
        .values(
            "header-host", \.hosts, as: .host, named: "HOST",
            "send header fields, cookies and logins to this host too: example.com, *.example.com or"
                + " 127.0.0.1:8080"),
    ]
}

extension ArgumentConverter<String> {
    /// Returns the converter for a name and a secret value, with a separator between them.
    fileprivate static func secret(_ expectation: String, mark: Character) -> ArgumentConverter {
        ArgumentConverter(expectation: expectation, isSecret: true) { text in
            text.first == mark || !text.contains(mark) ? nil : text
        }
    }
}
