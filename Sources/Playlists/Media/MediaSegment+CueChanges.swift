extension MediaSegment {
    /// Returns the cue tag that a later version of the segment adds, removes or changes.
    ///
    /// A tag that continues a break may be added or removed, since some packagers write it only
    /// before the first segment that they list. Its elapsed time belongs to the segment, so a
    /// version that writes the tag again must repeat its value.
    ///
    /// - Parameter newer: The segment in a later version of the playlist.
    /// - Returns: The name of the tag; `nil` when no cue tag differs.
    func changedCue(in newer: MediaSegment) -> String? {
        if let extras, let others = newer.extras, extras.isSame(as: others) { return nil }
        let (own, others) = (cueMarkers, newer.cueMarkers)
        if own == others { return nil }
        let (marks, otherMarks) = (own.filter(\.isMark), others.filter(\.isMark))
        if marks != otherMarks {
            let (known, given) = (Set(marks), Set(otherMarks))
            let changed =
                marks.first { !given.contains($0) } ?? otherMarks.first { !known.contains($0) }
            return (changed ?? otherMarks.first ?? marks.first)?.kind.rawValue
        }
        guard let progress = own.first(where: { !$0.isMark }),
            let other = others.first(where: { !$0.isMark }), progress != other
        else { return nil }
        return progress.kind.rawValue
    }
}

extension CueMarker {
    /// Whether the tag marks a point at its segment, and does not merely continue a break.
    fileprivate var isMark: Bool { !continuesBreak }
}
