package import HeadlessPlayback
package import LiveOrigin
package import Playlists

/// The description of a broadcast in a scenario.
///
/// All times are counted from the start of the world, as in steps. An origin counts from the start
/// of the broadcast, which is ``ranFor`` earlier.
package struct LiveAsset: Equatable, Sendable {
    /// The name, from which the location is made.
    package var id = ""
    /// The locations of the assets that are broadcast one after another.
    package var sources: [String] = []
    /// The date of the start of the broadcast; `nil` means that the clocks agree with the world's.
    package var onAir: DateTime?
    /// The duration of the broadcast before the start of the world.
    package var ranFor = MediaTime.zero
    /// The end, with its length counted from the start of the world; `nil` without one.
    package var ending: Ending?
    /// The transition from the end of the sources back to their start.
    package var loop = Programme.Loop.discontinuity
    /// The addition to all timestamps of the sources.
    package var timestampStart = MediaTime.zero
    /// The width of decode times in bits, 32 or 64; `nil` keeps the width of the sources.
    package var decodeTimeBits: Int?
    /// The breaks.
    package var breaks: [LiveBreak] = []
    /// The schedule of segments.
    package var encoder = Encoder()
    /// The form of the playlists; its renditions come from the source.
    package var packager = Packager(renditions: [])
    /// The properties in which renditions differ.
    package var renditions: [LiveRendition] = []
    /// The identifiers of the contents whose licences grant the keys, in turn; empty for keys that
    /// the origin serves.
    package var keyContents: [String] = []
    /// The servers between the origin and the player.
    package var edges = Edges()
    /// The line in the file, counted from 1; `nil` for a broadcast that was made in code.
    package var line: Int?

    /// Creates a broadcast of nothing.
    package init() {}

    /// The location of the folder.
    package var root: String { "live://\(id)" }

    /// The location of the playlist.
    package var url: String { "\(root)/index.m3u8" }

    /// Whether playback never ends by itself.
    package var isEndless: Bool { ending?.sign != .vod }
}

/// An interruption of a broadcast.
package struct LiveBreak: Equatable, Sendable {
    /// The position, without other breaks, counted from the start of the world.
    package var position = MediaTime.zero
    /// The distance of repetitions; `nil` without any.
    package var interval: MediaTime?
    /// The location of the asset.
    package var source = ""
    /// The requested duration.
    package var duration = MediaTime.zero
    /// The marks in the playlist.
    package var markers: [AdBreak.Marker] = []
    /// Whether discontinuities surround it; otherwise its timestamps continue the previous ones.
    package var isDiscontinuous = true

    /// Creates a break without media.
    package init() {}
}

/// The properties of some renditions of a broadcast.
package struct LiveRendition: Equatable, Sendable {
    /// The pattern of the locations of their playlists in the source.
    package var pattern = "*"
    /// The properties; the name is the broadcast's.
    package var listing = RenditionListing(name: "")

    /// Creates properties without effect.
    package init() {}
}
