import Transport
import VirtualTime

/// The threads for requests that a real server may hold until its playlist changes.
///
/// On a machine with two processors, two such requests would block all threads of a playback world.
/// A simulated server delays a response without a thread.
enum HeldRequests {
    /// The threads, which suffice for the playlists and announced parts of a few sessions.
    private static let workers = Workers(count: 16)

    /// Returns the threads for a request whose response a server may delay.
    ///
    /// `nil` means that the request uses the threads of the playback world.
    static func workers(for url: String) -> Workers? {
        ResourceScheme(of: url).isRemote ? workers : nil
    }
}
