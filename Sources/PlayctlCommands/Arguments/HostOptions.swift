import Formats
import HeadlessPlayback
import Transport

/// The permitted hosts of requests, and their header fields, cookies and logins, for every verb
/// that sends requests.
package struct HostOptions: Equatable, Sendable {
    /// The hosts as typed; empty allows every host.
    package var allowed: [String] = []
    /// The header fields, cookies and logins of the asset's requests.
    package var requests = RequestOptions()

    /// Creates options with their defaults.
    package init() {}

    /// The HTTP options of the verb's loaders.
    var http: HTTPOptions {
        var http = HTTPOptions()
        if !allowed.isEmpty { http.allowedHosts = allowed }
        return http
    }

    /// Returns a loader that sends requests only to these hosts.
    func loader() -> StandardLoader { StandardLoader(options: http) }

    /// Returns a loader for the requests of an asset outside a session.
    ///
    /// - Parameters:
    ///   - location: The location of the asset.
    ///   - facts: Receives the requests; `nil` to log none.
    /// - Returns: The loader.
    /// - Throws: ``CommandFailure`` for wrong usage, as for ``RequestOptions``.
    func loader(
        of location: String, _ facts: FactLog? = nil
    ) throws(CommandFailure) -> any ResourceLoader {
        let options = try requests.assetOptions(of: location)
        return AssetLoader(
            loader(facts),
            for: AssetAccess(options, location: LocalPath.url(location), jar: CookieJar()))
    }

    /// The options as command-line arguments, not quoted for a shell.
    var arguments: [String] {
        allowed.flatMap { ["--\(Self.allowedHost.description.name)", $0] } + requests.words
    }

    /// The options as words of a command line.
    var words: [String] {
        allowed.map { "--\(Self.allowedHost.description.name) \($0)" }
            + requests.words.map(ShellWord.quoted)
    }
}

extension HostOptions {
    private static let allowedHost: BoundOption<HostOptions> = .values(
        "allow-host", \.allowed, as: .host, named: "HOST",
        "send requests only to this host, redirects included: example.com, *.example.com or"
            + " 127.0.0.1:8080 (default: any host)")

    /// The options, for reading and for help.
    static let options: [BoundOption<HostOptions>] =
        [allowedHost] + RequestOptions.options.map { $0.lifted(to: \.requests) }
}

extension ArgumentConverter<String> {
    /// Hosts that requests may go to.
    static let host = ArgumentConverter(
        expectation: "a host such as example.com, *.example.com or 127.0.0.1:8080"
    ) { text in HostPattern(text) == nil ? nil : text }
}
