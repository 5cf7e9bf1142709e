import Transport
import VirtualTime

/// The threads for requests that a real server may hold until its playlist changes.
///
/// With two processors, a playback world has so few threads that two such requests would block all
/// of them. A response that a simulated server delays does not occupy a thread.
enum HeldRequests {
    /// The threads; their number suffices for the playlists and announced parts of a few sessions.
    private static let workers = Workers(count: 16)

    /// Returns the threads for a request whose response a server may delay.
    ///
    /// `nil` means that the request uses the threads of the playback world.
    static func workers(for url: String) -> Workers? {
        ResourceScheme(of: url).isRemote ? workers : nil
    }
}
