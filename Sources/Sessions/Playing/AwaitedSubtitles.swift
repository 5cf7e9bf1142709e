import Presentation
import VirtualTime

/// The media that the playhead passed before the first text of selected subtitles arrived.
///
/// A player shows text when it arrives, so a short wait is not a loss. A long wait is a loss, and
/// so is a wait for text that never arrives.
struct AwaitedSubtitles {
    /// The amount of media that may pass before a late arrival of text counts as a loss.
    ///
    /// It equals the default time limit for the first byte of a response.
    private static let longestWait = MediaTime.seconds(10)
    /// The amount of media that may pass before the complete absence of text counts as a loss.
    private static let longestVainWait = MediaTime.seconds(1)

    private var waited = IntervalSet()
    private var ended = IntervalSet()

    /// Whether text is awaited while the playhead moves.
    var isWaiting: Bool { !waited.isEmpty }

    /// Whether any media lacks its text.
    var hasLoss: Bool { !lost.isEmpty }

    /// The media that lacks its text, on the assumption that no further text arrives.
    var lost: IntervalSet {
        var lost = ended
        if waited.total > Self.longestVainWait { lost.formUnion(waited) }
        return lost
    }

    /// Records media that was passed while text was awaited.
    mutating func wait(_ interval: Range<MediaTime>) { waited.insert(interval) }

    /// Ends the wait for text.
    ///
    /// - Parameter hasText: Whether text has arrived.
    mutating func end(hasText: Bool) {
        if waited.total > (hasText ? Self.longestWait : Self.longestVainWait) {
            ended.formUnion(waited)
        }
        waited = IntervalSet()
    }
}
