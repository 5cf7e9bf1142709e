import HeadlessPlayback
import Transport

/// The hosts that requests may go to, for every verb that sends requests.
package struct HostOptions: Equatable, Sendable {
    /// The hosts as typed; empty allows every host.
    package var allowed: [String] = []

    /// Creates options with their defaults.
    package init() {}

    /// The HTTP options of the verb's loaders.
    var http: HTTPOptions {
        var http = HTTPOptions()
        if !allowed.isEmpty { http.allowedHosts = allowed }
        return http
    }

    /// A loader that sends requests to these hosts alone.
    func loader() -> StandardLoader { StandardLoader(options: http) }

    /// The options as command-line arguments.
    var words: [String] { allowed.map { "--\(Self.option.description.name) \($0)" } }
}

extension HostOptions {
    /// The option, for reading and for help.
    static let option: BoundOption<HostOptions> = .values(
        "allow-host", \.allowed, as: .host, named: "HOST",
        "send requests only to this host, redirects included: example.com, *.example.com or"
            + " 127.0.0.1:8080 (default: any host)")
}

extension ArgumentConverter<String> {
    /// Hosts that requests may go to.
    fileprivate static let host = ArgumentConverter(
        expectation: "a host such as example.com, *.example.com or 127.0.0.1:8080"
    ) { text in HostPattern(text) == nil ? nil : text }
}
