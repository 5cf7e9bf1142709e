import CommandTree
import Containers
import Formats
import HeadlessPlayback
import Playlists
import Sessions
import Transport

/// An inspected asset: a playlist or a media file.
struct ProbedAsset {
    /// One of the segment streams of the asset.
    struct Rendition {
        /// The name of the rendition in the asset.
        let name: String
        /// The playlist that lists the rendition's segments; `nil` for a media file.
        let media: RenditionMedia?
        /// The location of the playlist or file.
        let url: String
    }

    /// The number of bytes at the start of a file from which its type is recognized.
    private static let fileStart: Int64 = 4096

    /// The location of the asset; for a playlist, the location after redirects.
    let url: String
    /// The playlist; `nil` when the asset is a media file.
    let playlist: Playlist?
    /// Whether the asset is a WebVTT file, regardless of its name.
    let isWebVTT: Bool
    let loader: any ResourceLoader

    /// Reads the asset itself, and nothing that it refers to.
    ///
    /// - Throws: ``CommandFailure`` when it is neither a playlist nor a media file.
    init(_ place: String, loader: any ResourceLoader) throws(CommandFailure) {
        self.loader = loader
        let place = LocalPath.url(place)
        if !Source.DeliveryMethod(url: place).usesPlaylists {
            url = place
            playlist = nil
            isWebVTT = WebVTTReport.covers(place)
            return
        }
        let job = PlaylistJob(url: place, referrer: nil, kind: .multivariantPlaylist)
        do throws(SessionError) {
            let loaded = try job.run(with: loader).result.get()
            url = loaded.url
            playlist = loaded.playlist
            isWebVTT = false
        } catch {
            guard let format = Self.format(of: place, loader) else {
                throw CommandFailure(.failed, "\(error)")
            }
            url = place
            playlist = nil
            isWebVTT = format == .webVTT
        }
    }

    /// Returns the container of a file according to its first bytes; `nil` when it is unknown.
    private static func format(
        of place: String, _ loader: any ResourceLoader
    ) -> ContainerFormat? {
        var request = ResourceRequest(url: place, kind: .segment)
        request.byteRange = 0..<fileStart
        request.acceptsShorterRange = true
        guard let body = try? loader.load(request).body,
            let bytes = try? body.part(0..<fileStart).bytes(limit: fileStart)
        else { return nil }
        return ContainerFormat.recognized(in: bytes)
    }

    /// Returns the media playlists of the asset; for a media file, returns the file itself.
    ///
    /// The playlists of variant streams precede the playlists of renditions, each in the order in
    /// which the asset lists them.
    ///
    /// - Throws: ``CommandFailure`` when a playlist cannot be read.
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

    /// Loads a media playlist.
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
    /// The messages about playlist lines that name media but cannot be used.
    ///
    /// Each message contains the location of the playlist.
    var lostLines: [String] {
        (media?.playlist.problems ?? []).filter { $0.rule == .missingInformation }.map {
            "\(SafeText.url(url)): \(SafeText.line("\($0)"))"
        }
    }
}
