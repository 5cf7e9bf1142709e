import Presentation
import VirtualTime

/// The media that the playhead passed before the first text of selected subtitles arrived.
///
/// A player shows text when it arrives, so a short wait does not count. A long one is a loss, and so is
/// text that never arrives.
struct AwaitedSubtitles {
    /// The longest wait for text that does not count, as long as that for the first byte of a response.
    private static let longestWait = MediaTime.seconds(10)
    /// The longest wait that does not count if no text arrives.
    private static let longestVainWait = MediaTime.seconds(1)

    private var waited = IntervalSet()
    private var ended = IntervalSet()

    /// Whether text is awaited while the playhead moves.
    var isWaiting: Bool { !waited.isEmpty }

    /// Whether any media lacks its text.
    var hasLoss: Bool { !lost.isEmpty }

    /// The media that lacks its text, as if no further text arrived.
    var lost: IntervalSet {
        var lost = ended
        if waited.total > Self.longestVainWait { lost.formUnion(waited) }
        return lost
    }

    /// Records media that was passed while text was awaited.
    mutating func wait(_ interval: Range<MediaTime>) { waited.insert(interval) }

    /// Ends the wait.
    ///
    /// - Parameter hasText: Whether text has arrived.
    mutating func end(hasText: Bool) {
        if waited.total > (hasText ? Self.longestWait : Self.longestVainWait) {
            ended.formUnion(waited)
        }
        waited = IntervalSet()
    }
}
