extension MediaPlaylist {
    /// Returns the indices of the segments whose rarely stated properties meet a condition.
    ///
    /// The search reads the segments in place. A loop over `segments` copies each segment, and
    /// these copies take longer than most of the lint rules that use the properties.
    private func indices(where isWanted: (SegmentExtras) -> Bool) -> [Int] {
        let owner = segments
        let segments = owner.span
        var found: [Int] = []
        for index in segments.indices {
            guard let extras = segments[index].extras, isWanted(extras.value) else { continue }
            found.append(index)
        }
        return found
    }

    /// The indices of the segments that have cue tags directly before them.
    package var cueSegments: [Int] { indices { !$0.cueMarkers.isEmpty } }

    /// The indices of the segments with a date, from `EXT-X-PROGRAM-DATE-TIME`.
    package var datedSegments: [Int] { indices { $0.programDateTime != nil } }

    /// The number of parts of all listed segments.
    package var partCount: Int {
        indices { !$0.parts.isEmpty }.reduce(0) { $0 + segments[$1].parts.count }
    }
}
