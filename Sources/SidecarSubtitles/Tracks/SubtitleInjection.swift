import Formats
package import Playlists
import VirtualTime

/// Adds text tracks to every variant of a multivariant playlist.
package struct SubtitleInjection: Sendable {
    /// The id of the subtitle group that is added for variants without subtitles.
    static let groupID = "sidecar"
    /// The bandwidth of the variant stream made for a media playlist, which states no bandwidth.
    static let unknownBandwidth = 1

    private let tracks: [TextTrack]
    /// The location of each track's playlist.
    private let uris: [String]

    /// Prepares to add tracks.
    ///
    /// - Parameters:
    ///   - tracks: The tracks.
    ///   - uris: The location of each track's playlist.
    package init(tracks: [TextTrack], uris: [String]) {
        self.tracks = tracks
        self.uris = uris
    }

    /// Returns the playlist with the tracks added.
    ///
    /// The tracks are added to each existing subtitle group. Variants without subtitles receive a
    /// new group that contains the tracks. Without tracks, the playlist is not changed.
    package func injected(into playlist: MultivariantPlaylist) -> MultivariantPlaylist {
        guard !tracks.isEmpty else { return playlist }
        var result = playlist
        var groups: [String] = []
        for index in result.variants.indices {
            let group = result.variants[index].subtitlesGroup ?? ownGroup(in: playlist)
            result.variants[index].subtitlesGroup = group
            if !groups.contains(group) { groups.append(group) }
        }
        for group in groups { add(to: group, of: &result) }
        return result
    }

    /// Returns a multivariant playlist that wraps a media playlist, with the tracks added.
    ///
    /// - Parameter variant: The variant stream that refers to the media playlist.
    /// - Returns: The playlist.
    package func wrapped(_ variant: VariantStream) -> MultivariantPlaylist {
        var playlist = MultivariantPlaylist()
        playlist.version = 4
        playlist.variants = [variant]
        return injected(into: playlist)
    }

    /// Returns a variant stream whose bandwidth and codecs are unknown.
    ///
    /// - Parameter uri: The location of its media playlist.
    /// - Returns: The variant stream.
    package static func unmeasuredVariant(_ uri: String) -> VariantStream {
        VariantStream(uri: uri, bandwidth: unknownBandwidth)
    }

    /// Returns the media playlist of a single-file track.
    ///
    /// It has one segment, which is as long as the track.
    package static func playlist(of track: TextTrack, uri: String) -> MediaPlaylist {
        var playlist = MediaPlaylist()
        let duration = track.duration ?? .zero
        playlist.version = 3
        playlist.targetDuration = .seconds(
            (duration.ticks + MediaTime.ticksPerSecond - 1) / MediaTime.ticksPerSecond)
        playlist.playlistType = .vod
        playlist.hasEndList = true
        playlist.segments = [MediaSegment(uri: uri, duration: duration)]
        return playlist
    }

    private func ownGroup(in playlist: MultivariantPlaylist) -> String {
        Self.unique(Self.groupID, among: playlist.renditions.map(\.groupID))
    }

    private func add(to group: String, of playlist: inout MultivariantPlaylist) {
        let present = playlist.renditions(.subtitles, groupID: group)
        var names = present.map(\.name)
        var hasDefault = present.contains(where: \.isDefault)
        for (track, uri) in zip(tracks, uris) {
            let name = Self.unique(Self.quotable(track.label), among: names)
            names.append(name)
            var rendition = Rendition(.subtitles, groupID: group, name: name, uri: uri)
            rendition.language = Self.quotable(track.language)
            rendition.isAutoselect = true
            rendition.isDefault = track.isDefault && !hasDefault
            hasDefault = hasDefault || rendition.isDefault
            if track.kind == .captions {
                rendition.characteristics = [
                    "public.accessibility.transcribes-spoken-dialog",
                    "public.accessibility.describes-music-and-sound",
                ]
            }
            playlist.renditions.append(rendition)
        }
    }

    /// Returns a text in which the characters that a quoted string cannot contain are replaced.
    ///
    /// In a playlist, a quoted string cannot contain quotation marks or line ends, not even in an
    /// escaped form.
    ///
    /// Reference: rfc8216bis, section 4.2 (Attribute Lists).
    private static func quotable(_ text: String) -> String {
        let text = String(
            String.UnicodeScalarView(text.unicodeScalars.map { $0 == "\"" ? "'" : $0 }))
        return SafeText.shown(text, .kept)
    }

    /// Returns a name, with a number appended if the name is taken.
    private static func unique(_ name: String, among taken: [String]) -> String {
        guard taken.contains(name) else { return name }
        var number = 2
        while taken.contains("\(name) \(number)") { number += 1 }
        return "\(name) \(number)"
    }
}
