import HeadlessPlayback

/// An asset as it was found: a playlist, or a media file.
struct ProbedAsset {
    /// One stream of segments of the asset.
    struct Rendition {
        /// What the asset calls it, for people.
        let name: String
        /// The playlist that lists its segments; `nil` for a media file.
        let media: RenditionMedia?
        /// Where the playlist or the file is.
        let url: String
    }

    /// The largest file that is looked at when it is fetched from a server.
    static let fileLimit: Int64 = 8 << 30

    /// Where the asset is, after redirects.
    let url: String
    /// The playlist; `nil` when the asset is a media file.
    let playlist: Playlist?
    let loader: any ResourceLoader

    /// Reads the asset itself and follows no link.
    ///
    /// - Throws: ``CommandFailure`` when it is neither a playlist nor a media file.
    init(_ place: String, loader: any ResourceLoader) throws(CommandFailure) {
        self.loader = loader
        let place = LocalPath.url(place)
        if Self.looksLikeMedia(place) {
            url = place
            playlist = nil
            return
        }
        let job = PlaylistJob(url: place, referrer: nil, kind: .multivariantPlaylist)
        do throws(SessionError) {
            let loaded = try job.run(with: loader).result.get()
            url = loaded.url
            playlist = loaded.playlist
        } catch {
            throw CommandFailure(.failed, "\(error)")
        }
    }

    /// Whether the ending of a place says that it is a media file.
    private static func looksLikeMedia(_ place: String) -> Bool {
        let path = place.prefix { $0 != "?" && $0 != "#" }.lowercased()
        return [
            ".ts", ".mp4", ".m4s", ".m4a", ".m4v", ".mov", ".aac", ".mp3", ".ac3", ".eac3", ".vtt",
        ]
        .contains { path.hasSuffix($0) }
    }

    /// The media playlists of the asset: its variants as listed, then its renditions.
    ///
    /// - Throws: ``CommandFailure`` when one of them cannot be read.
    func renditions() throws(CommandFailure) -> [Rendition] {
        switch playlist {
        case nil: return [Rendition(name: "file", media: nil, url: url)]
        case .media(let media):
            let media = RenditionMedia(url: url, playlist: media)
            return [Rendition(name: "media", media: media, url: url)]
        case .multivariant(let multivariant):
            var result: [Rendition] = []
            for (name, uri) in Self.links(of: multivariant) {
                let place = URIReference.resolve(uri, against: url)
                guard !result.contains(where: { $0.url == place }) else { continue }
                let media = try load(place, variables: multivariant.variables)
                result.append(Rendition(name: name, media: media, url: place))
            }
            return result
        }
    }

    /// Gets a media playlist.
    private func load(
        _ place: String, variables: [String: String]
    ) throws(CommandFailure) -> RenditionMedia {
        var job = PlaylistJob(url: place, referrer: url, kind: .mediaPlaylist)
        job.importedVariables = variables
        do throws(SessionError) {
            let loaded = try job.run(with: loader).result.get()
            guard case .media(let playlist) = loaded.playlist else {
                throw SessionError.notMediaPlaylist(url: place)
            }
            return RenditionMedia(url: loaded.url, playlist: playlist)
        } catch {
            throw CommandFailure(.failed, "\(error)")
        }
    }

    private static func links(
        of playlist: MultivariantPlaylist
    ) -> [(name: String, uri: String)] {
        let variants = playlist.variants.map { variant in
            let size = variant.resolution.map { " \($0.width)x\($0.height)" } ?? ""
            return ("variant \(variant.bandwidth)\(size)", variant.uri)
        }
        let renditions = playlist.renditions.compactMap { rendition in
            rendition.uri.map {
                ("\(rendition.kind.rawValue.lowercased()) \(rendition.name)", $0)
            }
        }
        return variants + renditions
    }
}

extension ProbedAsset.Rendition {
    /// The lines of its playlist that name media and cannot be used, with their place.
    var lostLines: [String] {
        (media?.playlist.problems ?? []).filter { $0.rule == .missingInformation }.map {
            "\(SafeText.url(url)): \(SafeText.line("\($0)"))"
        }
    }
}
