/// How the HTTP loader behaves towards servers; all of its constants are here.
public struct HTTPOptions: Sendable, Hashable {
    /// The way to servers.
    public enum Proxy: Sendable, Hashable {
        /// What `http_proxy`, `https_proxy` and `no_proxy` say; loopback is always reached directly.
        case environment
        /// Straight to the server.
        case none
        /// Through the proxy with this URL.
        case url(String)
    }

    /// How long connecting may take, name resolution and TLS included.
    public var connectTimeout: Duration = .seconds(10)

    /// How slow a transfer may be before it counts as stuck; waiting for an answer counts as zero.
    public var slowestBytesPerSecond = 1000

    /// How long a transfer may be slower than that.
    ///
    /// A server that answers a blocking playlist reload may be silent for three target durations.
    public var slowTimeout: Duration = .seconds(30)

    /// How often a server may point elsewhere.
    public var maximumRedirects = 10

    /// The hosts that requests may go to, redirects included; `nil` allows every host.
    ///
    /// Each is a name or an address, or `*.` and a domain, and may end in a port: `example.com`,
    /// `*.example.com`, `127.0.0.1:8080`, `[::1]`. A text that is none of these allows nothing.
    public var allowedHosts: [String]?

    /// How many bytes before a byte range are received and dropped when a server sends the whole
    /// resource instead of the range.
    public var maximumDiscardedByteCount: Int64 = 64 << 20

    /// How many bytes of an answer are held in memory; those of larger ones are put into a temporary
    /// file that has no name.
    public var largestBodyInMemory = 16 << 20

    /// How many connections are kept for later when they are idle, in all.
    public var maximumIdleHandles = 8

    /// Who the loader says it is.
    public var userAgent = "HeadlessPlayback"

    /// The way to servers.
    public var proxy = Proxy.environment

    /// The path of a file with the certificates to trust, in PEM; `nil` means those of the system.
    public var certificateFile: String?

    /// Creates the usual options.
    public init() {}
}
