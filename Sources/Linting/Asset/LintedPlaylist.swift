import Formats
package import Playlists
package import VirtualTime

/// A playlist of an asset in the form that a linter checks: its text and the parsed playlist.
package struct LintedPlaylist: Sendable {
    /// The purpose of a playlist within its asset.
    package enum Role: Hashable, Sendable {
        /// The playlist that the asset is opened with.
        case main
        /// The media playlist of a variant, by its index in the multivariant playlist.
        case variant(Int)
        /// The I-frame playlist with this index in the multivariant playlist.
        case iFrames(Int)
        /// The media playlist of a rendition, by its index in the multivariant playlist.
        case rendition(Int, Rendition.Kind)
    }

    /// The kind of media for which a playlist is listed.
    package enum Use: Hashable, Sendable {
        /// Video or audio.
        case media
        /// Subtitles.
        case subtitles
        /// I-frames.
        case iFrames
    }

    /// The identity of a playlist: its location and, if several uses share the location, its use.
    ///
    /// The key of the first playlist at a location contains no use.
    package struct Key: Hashable, Sendable {
        let url: String
        let furtherUse: Use?
    }

    /// The absolute location of the playlist.
    package let url: String
    /// The absolute location of the playlist before redirects, as another playlist lists it.
    package let listed: String
    /// The purpose of the playlist within its asset.
    package let role: Role
    /// The use of the playlist, if an earlier playlist has the same location but another use.
    ///
    /// The use is `nil` for the first playlist at a location. The rules about text check only the
    /// first playlist.
    package var furtherUse: Use?
    /// The bytes of the file.
    package let bytes: [UInt8]
    /// The result of parsing the text.
    package private(set) var parsed: Result<Playlist, PlaylistError>
    /// The media type that the server stated; `nil` when it stated none.
    package var contentType: String?
    /// The lines of the playlist that the rules check.
    private(set) var text: PlaylistText
    /// Whether all segments have names of WebVTT files.
    private let listsText: Bool

    /// Reads a playlist.
    ///
    /// - Parameters:
    ///   - bytes: The complete file.
    ///   - url: The absolute location.
    ///   - listed: The location before redirects; `nil` when it equals `url`.
    ///   - role: The purpose of the playlist within its asset.
    ///   - variables: The variables that the playlist may import from the multivariant playlist.
    package init(
        _ bytes: [UInt8], url: String, listed: String? = nil, role: Role = .main,
        variables: [String: String] = [:]
    ) {
        self.bytes = bytes
        self.url = url
        self.listed = listed ?? url
        self.role = role
        do throws(PlaylistError) {
            parsed = .success(
                try Playlist(
                    parsing: bytes, options: ParsingOptions(importedVariables: variables, uri: url))
            )
        } catch {
            parsed = .failure(error)
        }
        let segments = Self.media(of: parsed)?.segments ?? []
        text = PlaylistText(bytes, segmentCount: segments.count)
        listsText = !segments.isEmpty && segments.allSatisfy(\.isNamedAsText)
    }

    /// The media playlist; `nil` when it cannot be parsed or is a multivariant playlist.
    package var media: MediaPlaylist? { Self.media(of: parsed) }

    private static func media(of parsed: Result<Playlist, PlaylistError>) -> MediaPlaylist? {
        guard case .success(.media(let playlist)) = parsed else { return nil }
        return playlist
    }

    /// The multivariant playlist; `nil` when it cannot be parsed or is a media playlist.
    package var multivariant: MultivariantPlaylist? {
        guard case .success(.multivariant(let playlist)) = parsed else { return nil }
        return playlist
    }

    /// Whether a line of the file starts with `#EXT`, as in every HLS playlist.
    package var isOfHLS: Bool {
        if case .success = parsed { return true }
        return text.hasTags
    }

    /// The location and the use, which identify the playlist within its asset.
    package var key: Key { Key(url: url, furtherUse: furtherUse) }

    /// Whether the playlist is the media playlist of a subtitle rendition.
    ///
    /// This also applies to an asset that is a media playlist with only WebVTT files.
    package var isOfSubtitles: Bool {
        if case .rendition(_, .subtitles) = role { return true }
        return role == .main && listsText
    }

    /// Whether the playlist is an I-frame playlist, by its role in the asset or by its tag.
    package var isOfIFrames: Bool {
        if case .iFrames = role { return true }
        return media?.isIFramesOnly == true
    }

    /// Returns the position of a line on the timeline that the `EXTINF` durations form.
    ///
    /// - Parameter line: The line, counted from 1.
    /// - Returns: The start of the segment that the line belongs to; `nil` for a line of the
    ///   header, and for a line after the last segment.
    package func position(ofLine line: Int) -> MediaTime? {
        guard let media else { return nil }
        let index = text.segments.partitioningIndex { $0.location >= line }
        let first = text.segments.first.map { min($0.information, $0.date > 0 ? $0.date : .max) }
        guard index < media.segments.count, index < text.segments.count,
            index > 0 || line >= first ?? 0
        else { return nil }
        return media.segments[..<index].reduce(MediaTime.zero) { $0 + $1.duration }
    }

    /// Returns a media playlist without its first segments; lines keep their numbers.
    ///
    /// - Parameter count: The number of the segments, less than the number of all segments.
    /// - Returns: The playlist.
    func removingFirst(_ count: Int) -> LintedPlaylist {
        guard var media else { return self }
        let dates = PlaylistCalendar(media).starts
        if dates.count > count, media.segments[count].programDateTime == nil {
            media.segments[count].programDateTime = DateTime(millisecondsSince1970: dates[count])
        }
        media.segments.removeFirst(count)
        media.mediaSequence = media.mediaSequence.addingClamped(count)
        var playlist = self
        playlist.parsed = .success(.media(media))
        playlist.text.removeSegments(count)
        return playlist
    }

    /// Returns the line with a segment's location; `nil` when the text does not list the segment.
    package func line(ofSegment index: Int) -> Int? { text.segment(index)?.location }

    /// Returns the line with the `EXTINF` tag of a segment.
    package func line(ofDuration index: Int) -> Int? { text.segment(index)?.information }
}

