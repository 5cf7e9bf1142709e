import Playlists
package import Transport

/// A loader that adds text tracks to loaded playlists.
package struct SidecarLoader: ResourceIdentifying {
    /// The scheme of generated playlists.
    private static let scheme = "headless-sidecar:"

    private let behind: any ResourceLoader
    private let tracks: [TextTrack]
    private let wrapsMediaPlaylists: Bool

    /// Creates the loader.
    ///
    /// - Parameters:
    ///   - behind: The loader that supplies the bytes.
    ///   - tracks: The text tracks to add.
    ///   - wrapsMediaPlaylists: Whether a media playlist is wrapped in a multivariant playlist.
    package init(behind: any ResourceLoader, tracks: [TextTrack], wrapsMediaPlaylists: Bool) {
        self.behind = behind
        self.tracks = tracks.map { track in
            var track = track
            track.source = track.location
            return track
        }
        self.wrapsMediaPlaylists = wrapsMediaPlaylists
    }

    package func load(_ request: ResourceRequest) throws(TransportError) -> ResourceResponse {
        if let index = index(ofPlaylist: request.url) { return madePlaylist(of: tracks[index]) }
        let response = try behind.load(permitted(request))
        guard request.kind == .multivariantPlaylist else { return response }
        return try injected(response, limit: request.maximumByteCount)
    }

    package func load(
        _ request: ResourceRequest, into sink: any ByteSink
    ) throws(TransportError) -> ResourceResponse {
        // A playlist that this loader generates or changes is loaded as a whole before its bytes
        // are passed to the sink.
        if request.kind == .multivariantPlaylist || index(ofPlaylist: request.url) != nil {
            return try load(request).handOver(to: sink, for: request)
        }
        return try behind.load(permitted(request), into: sink)
    }

    /// Returns the identity from the wrapped loader; `nil` for generated and changed playlists.
    package func identity(of request: ResourceRequest, trustsServers: Bool) -> ResourceIdentity? {
        guard request.kind != .multivariantPlaylist, index(ofPlaylist: request.url) == nil else {
            return nil
        }
        return (behind as? any ResourceIdentifying)?
            .identity(of: permitted(request), trustsServers: trustsServers)
    }

    /// Returns the request, without its referrer if the app has named the requested location.
    ///
    /// The files that an app names may be on another server than the asset. The options of an asset
    /// can forbid requests to hosts other than the referrer's host. A request without a referrer is
    /// exempt from this rule.
    private func permitted(_ request: ResourceRequest) -> ResourceRequest {
        var request = request
        if tracks.contains(where: { $0.source == request.url }) { request.referrer = nil }
        return request
    }

    private func injected(
        _ response: ResourceResponse, limit: Int64
    ) throws(TransportError) -> ResourceResponse {
        var options = ParsingOptions()
        options.uri = response.url
        let bytes = try response.body.bytes(limit: limit)
        let playlist: Playlist
        do throws(PlaylistError) {
            playlist = try Playlist(parsing: bytes, options: options)
        } catch {
            // A playlist that cannot be parsed is returned unchanged: the requester then reports
            // the parse error, with line and tag.
            return response
        }
        let injection = SubtitleInjection(tracks: tracks, uris: tracks.indices.map(uri))
        var result = response
        if let unaltered = response.unaltered {
            var whole = response
            whole.body = unaltered
            whole.unaltered = nil
            result.unaltered = try injected(whole, limit: limit).body
        }
        switch playlist {
        case .multivariant(let multivariant):
            let text = injection.injected(into: multivariant).text()
            result.body = ResourceBody(Array(text.utf8))
        case .media where wrapsMediaPlaylists:
            let variant = SubtitleInjection.unmeasuredVariant(response.url)
            result.body = ResourceBody(Array(injection.wrapped(variant).text().utf8))
        case .media:
            let cause =
                "sidecar subtitles need a multivariant playlist, and this is a media playlist"
            throw TransportError(url: response.url, cause: .failed(cause))
        }
        return result
    }

    /// Returns the location of a track's own playlist, or of the playlist generated for its file.
    private func uri(of index: Int) -> String {
        switch tracks[index].sourceType {
        case .playlist: tracks[index].source
        case .webVTT: "\(Self.scheme)\(index)"
        }
    }

    private func index(ofPlaylist url: String) -> Int? {
        guard url.hasPrefix(Self.scheme), let index = Int(url.dropFirst(Self.scheme.count)),
            tracks.indices.contains(index)
        else { return nil }
        return index
    }

    /// Returns the generated playlist of a track, as if loaded from the track's file.
    ///
    /// The response has the location of that file, so that the playlist may refer to the file.
    private func madePlaylist(of track: TextTrack) -> ResourceResponse {
        let playlist = SubtitleInjection.playlist(of: track, uri: track.source)
        return ResourceResponse(
            url: track.source, body: ResourceBody(Array(playlist.text().utf8)))
    }
}
