import Formats
package import Playlists
package import VirtualTime

/// A file that a playlist refers to and that is neither media nor a playlist of the asset.
package struct SideFile: Sendable {
    /// The purpose of a file.
    package enum Kind: Equatable, Sendable {
        /// Session data in JSON, with its data ID.
        case sessionData(String)
        /// Session data in any other format; the rules do not check its contents.
        case rawSessionData
        /// A key that only the multivariant playlist locates.
        case sessionKey
        /// A steering manifest.
        case steering
        /// The asset list of an interstitial.
        case assetList
        /// The playlist or the media file of an interstitial.
        case advertisement
        /// A playlist of images, from `EXT-X-IMAGE-STREAM-INF`.
        case imagePlaylist
        /// An image, and whether the file is only the image, in the clear.
        case image(isWhole: Bool)
    }

    /// The purpose.
    package let kind: Kind
    /// The absolute location of the file.
    package let url: String
    /// The location of the playlist that refers to the file, directly or through an asset list.
    package let playlist: String
    /// The line of the tag that refers to the file; `nil` when the line is unknown.
    package let line: Int?
    /// The bytes; `nil` when they could not be loaded.
    package var bytes: [UInt8]?
    /// The reason why the file could not be loaded, or why its media could not be read.
    package var failure: String?
    /// The location of a loaded playlist of images after redirects; `nil` for any other file.
    var finalURL: String?
    /// Whether the file exists but exceeds the size limit.
    package var isLarge = false
    /// Whether the file may be media, judging by its first bytes.
    package var startsLikeMedia = false
    /// Whether the media of the interstitial was read.
    package var isMediaRead = false
    /// The duration of the interstitial; `nil` when it is unknown.
    package var duration: MediaTime?
    /// Whether a media playlist of the interstitial has no `EXT-X-ENDLIST`.
    package var isEndless = false

    /// Whether the file is an image that a playlist of images lists.
    var isImage: Bool { if case .image = kind { true } else { false } }

    /// Returns a description of a problem that begins with the location of the file.
    func naming(_ problem: String) -> String {
        "\(SafeText.url(url)): \(SafeText.line(problem, about: url))"
    }

    /// The assets of an asset list; empty for any other file.
    var assets: [(url: String, duration: MediaTime?)] {
        guard kind == .assetList, let bytes, let value = try? JSONReader.read(bytes),
            case .object(let members) = value, case .array(let assets)? = members["ASSETS"]
        else { return [] }
        return assets.compactMap { asset in
            guard case .object(let members) = asset, case .string(let uri)? = members["URI"] else {
                return nil
            }
            let seconds = members["DURATION"]?.number
            return (
                URIReference.resolve(uri, against: url),
                seconds.flatMap { MediaTime(seconds: $0) }
            )
        }
    }

    /// The playlist of an interstitial; `nil` for any other file.
    package var interstitialPlaylist: Playlist? {
        guard kind == .advertisement, !isMediaFile, let bytes else { return nil }
        return try? Playlist(parsing: bytes, options: ParsingOptions(uri: url))
    }

    /// Returns the playlist of images.
    ///
    /// - Parameter variables: The variables that the playlist may import.
    /// - Returns: The playlist; `nil` for any other file, and if the file is not a media playlist.
    func images(_ variables: [String: String]) -> MediaPlaylist? {
        guard kind == .imagePlaylist, let bytes,
            case .media(let media)? = try? Playlist(
                parsing: bytes, options: ParsingOptions(importedVariables: variables, uri: url))
        else { return nil }
        return media
    }

    /// Whether the location has the file name extension of a playlist.
    private var isNamedAsPlaylist: Bool {
        let path = url.lowercased().prefix { $0 != "?" && $0 != "#" }
        return path.hasSuffix(".m3u8") || path.hasSuffix(".m3u")
    }

    /// Whether the file is the media file of an interstitial.
    ///
    /// Such a file may have any file name extension except the extensions of playlists.
    package var isMediaFile: Bool {
        kind == .advertisement && !isNamedAsPlaylist && (isLarge || startsLikeMedia)
    }
}

extension LintedAsset {
    /// The maximum number of files that are read.
    static let mostFiles = 256

    /// The files that the playlists name, without their bytes.
    ///
    /// Each location occurs only once. The number of files may exceed ``mostFiles``.
    private var namedFiles: [SideFile] {
        var files: [SideFile] = []
        var known: Set<String> = []
        func add(_ kind: SideFile.Kind, _ uri: String, _ playlist: LintedPlaylist, _ line: Int?) {
            let url = URIReference.resolve(uri, against: playlist.url)
            guard known.insert(url).inserted else { return }
            files.append(SideFile(kind: kind, url: url, playlist: playlist.url, line: line))
        }
        if let multivariant = main.multivariant {
            let tags = main.text.lines(of: .sessionData, by: "URI")
            for data in multivariant.sessionData {
                guard let uri = data.uri else { continue }
                let kind =
                    data.format == .json
                    ? SideFile.Kind.sessionData(data.dataID) : .rawSessionData
                add(kind, uri, main, tags[uri])
            }
            for (url, line) in unusedSessionKeys(of: multivariant) {
                add(.sessionKey, url, main, line)
            }
            if let steering = multivariant.contentSteering {
                add(.steering, steering.serverURI, main, main.text.first(.contentSteering)?.line)
            }
            if !multivariant.imagePlaylists.isEmpty {
                var reader = ImagePlaylistReader(multivariant)
                var scan = PlaylistScan(main.bytes)
                while let line = scan.next() {
                    guard line.content == .unknownTag,
                        let uri = reader.uri(inLine: scan.text(line.range)),
                        !uri.isEmpty
                    else { continue }
                    add(.imagePlaylist, uri, main, line.number)
                }
            }
        }
        for playlist in mediaFiles {
            let ranges = playlist.media?.dateRanges ?? []
            for (name, kind) in [
                ("X-ASSET-LIST", SideFile.Kind.assetList), ("X-ASSET-URI", .advertisement),
            ] where ranges.contains(where: { $0[attribute: name] != nil }) {
                let tags = playlist.text.lines(of: .dateRange, by: name)
                for range in ranges {
                    guard let uri = range[attribute: name] else { continue }
                    add(kind, uri, playlist, tags[uri])
                }
            }
        }
        return files
    }

