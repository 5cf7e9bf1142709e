package import CommandTree
import Formats
import HeadlessPlayback
package import Transport

/// The permitted hosts, and the header fields, cookies and logins of requests.
///
/// Every verb that sends requests has these options.
package struct HostOptions: Equatable, Sendable {
    /// The patterns of the permitted hosts, as typed; if empty, every host is permitted.
    package var allowed: [String] = []
    /// The header fields, cookies and logins of the asset's requests.
    package var requests = RequestOptions()

    /// The paths of the files that these options name and the command reads.
    package var inputFiles: [String] { [requests.netrc].compactMap(\.self) }

    /// Creates options with their defaults.
    package init() {}

    /// The HTTP options of the verb's loaders.
    package var http: HTTPOptions {
        var http = HTTPOptions()
        if !allowed.isEmpty { http.allowedHosts = allowed }
        return http
    }

    /// Returns a loader that sends requests only to the permitted hosts.
    package func loader() -> StandardLoader { StandardLoader(options: http) }

    /// Returns a resource loader for an asset that is read outside a playback session.
    ///
    /// - Parameters:
    ///   - location: The location of the asset.
    ///   - facts: The log that receives the requests; `nil` logs no requests.
    /// - Returns: The loader.
    /// - Throws: ``CommandFailure`` for wrong usage, such as a file with logins that cannot be
    ///   read.
    package func loader(
        of location: String, _ facts: FactLog? = nil
    ) throws(CommandFailure) -> any ResourceLoader {
        let options = try requests.assetOptions(of: location)
        return AssetLoader(
            loader(facts),
            for: AssetAccess(options, location: LocalPath.url(location), jar: CookieJar()))
    }

    /// Returns request options of a download with the permitted hosts of the command line.
    ///
    /// Permitted hosts that the options already have remain if the command line names none.
    package func restricting(_ options: AssetOptions) -> AssetOptions {
        var options = options
        if !allowed.isEmpty { options.allowedHosts = allowed }
        return options
    }

    /// The options as command-line arguments, not quoted for a shell.
    package var arguments: [String] {
        allowed.flatMap { ["--\(Self.allowedHost.description.name)", $0] } + requests.words
    }

    /// The options as text for a shell.
    ///
    /// Each allowed host is one element, which contains the option and its value. Each word of the
    /// other options is an element of its own, quoted where a shell requires it.
    package var words: [String] {
        allowed.map { "--\(Self.allowedHost.description.name) \($0)" }
            + requests.words.map(ShellWord.quoted)
    }
}

extension HostOptions {
    private static let allowedHost: BoundOption<HostOptions> = .values(
        "allow-host", \.allowed, as: .host, named: "HOST",
        "send requests only to this host, redirects included: example.com, *.example.com or"
            + " 127.0.0.1:8080 (default: any host)")

    /// The descriptions of the options, for parsing a command line and for the help text.
    package static let options: [BoundOption<HostOptions>] =
        [allowedHost] + RequestOptions.options.map { $0.lifted(to: \.requests) }
}

extension ArgumentConverter<String> {
    /// The converter for a pattern of hosts that may receive requests.
    package static let host = ArgumentConverter(
        expectation: "a host such as example.com, *.example.com or 127.0.0.1:8080"
    ) { text in HostPattern(text) == nil ? nil : text }
}
