package import Playlists
package import Transport
package import VirtualTime

/// What one download fetches and where it puts it: a value made from playlists that were read.
///
/// All names in it are generated here and safe: lower-case letters, digits, `-`, `.` and one level
/// of folders, such as `video/000012.ts`. Nothing of them comes from a playlist.
package struct PackagePlan: Sendable, Equatable {
    /// One thing to fetch and the file that it becomes.
    package struct Resource: Sendable, Equatable {
        /// The file, relative to the package.
        package var name: String
        /// The absolute location.
        package var url: String
        /// The bytes of it; `nil` means all of them.
        package var byteRange: Range<Int64>?
        /// What it is to the player.
        package var kind: ResourceKind
        /// The track that it belongs to, counted from zero.
        package var track: Int
        /// How much media it holds; zero for what is no media segment.
        package var duration: MediaTime
        /// About how many bytes it has, as its playlist says it; `nil` when that does not.
        package var expectedBytes: Int64?
    }

    /// One stream of media in the package.
    package struct Track: Sendable, Equatable {
        /// What a track is.
        package enum Kind: String, Sendable { case main, audio, subtitles }
        package var kind: Kind
        /// The name for people; empty for the main track.
        package var title: String
        /// The language as an RFC 5646 tag; `nil` when unknown.
        package var language: String?
        /// The playlist of the track, relative to the package.
        package var playlistName: String
        /// The location of the playlist that it was made from, absolute.
        package var sourceURL: String
        package var duration: MediaTime
        /// How many bits a second the playlist promises; zero when it does not say.
        ///
        /// For the main track it is the average where that is told, and takes in a rendition of
        /// audio.
        package var bandwidth: Int64
    }

    /// A playlist or key file that is written, not fetched.
    package struct Text: Sendable, Equatable {
        /// The file, relative to the package.
        package var name: String
        package var text: String
    }

    /// A key whose licence has to be kept for the package to play, in the order of the playlists.
    package struct LicenceKey: Sendable, Equatable {
        package var key: EncryptionKey
        /// The absolute location of the playlist that names it.
        package var playlistURL: String
    }

    /// The playlist on top of the package.
    package static let topName = "index.m3u8"

    package var tracks: [Track] = []
    /// Track by track, the main track first; ``fetchOrder`` says what is fetched when.
    package var resources: [Resource] = []
    /// In the order in which they are written: the top playlist last.
    package var texts: [Text] = []
    /// The playlist on top for players that may use the network; no part of the package.
    ///
    /// It lists renditions that are not downloaded too, at their absolute locations; `nil` when there
    /// are none.
    package var onlineTop: String?
    package var licenceKeys: [LicenceKey] = []
    /// The bandwidth of the chosen variant stream, in bits a second; `nil` without variants.
    package var variantBandwidth: Int64?
    /// Which variant stream was chosen and why, for people; `nil` without variants.
    package var explanation: String?
    /// The languages of audio that were asked for and are not there.
    package var missingAudio: [String] = []
    /// The languages of subtitles that were asked for and are not there.
    package var missingSubtitles: [String] = []

    package init() {}

    /// The request that fetches a resource.
    ///
    /// It names the playlist of the track as what led to it, so that no playlist of a server leads
    /// to local files.
    package func request(for resource: Resource) -> ResourceRequest {
        let referrer =
            tracks.indices.contains(resource.track) ? tracks[resource.track].sourceURL : nil
        return ResourceRequest(
            url: resource.url, kind: resource.kind, byteRange: resource.byteRange,
            referrer: referrer)
    }
}