    /// Returns the locations of session keys that no media playlist locates, with their lines.
    ///
    /// The keys of media playlists are requested when their media is read. Keys of key systems are
    /// not files.
    private func unusedSessionKeys(of multivariant: MultivariantPlaylist) -> [(String, Int?)] {
        guard !multivariant.sessionKeys.isEmpty else { return [] }
        let tags = main.text.lines(of: .sessionKey, by: "URI")
        let used = mediaFiles.reduce(into: Set<String>()) { used, playlist in
            let segments = playlist.media?.segments ?? []
            for uri in Set(segments.lazy.flatMap(\.keys).compactMap(\.uri)) {
                used.insert(URIReference.resolve(uri, against: playlist.url))
            }
        }
        return multivariant.sessionKeys.compactMap { key in
            guard key.keyFormat == EncryptionKey.identityFormat, let uri = key.uri else {
                return nil
            }
            let url = URIReference.resolve(uri, against: main.url)
            let scheme = URIReference(url).scheme
            guard scheme == nil || ["http", "https", "file"].contains(scheme), !used.contains(url)
            else { return nil }
            return (url, tags[uri])
        }
    }

    /// Loads the files that the playlists name.
    ///
    /// - Parameters:
    ///   - load: Returns the bytes at a location, or the error that prevents loading.
    ///   - isLarge: Returns whether the error is that the file exceeds the size limit.
    ///   - isMedia: Returns whether bytes may be the start of a media file.
    ///   - finalURL: Returns the location after redirects of a playlist of images.
    package mutating func loadFiles<Failure: Error>(
        _ load: (String) -> Result<[UInt8], Failure>, isLarge: (Failure) -> Bool = { _ in false },
        isMedia: ([UInt8]) -> Bool = { _ in false }, finalURL: (String) -> String = { $0 }
    ) {
        func loaded(_ file: SideFile) -> SideFile {
            var file = file
            switch load(file.url) {
            case .success(let bytes):
                file.bytes = file.isImage ? Array(bytes.prefix(ImageRules.windowSize)) : bytes
                file.startsLikeMedia = isMedia(bytes)
                if file.kind == .imagePlaylist { file.finalURL = finalURL(file.url) }
                if case .media(let media)? = file.interstitialPlaylist {
                    file.isEndless = !media.hasEndList
                    if media.hasEndList { file.duration = media.duration }
                }
            case .failure(let error):
                file.failure = "\(error)"
                file.isLarge = isLarge(error)
            }
            return file
        }
        let named = namedFiles
        files = named.prefix(Self.mostFiles).map(loaded)
        let listed = listedAdvertisements
        files += listed.prefix(Self.mostFiles - files.count).map(loaded)
        unreadFileCount = named.count + listed.count - files.count
        let images = listedImages
        let read = images.prefix(Self.mostFiles - files.count).map(loaded)
        files += read
        unreadImageCount = images.count - read.count
    }

    /// The images that the playlists of images list, without their bytes.
    private var listedImages: [SideFile] {
        var known = Set(files.map(\.url))
        var found: [SideFile] = []
        for list in files {
            let images = list.images(main.multivariant?.variables ?? [:])
            for segment in images?.segments ?? [] where !segment.isGap {
                let url = URIReference.resolve(segment.uri, against: list.finalURL ?? list.url)
                guard known.insert(url).inserted else { continue }
                let isWhole = segment.byteRange == nil && segment.keys.isEmpty
                found.append(
                    SideFile(
                        kind: .image(isWhole: isWhole), url: url, playlist: list.playlist,
                        line: list.line))
            }
        }
        return found
    }

    /// The media files and playlists that only asset lists name, without their bytes.
    private var listedAdvertisements: [SideFile] {
        var known = Set(files.map(\.url))
        var found: [SideFile] = []
        for list in files where list.kind == .assetList {
            for (url, _) in list.assets where known.insert(url).inserted {
                found.append(
                    SideFile(
                        kind: .advertisement, url: url, playlist: list.playlist, line: list.line))
            }
        }
        return found
    }
}

extension PlaylistText {
    /// Returns the lines of the tags of a kind, by the value of an attribute.
    ///
    /// Of several tags with one value, the first counts.
    func lines(of tag: Tag, by name: String) -> [String: Int] {
        Dictionary(tags(tag).map { ($0[name]?.value ?? "", $0.line) }) { first, _ in first }
    }
}
