import Playlists
import Synchronization
import Transport

/// The marker tags in the playlists of an asset that the parser of playlists does not read.
final class UnreadMarkers: Sendable {
    /// The tags with which packagers announce advertisements, besides the tags of `CueMarker`.
    private static let names: Set<String> = [
        "EXT-X-PLACEMENT-OPPORTUNITY", "EXT-X-AD-START", "EXT-X-AD-END", "EXT-X-CUE-SPAN",
    ]

    private let found = Mutex<Set<String>>([])

    /// The names of the tags in the playlists that were loaded, in alphabetical order.
    var tags: [String] { found.withLock { $0.sorted() } }

    /// Returns a loader that also looks for the tags in the playlists that it loads.
    func loader(over other: any ResourceLoader) -> any ResourceLoader {
        Loader(markers: self, other: other)
    }

    private func read(_ bytes: [UInt8]) {
        var scan = PlaylistScan(bytes)
        while let line = scan.next() {
            guard case .unknownTag = line.content else { continue }
            let name = scan.text(line.name)
            if Self.names.contains(name) { found.withLock { _ = $0.insert(name) } }
        }
    }

    private struct Loader: ResourceLoader {
        let markers: UnreadMarkers
        let other: any ResourceLoader

        func load(_ request: ResourceRequest) throws(TransportError) -> ResourceResponse {
            let response = try other.load(request)
            if [.multivariantPlaylist, .mediaPlaylist].contains(request.kind) {
                markers.read(try response.body.bytes())
            }
            return response
        }

        func load(
            _ request: ResourceRequest, into sink: any ByteSink
        ) throws(TransportError) -> ResourceResponse {
            try other.load(request, into: sink)
        }
    }
}
