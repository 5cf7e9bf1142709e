import Transport

/// The numbers of requests to broadcasts, by which the servers of one take turns.
///
/// They are assigned on the loop, because worker threads run in any order. The playlists and the
/// media of a folder, which is a rendition, are counted apart: a player that requests both in turn
/// would otherwise find each on the same server every time.
struct RequestOrdinals {
    /// The most folders that are counted; requests to others all have number 0.
    private static let mostFolders = 10_000

    private struct Folder: Hashable {
        let path: Substring
        let kind: ResourceKind
    }

    private var counts: [Folder: Int] = [:]

    /// Counts a request to a broadcast, and returns the number of similar earlier ones; 0
    /// elsewhere.
    mutating func take(_ request: ResourceRequest) -> Int {
        guard ResourceScheme(of: request.url) == .live else { return 0 }
        let path = request.url.prefix { $0 != "?" && $0 != "#" }
        let end = path.lastIndex(of: "/") ?? path.startIndex
        let folder = Folder(path: path[..<end], kind: request.kind)
        guard counts[folder] != nil || counts.count < Self.mostFolders else { return 0 }
        let number = counts[folder] ?? 0
        counts[folder] = number &+ 1
        return number
    }
}
