import CommandTree
import Formats
import HeadlessPlayback
import Playlists
import SidecarSubtitles
import Transport

/// The local files that `playctl rewrite` reads, and the local files to which its output refers.
///
/// The command must not replace any of these files.
struct RewriteInputs {
    private var files: Set<FileNode> = []

    /// Collects the files of an asset and of text tracks.
    ///
    /// - Parameters:
    ///   - asset: The asset.
    ///   - tracks: The text tracks, whose sources are locations.
    init(_ asset: ProbedAsset, _ tracks: [TextTrack]) {
        add(asset)
        for track in tracks {
            add(track.source)
            if track.sourceType == .playlist,
                let playlist = try? ProbedAsset(track.source, loader: asset.loader)
            {
                add(playlist)
            }
        }
    }

    private mutating func add(_ asset: ProbedAsset) {
        add(asset.url)
        // The files of an asset on a server are not local files.
        guard LocalPath.localBytes(of: asset.url) != nil else { return }
        if case .multivariant(let playlist) = asset.playlist {
            let streams = (playlist.variants + playlist.iFrameVariants).map(\.uri)
            let others =
                playlist.renditions.map(\.uri) + playlist.sessionKeys.map(\.uri)
                + playlist.sessionData.map(\.uri)
            for uri in streams + others.compactMap(\.self) + playlist.imagePlaylists {
                add(URIReference.resolve(uri, against: asset.url))
            }
        }
        for rendition in (try? asset.renditions()) ?? [] {
            var last: String?
            for segment in rendition.media?.playlist.segments ?? [] {
                let uris =
                    [segment.uri, segment.initializationSection?.uri] + segment.keys.map(\.uri)
                for uri in uris.compactMap(\.self) where uri != last {
                    last = uri
                    add(URIReference.resolve(uri, against: rendition.url))
                }
            }
        }
    }

    private mutating func add(_ location: String) {
        guard let bytes = LocalPath.localBytes(of: location) else { return }
        let path = FilePath(bytes: bytes)
        // Writing to a symbolic link would replace the link itself, so the link is protected as
        // well as its target.
        let found = [FileStatus(of: path), FileStatus(following: path)]
        files.formUnion(found.compactMap { $0?.node })
    }

    /// Throws when a file to write is one of the protected files.
    ///
    /// - Parameter paths: The paths of the files to write.
    /// - Throws: ``CommandFailure`` for wrong usage.
    func refuse(_ paths: [String]) throws(CommandFailure) {
        for path in paths {
            for name in [path, ReplacedFile.temporaryPath(of: path)] {
                guard let status = FileStatus(of: FilePath(name)) else { continue }
                if files.contains(status.node) {
                    throw CommandFailure(
                        .usage,
                        "\(SafeText.line(name)): is read by this command, so it cannot be"
                            + " written: choose another folder with --output")
                }
            }
        }
    }
}
