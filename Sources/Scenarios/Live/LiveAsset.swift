package import HeadlessPlayback
package import LiveOrigin
package import Playlists

/// The description of a broadcast in a scenario.
///
/// All times in the description are counted from the start of the simulated world, as in the steps
/// of a scenario. The origin server counts its times from the start of the broadcast, which is
/// earlier by ``ranFor``.
package struct LiveAsset: Equatable, Sendable {
    /// The name of the broadcast, which is a part of its URL.
    package var id = ""
    /// The locations of the assets that the broadcast shows one after another.
    package var sources: [String] = []
    /// The date at which the broadcast starts.
    ///
    /// If the value is `nil`, the clock of the broadcast agrees with the clock of the simulated
    /// world.
    package var onAir: DateTime?
    /// The time for which the broadcast has already run when the simulated world starts.
    package var ranFor = MediaTime.zero
    /// The end of the broadcast; `nil` for a broadcast without an end.
    ///
    /// The `length` of the end is the time from the start of the simulated world to the end.
    package var ending: Ending?
    /// The transition from the end of the sources to their start when they repeat.
    package var loop = Programme.Loop.discontinuity
    /// The time that is added to all timestamps of the sources.
    package var timestampStart = MediaTime.zero
    /// The number of bits in decode times, 32 or 64; `nil` keeps the size that the sources use.
    package var decodeTimeBits: Int?
    /// The breaks that interrupt the broadcast.
    package var breaks: [LiveBreak] = []
    /// The encoder, which determines the schedule of segments.
    package var encoder = Encoder()
    /// The settings of the packager; the list of renditions is filled from the sources.
    package var packager = Packager(renditions: [])
    /// The rules that set properties for some of the renditions.
    package var renditions: [LiveRendition] = []
    /// The content identifiers of the key server's keys, which the broadcast uses in turn.
    ///
    /// The list is empty when the origin server delivers the keys.
    package var keyContents: [String] = []
    /// The servers between the origin and the player.
    package var edges = Edges()
    /// The line in the file, counted from 1; `nil` for a broadcast that was made in code.
    package var line: Int?

    /// Creates a broadcast without a source.
    package init() {}

    /// The location of the folder that contains the broadcast's playlists.
    package var root: String { "live://\(id)" }

    /// The location of the playlist with which playback starts.
    package var url: String { "\(root)/index.m3u8" }

    /// Whether the broadcast never ends with `EXT-X-ENDLIST`, so that playback does not end.
    package var isEndless: Bool { ending?.sign != .vod }
}

/// An interruption of a broadcast.
package struct LiveBreak: Equatable, Sendable {
    /// The position of the break, counted from the start of the simulated world.
    ///
    /// The durations of the other breaks are not counted.
    package var position = MediaTime.zero
    /// The time between two repetitions of the break; `nil` for a break without repetitions.
    package var interval: MediaTime?
    /// The location of the asset that is played during the break.
    package var source = ""
    /// The requested duration of the break.
    package var duration = MediaTime.zero
    /// The kinds of markers with which the playlist marks the break.
    package var markers: [AdBreak.Marker] = []
    /// Whether discontinuities surround the break.
    ///
    /// Otherwise the timestamps of the break continue the timestamps of the media before it.
    package var isDiscontinuous = true

    /// Creates a break without media.
    package init() {}
}

/// The properties of some renditions of a broadcast.
package struct LiveRendition: Equatable, Sendable {
    /// The pattern that selects renditions by the locations of their playlists in the source.
    package var pattern = "*"
    /// The properties of the playlists; `name` is not used, because a rendition keeps its name.
    package var listing = RenditionListing(name: "")

    /// Creates the default properties.
    package init() {}
}
