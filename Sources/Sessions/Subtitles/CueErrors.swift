import VirtualTime

/// The possible amounts by which all cue times of subtitles are too late.
///
/// A negative amount means that they are too early. Each segment limits the amounts, because its
/// cues belong to its own interval.
struct CueErrors {
    /// The overlap of a cue and a segment that is too short to repeat the cue.
    ///
    /// It equals the tolerance of the lint rule `vtt.cue-missing-in-overlap`.
    static let tolerance = MediaTime.milliseconds(100)

    private var least: MediaTime?
    private var most: MediaTime?

    /// Whether no amount is possible.
    var isEmpty: Bool {
        guard let least, let most else { return false }
        return least >= most
    }

    /// Removes the amounts after whose correction a cue does not overlap an interval.
    ///
    /// - Parameters:
    ///   - cue: The cue.
    ///   - interval: The interval of a segment with the cue.
    ///   - overlap: The required length of the overlap.
    mutating func limit(
        overlapping cue: SubtitleCue, with interval: Range<MediaTime>, by overlap: MediaTime = .zero
    ) {
        limit(
            from: cue.start - interval.upperBound + overlap,
            to: cue.end - interval.lowerBound - overlap)
    }

    /// Removes the amounts after whose correction a cue is not within an interval.
    ///
    /// - Parameters:
    ///   - cue: The cue.
    ///   - interval: The interval of the only segment with the cue.
    mutating func limit(placing cue: SubtitleCue, within interval: Range<MediaTime>) {
        limit(
            from: cue.end - interval.upperBound - Self.tolerance,
            to: cue.start - interval.lowerBound + Self.tolerance)
    }

    private mutating func limit(from least: MediaTime, to most: MediaTime) {
        self.least = max(self.least ?? least, least)
        self.most = min(self.most ?? most, most)
    }
}
