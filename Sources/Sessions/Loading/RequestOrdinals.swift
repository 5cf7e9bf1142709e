import Playlists
import Transport

/// The counter of requests to broadcasts, which determines the server that responds.
///
/// The servers of a broadcast respond in turn. The requests are counted on the event loop, because
/// worker threads run in an unpredictable order. The playlists and the media of a folder (a
/// rendition) are counted separately: otherwise a player that alternates between playlists and
/// media would always reach one server for playlists and another server for media.
struct RequestOrdinals {
    /// The maximum number of counted folders; requests to further folders all have number 0.
    private static let mostFolders = 10_000

    private struct Folder: Hashable {
        let path: Substring
        let kind: ResourceKind
    }

    private var counts: [Folder: Int] = [:]

    /// Counts a request to a broadcast, and returns the number of earlier similar requests.
    ///
    /// Similar requests are for the same kind of resource in the same folder. The result is 0 for a
    /// request that is not to a broadcast.
    mutating func take(_ request: ResourceRequest) -> Int {
        guard ResourceScheme(of: request.url) == .live else { return 0 }
        let path = URIReference.withoutQuery(request.url).utf8
        let end = path.lastIndex(of: UInt8(ascii: "/")) ?? path.startIndex
        let folder = Folder(path: Substring(path[..<end]), kind: request.kind)
        guard counts[folder] != nil || counts.count < Self.mostFolders else { return 0 }
        let number = counts[folder] ?? 0
        counts[folder] = number &+ 1
        return number
    }
}
