import Formats
import Presentation
import VirtualTime

/// Cues of subtitles that are read and never shown.
extension SessionRecord {
    /// A segment without a cue in its own time.
    struct MisplacedCues {
        /// The intervals of its visible cues, in the order of the segment.
        let cues: [Range<MediaTime>]
        /// The interval of the segment.
        let interval: Range<MediaTime>
        let url: String
    }

    /// The distance from its segment at which a cue is outside of the segment.
    ///
    /// It equals the tolerance of the lint rule `vtt.timestamp-map-off`.
    private static let tolerance = MediaTime.milliseconds(500)

    /// Records cues that the reader of a segment could not use, or not at their times.
    mutating func lose(_ loss: CueLoss, in url: String) {
        loseCues(SafeText.quoted(loss.text, limit: 240), in: url)
    }

    private mutating func loseCues(_ text: String, in url: String) {
        remarks.add(.lostCues, SafeText.line("\(text): \(url)"))
    }

    /// Records cues of a segment that are not shown because of their times.
    ///
    /// - Parameters:
    ///   - count: The number of cues.
    ///   - first: The time of the first cue.
    ///   - predicate: The fact about that time, as the end of a sentence.
    ///   - url: The location of the segment.
    private mutating func loseCues(
        _ count: Int, first: Range<MediaTime>, _ predicate: String, in url: String
    ) {
        let time = "from \(first.lowerBound) to \(first.upperBound) s, \(predicate)"
        loseCues(
            count == 1
                ? "1 cue is lost: its time, \(time)"
                : "\(count) cues are lost: the time of the first, \(time)", in: url)
    }

    /// Records the cues of a segment whose times are positions in the presentation.
    ///
    /// - Parameters:
    ///   - placed: The cues.
    ///   - missed: The cues among them whose whole time the playhead had passed before.
    mutating func place(_ placed: CueArrivals.PlacedCues, missed: [SubtitleCue]) {
        guard let interval = placed.interval else { return }
        let start = interval.lowerBound - Self.tolerance
        // If a cue in the time of its segment is late, the segment is late, which is in the account
        // of the subtitles.
        let early = missed.filter { $0.end <= start }
        if let first = early.first {
            loseCues(
                early.count, first: first.start..<first.end,
                "had passed when the segment arrived", in: placed.url)
        }
        let cues = placed.cues.filter(\.isVisible).map { $0.start..<$0.end }
        let own = start..<interval.upperBound + Self.tolerance
        guard !cues.isEmpty, !cues.contains(where: own.overlaps) else { return }
        misplacedCues.append(MisplacedCues(cues: cues, interval: interval, url: placed.url))
    }

    /// Records the cues that no position of the presentation shows.
    ///
    /// - Parameters:
    ///   - end: The end of the presentation.
    ///   - passed: The intervals that the playhead passed while subtitles were selected.
    mutating func loseCues(outsideOf end: MediaTime, passed: IntervalSet) {
        for segment in misplacedCues where passed.overlaps(segment.interval) {
            let outside = segment.cues.filter { $0.upperBound <= .zero || $0.lowerBound >= end }
            guard let first = outside.first else { continue }
            loseCues(
                outside.count, first: first, "is outside of the presentation", in: segment.url)
        }
    }

    /// Records the cues that could not be placed because the played media has no timestamps.
    ///
    /// - Parameters:
    ///   - arrivals: The cues that are not placed.
    ///   - passed: The intervals that the playhead passed while subtitles were selected.
    mutating func lose(unplaced arrivals: CueArrivals, passed: IntervalSet) {
        for segment in arrivals.unplaced
        where segment.count > 0 && passed.overlaps(segment.interval) {
            let verb = segment.count == 1 ? "is" : "are"
            loseCues(
                "\(segment.count.counted("cue")) \(verb) lost: the played media has no timestamps",
                in: segment.url)
        }
    }
}
