/// The settings of the HTTP loader, including its limits of time and size.
public struct HTTPOptions: Sendable, Hashable {
    /// The proxy for connections to servers.
    public enum Proxy: Sendable, Hashable {
        /// The proxy from the variables `http_proxy`, `https_proxy` and `no_proxy`.
        ///
        /// Connections to loopback addresses are direct.
        case environment
        /// Connects directly to the server.
        case none
        /// Connects through the proxy at this URL.
        case url(String)
    }

    /// The time limit for connecting, name resolution and TLS included.
    public var connectTimeout: Duration = .seconds(10)

    /// The speed in bytes per second below which a transfer counts as stuck.
    ///
    /// While a transfer waits for the response, its speed is zero.
    public var slowestBytesPerSecond = 1000

    /// The time for which a transfer may be slower than ``slowestBytesPerSecond``.
    ///
    /// A server that responds to a blocking playlist reload may be silent for three target
    /// durations.
    public var slowTimeout: Duration = .seconds(30)

    /// The maximum number of redirects.
    public var maximumRedirects = 10

    /// The hosts that requests may go to, redirects included; `nil` allows every host.
    ///
    /// Each is a name or an address, or `*.` and a domain, optionally with a port: `example.com`,
    /// `*.example.com`, `127.0.0.1:8080`, `[::1]`. Any other text allows no host.
    public var allowedHosts: [String]?

    /// The maximum number of bytes that are dropped to reach a requested byte range.
    ///
    /// Bytes are dropped when a server sends the complete resource instead of the range.
    public var maximumDiscardedByteCount: Int64 = 64 << 20

    /// The largest response stored in memory; a larger one is written to an unnamed temporary file.
    public var largestBodyInMemory = 16 << 20

    /// The maximum number of idle handles, each of which keeps its connections open for reuse.
    ///
    /// A handle serves one request at a time, so the value should not be below the number of
    /// simultaneous requests. An idle handle may have connections to several servers, up to the
    /// limit of libcurl.
    public var maximumIdleHandles = 8

    /// The `User-Agent` of requests.
    public var userAgent = "HeadlessPlayback"

    /// The proxy for connections to servers.
    public var proxy = Proxy.environment

    /// The path of a PEM file with the trusted certificates; `nil` means the system's certificates.
    public var certificateFile: String?

    /// Creates the default options.
    public init() {}
}
