package import Presentation
package import VirtualTime

/// The media that a session's playhead has passed, and the time spent in each activity.
package struct PlayedMedia {
    /// The time on the virtual clock that the session spent in each activity.
    package var clock: ActivityClock
    /// The intervals that the playhead passed.
    package private(set) var intervals = IntervalSet()
    /// The intervals that the playhead passed while subtitles were selected.
    package private(set) var withSubtitles = IntervalSet()
    /// The intervals that the playhead jumped over because of a hole in the buffer.
    package private(set) var jumped = IntervalSet()
    /// The media time that the playhead passed, repetitions included.
    package private(set) var total = MediaTime.zero
    /// The position up to which passed media is recorded.
    package private(set) var end = MediaTime.zero

    package init(start: Instant) {
        clock = ActivityClock(start: start)
    }

    /// Records a movement of the playhead by playing.
    ///
    /// - Parameters:
    ///   - position: The position of the playhead.
    ///   - subtitles: Whether subtitles were selected during the movement.
    /// - Returns: The passed interval; `nil` when the playhead has not moved.
    package mutating func pass(to position: MediaTime, subtitles: Bool) -> Range<MediaTime>? {
        guard position > end else { return nil }
        let interval = end..<position
        intervals.insert(interval)
        if subtitles { withSubtitles.insert(interval) }
        total += interval.length
        end = position
        return interval
    }

    /// Records that the playhead jumped to a position without passing media.
    package mutating func jump(to position: MediaTime) {
        end = position
    }

    /// Records that the playhead jumped over an interval because of a hole in the buffer.
    package mutating func jump(over interval: Range<MediaTime>) {
        jumped.insert(interval)
        end = interval.upperBound
    }
}
