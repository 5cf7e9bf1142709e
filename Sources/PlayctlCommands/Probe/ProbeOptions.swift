package import Containers

/// The options of `playctl probe`.
package struct ProbeOptions: Equatable, Sendable {
    /// The path or address of the asset.
    package var asset = ""
    /// Whether the findings are written as JSON.
    package var json = false
    /// Whether the command fails when the playlists break rules.
    package var isStrict = false
    /// Whether only the given playlist is read and no link is followed.
    package var playlistOnly = false
    /// Whether every packet is listed.
    package var packets = false
    /// The reader of containers.
    package var demuxer = DemuxerChoice.automatic
    /// The sources of keys.
    package var keys = KeyOptions()
    /// The hosts that requests may go to.
    package var hosts = HostOptions()
    /// Whether facts about requests are written to standard error, besides failures.
    package var isVerbose = false
    /// Whether only errors and warnings are written.
    package var isQuiet = false

    /// Creates options with their defaults.
    package init() {}
}
