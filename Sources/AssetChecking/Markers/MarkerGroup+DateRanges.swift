import Sessions

extension MarkerGroup {
    /// Whether all markers of the group are date ranges.
    var isOfDateRanges: Bool {
        members.allSatisfy { $0.marker.source.contains("EXT-X-DATERANGE") }
    }

    /// Whether all markers of the group are in media, and not in playlists.
    var isOfMedia: Bool { members.allSatisfy { !$0.marker.source.hasPrefix("EXT-") } }
}
