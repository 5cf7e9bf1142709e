import Sessions

extension MarkerGroup {
    /// Whether all markers of the group are date ranges.
    var isOfDateRanges: Bool {
        members.allSatisfy { $0.marker.source.contains("EXT-X-DATERANGE") }
    }
}
