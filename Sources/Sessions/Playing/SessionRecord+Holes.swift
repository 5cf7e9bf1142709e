import Containers
import Playlists
import Presentation
import VirtualTime

/// The holes in the obtained media that a player jumps over by its rules.
extension SessionRecord {
    /// Returns the holes in the media before the position up to which all tracks are ready.
    ///
    /// - Parameters:
    ///   - tracks: The tracks.
    ///   - readiness: The readiness of the tracks.
    ///   - variant: The variant stream that is being fetched; `nil` when the asset lists none.
    ///   - rules: The rules for holes.
    /// - Returns: The holes that the playhead jumps over, in ascending order.
    func holes(
        of tracks: TrackSet, _ readiness: TrackReadiness, in variant: VariantStream?,
        _ rules: GapRules
    ) -> [Range<MediaTime>] {
        var kinds: [(name: String, holes: IntervalSet)] = []
        var start = MediaTime.zero
        for track in tracks.tracks where track.role.blocksPlayhead {
            let stretch = track.stretch
            start = max(start, stretch.lowerBound)
            for name in names(of: track.role, in: variant) {
                kinds.append((name, self.tracks[name]?.holes(in: stretch) ?? IntervalSet(stretch)))
            }
        }
        let hasAudio = kinds.contains { $0.name == TrackDescription.Kind.audio.ledgerName }
        var holes = IntervalSet()
        for kind in kinds {
            let isVideo = kind.name == TrackDescription.Kind.video.ledgerName
            let tolerance = isVideo && hasAudio ? rules.videoTolerance : .zero
            for hole in kind.holes.intervals where hole.length > max(tolerance, rules.tolerance) {
                holes.insert(hole.lowerBound + tolerance..<hole.upperBound)
            }
        }
        let end = readiness.readyEnd
        guard start < end else { return [] }
        holes = holes.intersection(IntervalSet(start..<end))
        if readiness.isReadyToEnd, let last = holes.intervals.last, last.upperBound == end {
            // At the end of the presentation, a track that ends before the others does not cause a
            // hole.
            let absent = kinds.reduce(IntervalSet(last)) { $0.intersection($1.holes) }
            holes = holes.subtracting(IntervalSet(last))
            holes.formUnion(absent)
        }
        return holes.intervals.filter { $0.length > rules.tolerance }
    }
}