/// The playlists of an asset.
package struct LintedAsset: Sendable {
    /// A playlist that is listed and could not be loaded.
    package struct Missing: Sendable {
        /// The absolute location of the missing playlist.
        package let url: String
        /// The purpose of the missing playlist within its asset.
        package let role: LintedPlaylist.Role
        /// The reason why the playlist could not be loaded.
        package let reason: String
        /// Whether the missing playlist is a fault of the asset.
        ///
        /// It is `false` if a recording does not contain the playlist although no request for the
        /// playlist failed: for example, because the player did not request it.
        package var isFault = true

        /// Creates the record of a missing playlist.
        package init(url: String, role: LintedPlaylist.Role, reason: String) {
            self.url = url
            self.role = role
            self.reason = reason
        }
    }

    /// The playlist that the asset is opened with.
    package private(set) var main: LintedPlaylist
    /// The loaded media playlists that the main playlist lists.
    ///
    /// A location that the main playlist lists for several uses appears once for each of them.
    package var playlists: [LintedPlaylist] = []
    /// The playlists that could not be loaded.
    package var missing: [Missing] = []
    /// The side files that the playlists refer to, including files that could not be loaded.
    package var files: [SideFile] = []
    /// The number of further side files, which are not read because there are too many.
    package var unreadFileCount = 0
    /// The number of images of image playlists that are not read because there are too many files.
    package var unreadImageCount = 0

    /// Creates an asset of a single playlist.
    ///
    /// - Parameter main: The playlist.
    package init(main: LintedPlaylist) { self.main = main }

    /// Loads an asset.
    ///
    /// - Parameters:
    ///   - url: The absolute location of the asset's main playlist.
    ///   - load: Returns the bytes at a location and the location after redirects, or the error
    ///     that prevents loading.
    /// - Throws: The error that prevents loading the main playlist.
    package init<Failure: Error>(
        at url: String, load: (String) -> Result<(url: String, bytes: [UInt8]), Failure>
    ) throws(Failure) {
        let first = try load(url).get()
        main = LintedPlaylist(first.bytes, url: first.url)
        guard let multivariant = main.multivariant else { return }
        var files = [main.url: first]
        var uses: [String: Set<LintedPlaylist.Use>] = [main.url: []]
        for (uri, role) in Self.links(of: multivariant) {
            let place = URIReference.resolve(uri, against: main.url)
            let isFirst = uses[place] == nil
            guard uses[place, default: []].insert(role.use).inserted else { continue }
            if isFirst {
                switch load(place) {
                case .success(let file): files[place] = file
                case .failure(let error):
                    missing.append(Missing(url: place, role: role, reason: "\(error)"))
                }
            }
            guard let file = files[place] else { continue }
            var playlist = LintedPlaylist(
                file.bytes, url: file.url, listed: place, role: role,
                variables: multivariant.variables)
            if !isFirst { playlist.furtherUse = role.use }
            playlists.append(playlist)
        }
    }

    /// Whether playlists of the asset share a location.
    var sharesLocations: Bool { playlists.contains { $0.furtherUse != nil } }

    /// Copies the media types of the playlists from the responses of servers.
    package mutating func adoptTypes(of answers: [AnsweredResource]) {
        guard !answers.isEmpty else { return }
        var types: [String: String] = [:]
        for answer in answers where answer.kind == .playlist {
            types[answer.finalURL] = answer["content-type"]
        }
        adopt(types: types)
    }

    /// Sets the media types of the playlists.
    ///
    /// - Parameter types: The media types, by the locations of the playlists.
    package mutating func adopt(types: [String: String]) {
        main.contentType = types[main.url]
        for index in playlists.indices {
            playlists[index].contentType = types[playlists[index].url]
        }
    }

    /// The media playlists of the asset, including the main playlist if it is a media playlist.
    package var mediaPlaylists: [LintedPlaylist] {
        ([main] + playlists).filter { $0.media != nil }
    }

    /// The media playlists, with only one playlist for each location.
    package var mediaFiles: [LintedPlaylist] { mediaPlaylists.filter { $0.furtherUse == nil } }

    private static func links(
        of playlist: MultivariantPlaylist
    ) -> [(String, LintedPlaylist.Role)] {
        playlist.variants.enumerated().map { ($0.element.uri, .variant($0.offset)) }
            + playlist.renditions.enumerated().compactMap { place, rendition in
                rendition.uri.map { ($0, .rendition(place, rendition.kind)) }
            }
            + playlist.iFrameVariants.enumerated().map { ($0.element.uri, .iFrames($0.offset)) }
    }
}

