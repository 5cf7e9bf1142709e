package import Playlists
package import Transport
package import VirtualTime

/// The files of one download and their sources, as determined from the playlists.
///
/// All file names in a plan are generated and safe: lower-case letters, digits, `-`, `.` and one
/// level of folders, such as `video/000012.ts`. No part of a name comes from a playlist.
package struct PackagePlan: Sendable, Equatable {
    /// A resource to load, and the file in which it is stored.
    package struct Resource: Sendable, Equatable {
        /// The name of the file, relative to the package.
        package var name: String
        /// The absolute location.
        package var url: String
        /// The byte range; `nil` means all bytes.
        package var byteRange: Range<Int64>?
        /// The purpose of the resource for the player.
        package var kind: ResourceKind
        /// The index of the resource's track, counted from zero.
        package var track: Int
        /// The duration of a media segment; zero for other resources.
        package var duration: MediaTime
        /// The approximate size according to the playlist; `nil` when unknown.
        package var expectedBytes: Int64?
    }

    /// One stream of media in the package.
    package struct Track: Sendable, Equatable {
        /// The kind of a track.
        package enum Kind: String, Sendable { case main, audio, subtitles }
        package var kind: Kind
        /// The name shown to users; empty for the main track.
        package var title: String
        /// The language as an RFC 5646 tag; `nil` when unknown.
        package var language: String?
        /// The file name of the track's playlist, relative to the package.
        package var playlistName: String
        /// The absolute location of the original playlist.
        package var sourceURL: String
        package var duration: MediaTime
        /// The bandwidth that the playlist declares, in bits per second; zero when unknown.
        ///
        /// The value for the main track is the average bandwidth, if available, and includes the
        /// bandwidth of one audio rendition.
        package var bandwidth: Int64
    }

    /// A generated playlist or key file.
    package struct Text: Sendable, Equatable {
        /// The name of the file, relative to the package.
        package var name: String
        package var text: String
    }

    /// A key whose licence must be stored before the package can be played.
    ///
    /// A plan contains these keys in playlist order.
    package struct LicenceKey: Sendable, Equatable {
        package var key: EncryptionKey
        /// The absolute location of the playlist that contains the key.
        package var playlistURL: String
    }

    /// The name of the package's top-level playlist, which players open.
    package static let topName = "index.m3u8"

    package var tracks: [Track] = []
    /// The resources, grouped by track, the main track first; ``fetchOrder`` is the loading order.
    package var resources: [Resource] = []
    /// The generated playlists and key files in writing order; the top-level playlist is the last.
    package var texts: [Text] = []
    /// The top-level playlist for players with a network connection; not part of the package.
    ///
    /// It also lists renditions that are not downloaded, with their absolute locations. It is `nil`
    /// when there are no such renditions.
    package var onlineTop: String?
    package var licenceKeys: [LicenceKey] = []
    /// The bandwidth of the chosen variant stream, in bits per second; `nil` for a media playlist.
    package var variantBandwidth: Int64?
    /// A readable explanation of the choice of the variant stream; `nil` if there was no choice.
    package var explanation: String?
    /// The requested languages of audio that are not available.
    package var missingAudio: [String] = []
    /// The requested languages of subtitles that are not available.
    package var missingSubtitles: [String] = []

    package init() {}

    /// Whether the plan contains no media.
    var isEmpty: Bool { tracks.isEmpty && resources.isEmpty }

    /// The parsed top-level playlist of the package.
    ///
    /// It is `nil` when the plan contains no such playlist, or when the playlist is not a
    /// multivariant playlist.
    package var multivariantPlaylist: MultivariantPlaylist? { texts.multivariantPlaylist }

    /// Returns the request for a resource.
    ///
    /// The referrer of the request is the playlist of the track, so that remote playlists cannot
    /// lead to local files.
    package func request(for resource: Resource) -> ResourceRequest {
        let referrer =
            tracks.indices.contains(resource.track) ? tracks[resource.track].sourceURL : nil
        return ResourceRequest(
            url: resource.url, kind: resource.kind, byteRange: resource.byteRange,
            referrer: referrer)
    }
}

extension [PackagePlan.Text] {
    /// The parsed top-level playlist among the texts of a package.
    ///
    /// It is `nil` when there is no such text, or when it is not a multivariant playlist.
    var multivariantPlaylist: MultivariantPlaylist? {
        guard let text = first(where: { $0.name == PackagePlan.topName })?.text,
            case .multivariant(let playlist)? = try? Playlist(parsing: [UInt8](text.utf8))
        else { return nil }
        return playlist
    }
}
