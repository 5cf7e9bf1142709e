package import Containers
package import PlaybackCommands

/// The options of `playctl probe`.
package struct ProbeOptions: Equatable, Sendable {
    /// The path or address of the asset.
    package var asset = ""
    /// Whether the contents of the asset are written as JSON.
    package var json = false
    /// Whether the command fails when the playlists break rules.
    package var isStrict = false
    /// Whether only the given playlist is read, and nothing that it refers to.
    package var playlistOnly = false
    /// Whether every packet is listed.
    package var packets = false
    /// The demuxer for media containers.
    package var demuxer = DemuxerChoice.automatic
    /// The sources of keys.
    package var keys = KeyOptions()
    /// The permitted hosts, and the header fields, cookies and logins of requests.
    package var hosts = HostOptions()
    /// Whether facts about requests are written to standard error in addition to failures.
    package var isVerbose = false
    /// Whether only errors and warnings are written.
    package var isQuiet = false

    /// Creates options with their defaults.
    package init() {}
}
