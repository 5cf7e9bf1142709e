import Sessions

extension MarkerGroup {
    /// Whether all of its markers are date ranges.
    var isOfDateRanges: Bool {
        members.allSatisfy { $0.marker.source.contains("EXT-X-DATERANGE") }
    }
}
