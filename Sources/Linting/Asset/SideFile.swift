import Formats
import Playlists

/// A file that a playlist refers to and that is neither media nor a playlist of the asset.
package struct SideFile: Sendable {
    /// The purpose of a file.
    package enum Kind: Equatable, Sendable {
        /// Session data in JSON, with its data ID.
        case sessionData(String)
        /// A steering manifest.
        case steering
        /// The asset list of an interstitial.
        case assetList
        /// The playlist of an interstitial.
        case advertisement
    }

    /// The purpose.
    package let kind: Kind
    /// The location, absolute.
    package let url: String
    /// The location of the playlist that refers to the file.
    package let playlist: String
    /// The line of the tag that refers to the file; `nil` when the text does not show it.
    package let line: Int?
    /// The bytes; `nil` when they could not be loaded.
    package var bytes: [UInt8]?
    /// The reason why the file could not be loaded.
    package var failure: String?

    /// The locations in an asset list, as it states them; empty for every other file.
    fileprivate var assetURIs: [String] {
        guard kind == .assetList, let bytes, let value = try? JSONReader.read(bytes),
            case .object(let members) = value, case .array(let assets)? = members["ASSETS"]
        else { return [] }
        return assets.compactMap { asset in
            guard case .object(let members) = asset, case .string(let uri)? = members["URI"] else {
                return nil
            }
            return uri
        }
    }

    /// Returns whether a location names a playlist; other assets of interstitials are media files.
    fileprivate static func isPlaylist(_ uri: String) -> Bool {
        let path = uri.lowercased().prefix { $0 != "?" && $0 != "#" }
        return path.hasSuffix(".m3u8") || path.hasSuffix(".m3u")
    }
}

extension LintedAsset {
    /// The maximum number of files that are read.
    private static let mostFiles = 256

    /// The files that the playlists name, each location once, without their bytes.
    private var namedFiles: [SideFile] {
        var files: [SideFile] = []
        var known: Set<String> = []
        func add(_ kind: SideFile.Kind, _ uri: String, _ playlist: LintedPlaylist, _ line: Int?) {
            let url = URIReference.resolve(uri, against: playlist.url)
            guard files.count < Self.mostFiles, known.insert(url).inserted else { return }
            files.append(SideFile(kind: kind, url: url, playlist: playlist.url, line: line))
        }
        if let multivariant = main.multivariant {
            for data in multivariant.sessionData where data.format == .json {
                guard let uri = data.uri else { continue }
                let tag = main.text.tags(.sessionData).first { $0["URI"]?.value == uri }
                add(.sessionData(data.dataID), uri, main, tag?.line)
            }
            if let steering = multivariant.contentSteering {
                add(.steering, steering.serverURI, main, main.text.first(.contentSteering)?.line)
            }
        }
        for playlist in mediaPlaylists {
            for range in playlist.media?.dateRanges ?? [] {
                guard let uri = range[attribute: "X-ASSET-LIST"] else { continue }
                let tag = playlist.text.tags(.dateRange).first { $0["X-ASSET-LIST"]?.value == uri }
                add(.assetList, uri, playlist, tag?.line)
            }
            for range in playlist.media?.dateRanges ?? [] {
                guard let uri = range[attribute: "X-ASSET-URI"], SideFile.isPlaylist(uri) else {
                    continue
                }
                let tag = playlist.text.tags(.dateRange).first { $0["X-ASSET-URI"]?.value == uri }
                add(.advertisement, uri, playlist, tag?.line)
            }
        }
        return files
    }

    /// Loads the files that the playlists name.
    ///
    /// - Parameter load: Returns the bytes at a location, or the reason that there are none.
    package mutating func loadFiles<Failure: Error>(
        _ load: (String) -> Result<[UInt8], Failure>
    ) {
        func loaded(_ file: SideFile) -> SideFile {
            var file = file
            switch load(file.url) {
            case .success(let bytes): file.bytes = bytes
            case .failure(let error): file.failure = "\(error)"
            }
            return file
        }
        files = namedFiles.map(loaded)
        files += listedAdvertisements.map(loaded)
    }

    /// The playlists of interstitials that only asset lists refer to, without their bytes.
    private var listedAdvertisements: [SideFile] {
        var known = Set(files.map(\.url))
        var found: [SideFile] = []
        for list in files where list.kind == .assetList {
            for uri in list.assetURIs where SideFile.isPlaylist(uri) {
                let url = URIReference.resolve(uri, against: list.url)
                guard files.count + found.count < Self.mostFiles, known.insert(url).inserted else {
                    continue
                }
                found.append(
                    SideFile(
                        kind: .advertisement, url: url, playlist: list.playlist, line: list.line))
            }
        }
        return found
    }
}
