import Presentation
import VirtualTime

/// The checks of the positions at which the cues of subtitle segments are shown.
struct CueChecks {
    /// The segments whose cues are all outside of the interval of their segment.
    private var misplaced = MisplacedCues()
    /// The segments that may have the cues of another segment in place of their own.
    private var copied = CopiedCues()
    /// The segments with timestamp maps, which may differ.
    private var mapped = MappedCues()
    /// The file whose cue times are counted from the start of the presentation; `nil` without one.
    private var file: (cues: [Range<MediaTime>], url: String)?
    /// The cues that outlast their segment.
    private var overruns = CueOverruns()

    /// Records the cues of a segment, and returns the cues that are known to be lost.
    ///
    /// - Parameters:
    ///   - placed: The cues, with times that are positions in the presentation.
    ///   - missed: The cues whose whole interval the playhead had passed before they were placed.
    ///   - playback: The played part of the presentation.
    /// - Returns: The lost cues, grouped into losses.
    mutating func add(
        _ placed: CueArrivals.PlacedCues, missed: [SubtitleCue],
        _ playback: MisplacedCues.Playback
    ) -> [MisplacedCues.Loss] {
        let cues = placed.cues.filter(\.isVisible)
        let intervals = cues.map { $0.start..<$0.end }
        guard let interval = placed.interval else {
            file = (intervals, placed.url)
            return []
        }
        var losses: [MisplacedCues.Loss] = []
        // A late cue within the interval of its segment is not recorded here. In that case, the
        // whole segment is late, and the ledger counts the time of the segment as late.
        let early = missed.filter { $0.end <= interval.lowerBound - MisplacedCues.tolerance }
        if let first = early.first {
            losses.append(
                MisplacedCues.Loss(
                    count: early.count, first: first.start..<first.end,
                    reason: "had passed when the segment arrived", url: placed.url))
        }
        losses += misplaced.add(intervals, in: interval, url: placed.url, playback)
        // The pieces of a cue in fMP4 end with their segment.
        if !placed.joinsPieces { overruns.add(intervals, in: interval) }
        if let map = placed.map { mapped.add(intervals, map, in: interval, url: placed.url) }
        // Encoders of broadcasts repeat the last cues during a silence.
        if !playback.isBroadcast {
            copied.add(cues, arePieces: placed.joinsPieces, in: interval, url: placed.url)
        }
        return losses
    }

    /// Returns the end of a cue that would be repeated after the end of a playlist.
    ///
    /// - Parameter end: The end of the playlist.
    /// - Returns: The end of the cue; `nil` if no such cue is known.
    func end(ofCueAcross end: MediaTime) -> MediaTime? { overruns.end(ofCueAcross: end) }

    /// Returns the cues that are not displayed, or are displayed at a wrong position.
    ///
    /// - Parameter playback: The played part of the presentation.
    /// - Returns: The cues of segments that the playhead has passed, grouped into losses.
    func losses(in playback: MisplacedCues.Playback) -> [MisplacedCues.Loss] {
        let losses = misplaced.losses(in: playback) + fileLosses(in: playback)
        let known = Set(losses.map(\.url))
        let late = playback.shortfall.flatMap { mapped.loss(ofSegmentsLasting: $0) }
        // The clocks of broadcasts change, so their maps are not compared.
        let moved =
            playback.isBroadcast
            ? mapped.lossesOfUnlistedSegments(passed: playback.passed)
            : mapped.losses(passed: playback.passed) + (late.map { [$0] } ?? [])
        return losses + moved.filter { !known.contains($0.url) }
            + copied.losses(passed: playback.passed)
    }

    /// Returns all cues of the file if no position of the presentation shows any of them.
    ///
    /// A file may serve several cuts of a video, so a part of its cues may be outside of the
    /// presentation.
    private func fileLosses(in playback: MisplacedCues.Playback) -> [MisplacedCues.Loss] {
        guard let file, let first = file.cues.first, !playback.isBroadcast,
            !playback.passed.isEmpty,
            file.cues.allSatisfy({ $0.upperBound <= .zero || $0.lowerBound >= playback.end })
        else { return [] }
        return [
            MisplacedCues.Loss(
                count: file.cues.count, first: first,
                reason: "is outside of the presentation, which ends at \(playback.end) s, so that"
                    + " no cue is shown; use the text of this video, or none",
                url: file.url)
        ]
    }
}
