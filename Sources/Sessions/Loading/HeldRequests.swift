import Transport
import VirtualTime

/// The threads for requests that a real server may hold until there is something new.
///
/// Two of them would keep all other requests from the threads of a world on a machine with two
/// processors. A simulated server holds a response back without a thread.
enum HeldRequests {
    /// The threads: enough for the playlists and announced parts of a few sessions.
    private static let workers = Workers(count: 16)

    /// Returns the threads for a request that a server may hold; `nil` means the threads of the
    /// world.
    static func workers(for url: String) -> Workers? {
        ResourceScheme(of: url).isRemote ? workers : nil
    }
}
