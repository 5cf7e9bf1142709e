import Presentation
import VirtualTime

/// The media that the playhead of a session has passed, and the time that the session spent.
struct PlayedMedia {
    /// The time of the world by activity.
    var clock: ActivityClock
    /// The intervals that the playhead passed.
    private(set) var intervals = IntervalSet()
    /// The intervals that the playhead passed while subtitles were selected.
    private(set) var withSubtitles = IntervalSet()
    /// How much media the playhead passed, repetitions included.
    private(set) var total = MediaTime.zero
    /// The position up to which passed media is recorded.
    private(set) var end = MediaTime.zero

    init(start: Instant) {
        clock = ActivityClock(start: start)
    }

    /// Records that the playhead moved on by playing.
    ///
    /// - Parameters:
    ///   - position: The position of the playhead.
    ///   - subtitles: Whether subtitles were selected on the way.
    /// - Returns: The interval that was passed; `nil` when the playhead has not moved.
    mutating func pass(to position: MediaTime, subtitles: Bool) -> Range<MediaTime>? {
        guard position > end else { return nil }
        let interval = end..<position
        intervals.insert(interval)
        if subtitles { withSubtitles.insert(interval) }
        total += interval.length
        end = position
        return interval
    }

    /// Records that the playhead was put elsewhere, which passes nothing.
    mutating func jump(to position: MediaTime) {
        end = position
    }
}
