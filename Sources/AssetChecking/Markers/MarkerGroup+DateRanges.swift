import Sessions
import VirtualTime

extension MarkerGroup {
    /// The longest assumed time between the arrival of a message and the position that it states.
    static let longestNotice = MediaTime.seconds(30)

    /// Whether all markers of the group are date ranges.
    var isOfDateRanges: Bool {
        members.allSatisfy { $0.marker.source.contains("EXT-X-DATERANGE") }
    }

    /// Whether all markers of the group are in media, and not in playlists.
    var isOfMedia: Bool { members.allSatisfy { !$0.marker.source.hasPrefix("EXT-") } }
}
