import Presentation
package import VirtualTime

/// Determines the cues that are shown at the playhead, and their changes as the playhead moves.
///
/// A cue is shown from its start up to its end, which is excluded. Changes at the same time are
/// reported in this order: hidden cues, then shown cues, each in track order (HTML, 4.8.11.11.1).
/// The time to find the next change does not depend on the number of cues.
package struct CueTrack {
    /// A change of the displayed cues: a cue is shown or hidden.
    package enum Change: Equatable, Sendable {
        case show(SubtitleCue)
        case hide(SubtitleCue)
    }

    /// The error of a track that would have more cues than its limit.
    package struct Overflow: Error, Equatable, CustomStringConvertible {
        package let limit: Int

        package var description: String { "more than \(limit) cues" }
    }

    /// The maximum number of cues of a track: one cue per second for twelve days.
    package static let mostCues = 1 << 20

    private let limit: Int
    private var cues = CueList()
    private var repeats = CueRepeats()
    /// The numbers of the cues that are shown.
    private var shown: Set<Int> = []
    private var nextStart = 0
    private var nextEnd = 0

    /// The position of the playhead; `nil` before the first ``jump(to:)`` and after ``stop()``.
    ///
    /// While the position is `nil`, no cue is shown.
    package private(set) var place: MediaTime?

    /// The target of the last jump, from which the playhead moved to ``place``.
    private var lastTarget = MediaTime.zero
    /// The intervals that the playhead passed before the last jump.
    private var passed = IntervalSet()

    /// Creates a track without cues.
    ///
    /// - Parameter limit: The largest number of cues.
    package init(limit: Int = CueTrack.mostCues) {
        self.limit = limit
    }

    /// The next position after the playhead at which cues may appear or disappear; `nil` if none.
    package var next: MediaTime? {
        guard place != nil else { return nil }
        let start = nextStart < cues.byStart.count ? cues.start(cues.byStart[nextStart]) : nil
        let end = nextEnd < cues.byEnd.count ? cues.end(cues.byEnd[nextEnd]) : nil
        guard let start, let end else { return start ?? end }
        return min(start, end)
    }

    /// The cues that are shown, in track order.
    package var shownCues: [SubtitleCue] { cues.inTrackOrder(Array(shown)).map { cues[$0] } }

    /// Adds the cues of a segment; their times are positions in the presentation.
    ///
    /// Known cues are omitted, and so are cues that do not end after their start.
    ///
    /// - Parameters:
    ///   - new: The cues.
    ///   - joinsPieces: Whether adjacent cues with equal properties are pieces of one cue.
    /// - Returns: The changes that show cues at once, because the playhead is already within them.
    /// - Throws: `Overflow` when the track would have too many cues.
    package mutating func insert(
        _ new: [SubtitleCue], joinsPieces: Bool = false
    ) throws(Overflow) -> [Change] {
        var touched: [Int] = []
        var added: [Int] = []
        for cue in new where cue.start < cue.end {
            switch joinsPieces ? repeats.join(cue, to: &cues) : repeats.add(cue, cues.count) {
            case .new:
                guard cues.count < limit else { throw Overflow(limit: limit) }
                added.append(cues.append(cue))
            case .longer(let number): touched.append(number)
            case .known: break
            }
        }
        cues.sort()
        guard let place else { return [] }
        find(place)
        touched += added
        let late = touched.filter { cues.isShown($0, at: place) && !shown.contains($0) }
        return show(cues.inTrackOrder(late))
    }

    /// Returns the new cues whose intervals the playhead has already passed.
    ///
    /// Such cues are not shown unless the playhead returns to their time. Cues without text, and
    /// cues that do not end after their start, are left out.
    ///
    /// - Parameters:
    ///   - new: The cues, before they are added.
    ///   - joinsPieces: Whether adjacent cues with equal properties are pieces of one cue.
    /// - Returns: The cues.
    package func missed(_ new: [SubtitleCue], joinsPieces: Bool = false) -> [SubtitleCue] {
        guard let place else { return [] }
        var passed = passed
        passed.insert(lastTarget..<max(place, lastTarget))
        return new.filter { cue in
            guard cue.isVisible, let passage = passed.interval(containing: cue.start),
                cue.end <= passage.upperBound
            else { return false }
            return !repeats.knows(cue, isPiece: joinsPieces, among: cues)
        }
    }

    /// Moves the playhead forward to a position, if no cue changes up to this position.
    ///
    /// - Returns: Whether no cue changes up to the position. If a cue changes, the playhead is not
    ///   moved.
    mutating func pass(to position: MediaTime) -> Bool {
        guard let place else { return true }
        if let next, next <= position { return false }
        self.place = max(place, position)
        return true
    }

    /// Moves the playhead forward during playback.
    ///
    /// - Parameter position: The new position of the playhead.
    /// - Returns: The cues shown and hidden on the way.
    package mutating func advance(to position: MediaTime) -> [Change] {
        guard place != nil else { return [] }
        var changes: [Change] = []
        while let next, next <= position {
            while nextEnd < cues.byEnd.count, cues.end(cues.byEnd[nextEnd]) == next {
                changes += hide([cues.byEnd[nextEnd]])
                nextEnd += 1
            }
            while nextStart < cues.byStart.count, cues.start(cues.byStart[nextStart]) == next {
                changes += show([cues.byStart[nextStart]])
                nextStart += 1
            }
        }
        place = max(place ?? position, position)
        return changes
    }

    /// Moves the playhead by a jump, such as a seek, and enables the display of cues.
    ///
    /// - Parameter position: The new position of the playhead.
    /// - Returns: The cues shown and hidden by the jump.
    package mutating func jump(to position: MediaTime) -> [Change] {
        endPassage()
        find(position)
        place = position
        lastTarget = position
        let due = cues.byStart[..<nextStart].filter { cues.end($0) > position }
        let stays = Set(due)
        let gone = cues.inTrackOrder(shown.filter { !stays.contains($0) })
        return hide(gone) + show(due.filter { !shown.contains($0) })
    }

    /// Hides all cues, and shows none until the next jump.
    ///
    /// - Returns: The hidden cues.
    package mutating func stop() -> [Change] {
        endPassage()
        place = nil
        return hide(cues.inTrackOrder(Array(shown)))
    }

    /// Records the interval that the playhead passed since the last jump.
    private mutating func endPassage() {
        if let place, place > lastTarget { passed.insert(lastTarget..<place) }
    }

    private mutating func find(_ position: MediaTime) {
        nextStart = cues.byStart.firstPlace { cues.start($0) > position }
        nextEnd = cues.byEnd.firstPlace { cues.end($0) > position }
    }

    private mutating func show(_ numbers: [Int]) -> [Change] {
        numbers.compactMap { shown.insert($0).inserted ? .show(cues[$0]) : nil }
    }

    private mutating func hide(_ numbers: [Int]) -> [Change] {
        numbers.compactMap { shown.remove($0) != nil ? .hide(cues[$0]) : nil }
    }
}

extension SubtitleCue {
    /// Whether the cue has visible text and ends after its start.
    var isVisible: Bool { start < end && !plainText.allSatisfy(\.isWhitespace) }
}

extension CueTrack.Change {
    /// Returns the event that reports the change.
    func event(of option: MediaOption) -> PlaybackEvent.Kind {
        switch self {
        case .show(let cue): .didShowCue(cue, of: option)
        case .hide(let cue): .didHideCue(cue, of: option)
        }
    }
}
