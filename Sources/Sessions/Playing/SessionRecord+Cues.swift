import Formats
import Presentation
import VirtualTime

/// The records of lost subtitle cues, which were read but are never shown.
extension SessionRecord {
    /// Records a cue loss that the reader of a segment has found.
    mutating func lose(_ loss: CueLoss, in url: String) {
        loseCues(SafeText.quoted(loss.text, limit: 240), in: url)
    }

    private mutating func loseCues(_ text: String, in url: String) {
        remarks.add(.lostCues, SafeText.line("\(text): \(url)"))
    }

    /// Records cues of a segment that are not shown, or are misplaced, because of their times.
    private mutating func lose(_ loss: MisplacedCues.Loss) {
        let subject = loss.count == 1 ? "its time" : "the time of the first"
        let (start, end) = (loss.first.lowerBound, loss.first.upperBound)
        let count = loss.count
        let misplaced = "\(count.counted("cue")) \(count == 1 ? "is" : "are") misplaced"
        let words = loss.areShown ? misplaced : CueLoss.words(count)
        loseCues(
            "\(words): \(subject), from \(start) to \(end) s, \(loss.reason)",
            in: loss.url)
    }

    /// Finds the cues of a segment that are never shown, and records their loss.
    ///
    /// - Parameters:
    ///   - placed: The cues, with times that are positions in the presentation.
    ///   - missed: The cues whose whole interval the playhead had passed before they were placed.
    ///   - playback: The played part of the presentation.
    mutating func place(
        _ placed: CueArrivals.PlacedCues, missed: [SubtitleCue],
        _ playback: MisplacedCues.Playback
    ) {
        for loss in cueChecks.add(placed, missed: missed, playback) { lose(loss) }
    }

    /// Records the cues that are not displayed, or are displayed at a wrong position.
    mutating func loseMisplacedCues(in playback: MisplacedCues.Playback) {
        for loss in cueChecks.losses(in: playback) { lose(loss) }
    }

    /// Records the lost cues of subtitles that are no longer selected.
    ///
    /// Afterwards, the records of cues are empty, ready for the next selected subtitles.
    mutating func forgetMisplacedCues(in playback: MisplacedCues.Playback) {
        loseMisplacedCues(in: playback)
        cueChecks = CueChecks()
    }

    /// Records cues as lost if they have no position and the playhead has passed their segment.
    ///
    /// - Parameters:
    ///   - cues: The cues that are not placed.
    ///   - passed: The intervals that the playhead passed while subtitles were selected.
    mutating func lose(_ cues: [CueArrivals.UnplacedCues], passed: IntervalSet) {
        for segment in cues where passed.overlaps(segment.interval) { lose(segment) }
    }

    /// Records the cues of a segment as lost, because their times have no known origin.
    mutating func lose(_ cues: CueArrivals.UnplacedCues) {
        guard cues.count > 0 else { return }
        let lost = CueLoss.words(cues.count)
        loseCues("\(lost): no media with the clock of the segment was played", in: cues.url)
    }
}
