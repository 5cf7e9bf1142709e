import VirtualTime

/// The cues of WebVTT segments that are shown beyond the end of their segment.
///
/// Such a cue is repeated in the following segments that it spans. Some subtitles do not repeat
/// cues: each cue is only in the segment in which it starts, or one file contains all cues and is
/// listed with a wrong duration. Their cues may then outlast the playlist, and none is missing.
struct CueOverruns {
    /// The cue with the latest end, and the end of the last segment that has it.
    private var latest: (cue: Range<MediaTime>, segmentEnd: MediaTime)?
    /// Whether cues are repeated in the segments that they span, if the segments show it.
    private var areRepeated = true

    /// Records the cues of a segment.
    ///
    /// - Parameters:
    ///   - cues: The intervals of the visible cues.
    ///   - interval: The interval of the segment.
    mutating func add(_ cues: [Range<MediaTime>], in interval: Range<MediaTime>) {
        guard !cues.isEmpty else { return }
        let end = interval.upperBound
        if cues.contains(where: { $0.lowerBound >= end + MisplacedCues.tolerance }) {
            areRepeated = false
        }
        if let latest, latest.segmentEnd == interval.lowerBound,
            latest.cue.upperBound > latest.segmentEnd + MisplacedCues.tolerance,
            !cues.contains(where: { $0.upperBound == latest.cue.upperBound })
        {
            areRepeated = false
        }
        for cue in cues where cue.lowerBound < end && cue.upperBound > end {
            if cue.upperBound >= latest?.cue.upperBound ?? .zero { latest = (cue, end) }
        }
    }

    /// Returns the end of a cue that would be repeated after the end of a playlist.
    ///
    /// - Parameter end: The end of the playlist.
    /// - Returns: The end of the cue; `nil` if no such cue is known.
    func end(ofCueAcross end: MediaTime) -> MediaTime? {
        guard areRepeated, let latest, latest.cue.lowerBound < end,
            latest.cue.upperBound > end + MisplacedCues.tolerance
        else { return nil }
        return latest.cue.upperBound
    }
}
