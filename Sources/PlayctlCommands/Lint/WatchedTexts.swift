package import AssetChecking
package import Linting
import Playlists
import Recordings
import Synchronization
package import Transport
import VirtualTime

/// A loader that checks the text of each playlist version that a watch loads.
///
/// A version is checked on the thread that loads it.
package final class WatchedTexts: ResourceLoader {
    /// The maximum size in bytes of a checked playlist; the watch has the same limit.
    private static let byteLimit: Int64 = 64 << 20

    private let behind: any ResourceLoader
    private let variables: [String: String]
    /// The playlists of the asset, by the locations before and after redirects.
    private let playlists: [String: LintedPlaylist]
    private let texts: Mutex<VersionTexts>

    /// Wraps another loader.
    ///
    /// - Parameters:
    ///   - result: The inspection of the asset before the watch, whose findings are known already.
    ///   - behind: The other loader.
    package init(after result: InspectedAsset, behind: any ResourceLoader) {
        self.behind = behind
        variables = result.asset?.main.multivariant?.variables ?? [:]
        let all = result.asset.map { [$0.main] + $0.playlists } ?? []
        let places = all.map { ($0.listed, $0) } + all.map { ($0.url, $0) }
        playlists = Dictionary(places) { first, _ in first }
        texts = Mutex(VersionTexts(after: result, during: "watch"))
    }

    /// The findings that are not in the inspection of the asset, in the order of the versions.
    package var breaches: [LintBreach] { texts.withLock { $0.breaches } }

    package func load(
        _ request: ResourceRequest
    ) throws(TransportError) -> ResourceResponse {
        let response = try behind.load(request)
        // A version that cannot be read is not checked here, because the watch reports it.
        if request.kind.isPlaylist, let bytes = try? response.body.bytes(limit: Self.byteLimit) {
            let version = version(bytes, of: request, in: response)
            let instant = request.access?.instant ?? .start
            texts.withLock { $0.check(version, at: instant) }
        }
        return response
    }

    package func load(
        _ request: ResourceRequest, into sink: any ByteSink
    ) throws(TransportError) -> ResourceResponse {
        try behind.load(request, into: sink)
    }

    private func version(
        _ bytes: [UInt8], of request: ResourceRequest, in response: ResourceResponse
    ) -> LintedPlaylist {
        let place = RecordedPlaylist.plain(response.url)
        let own = playlists[RecordedPlaylist.plain(request.url)] ?? playlists[place]
        let role = own?.role ?? .main
        var version = LintedPlaylist(
            bytes, url: own?.url ?? place, role: role,
            variables: role == .main ? [:] : variables)
        version.contentType = response.contentType
        return version
    }
}