extension LintedPlaylist.Role {
    /// The kind of media for which a playlist with this role is listed.
    var use: LintedPlaylist.Use {
        switch self {
        case .main, .variant: .media
        case .iFrames: .iFrames
        case .rendition(_, let kind): kind == .subtitles ? .subtitles : .media
        }
    }
}

extension LintedPlaylist {
    /// Returns the name of the element to which a line belongs.
    ///
    /// The name stays the same when other lines are inserted or removed.
    ///
    /// - Parameter line: The line, counted from 1.
    /// - Returns: The URI of the segment or of the variant, or an attribute that names the tag;
    ///   `nil` for a line of the header.
    package func name(ofLine line: Int) -> String? {
        if let tag = text.tag(inLine: line) {
            for name in ["URI", "ID", "NAME", "DATA-ID", "SERVER-URI"] {
                if let value = tag[name]?.value { return value }
            }
            if let place = text.variants.firstIndex(where: { $0.line == line }), let multivariant,
                multivariant.variants.indices.contains(place)
            {
                return multivariant.variants[place].uri
            }
        }
        guard let media else { return nil }
        let index = text.segments.partitioningIndex { $0.location >= line }
        guard index < text.segments.count, index < media.segments.count,
            index > 0 || line >= text.segments[0].information
        else { return nil }
        return media.segments[index].uri
    }
}

extension LintedPlaylist {
    /// Returns the URI of a file as the playlist states it, without secrets in the query.
    ///
    /// The URI is resolved first, because `SafeText` hides a query without parameter names, such as
    /// the `b` in `a.ts?b`, only in absolute URLs.
    func shownName(of uri: String) -> String {
        let place = SafeText.url(URIReference.resolve(uri, against: url))
        let path = SafeText.url(String(uri.prefix { $0 != "?" && $0 != "#" }))
        return SafeText.quoted(path) + place.drop { $0 != "?" && $0 != "#" }
    }
}

extension MediaSegment {
    /// Whether the segment has the name of a WebVTT file.
    fileprivate var isNamedAsText: Bool {
        let path = uri.prefix { $0 != "?" && $0 != "#" }.lowercased()
        return initializationSection == nil && (path.hasSuffix(".vtt") || path.hasSuffix(".webvtt"))
    }
}
