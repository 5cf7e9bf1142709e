package import Playlists

/// The position in a live playlist from which media is requested next.
///
/// Gaps are never requested, nor are segments that have left the playlist. A preload hint is
/// requested once. After the server has refused it, the cursor waits for a playlist that lists the
/// part or has another hint.
///
/// Reference: rfc8216bis, sections 4.4.4.7 (EXT-X-GAP) and 6.2.6 (Providing Preload Hints).
package struct LiveCursor: Equatable, Sendable {
    /// The next item: media to request or skip, a wait, or the end.
    package enum Item: Equatable, Sendable {
        /// A segment to request.
        case segment(SegmentNumber)
        /// A part to request, by its index.
        case part(SegmentNumber, Int)
        /// A part that a preload hint announces and that the playlist does not list yet.
        case hint(SegmentNumber, Int, PreloadHint)
        /// A segment or part that the playlist declares as a gap.
        case gap(SegmentNumber, part: Int?)
        /// The next segment has left the playlist; `before` is the first segment still listed.
        case expired(before: SegmentNumber)
        /// Nothing can be requested until the playlist changes.
        case wait
        /// Nothing follows, because the playlist has ended.
        case end
    }

    /// The number of the segment from which media is requested next.
    package private(set) var number: SegmentNumber
    /// The index within the segment of the part to request next; 0 at the start of the segment.
    package private(set) var part = 0
    private var refused: PreloadHint?

    /// Creates a cursor at the start of a segment, or at one of its parts.
    package init(_ number: SegmentNumber, part: Int = 0) {
        self.number = number
        self.part = part
    }

    /// Returns the media to request or skip next, or a wait, or the end.
    package func item(in window: LiveWindow) -> Item {
        if number < window.first { return .expired(before: window.first) }
        let playlist = window.playlist
        if let segment = window.segment(number) {
            guard part > 0, part < segment.parts.count else {
                return segment.isGap ? .gap(number, part: nil) : .segment(number)
            }
            let isGap = segment.isGap || segment.parts[part].isGap
            return isGap ? .gap(number, part: part) : .part(number, part)
        }
        if window.hasEnded { return .end }
        guard number == window.next, window.tuning.loadsParts,
            playlist.partInformation != nil
        else { return .wait }
        let parts = playlist.trailingParts
        if part < parts.count {
            let isGap = parts[part].isGap || playlist.tail?.isGap == true
            return isGap ? .gap(number, part: part) : .part(number, part)
        }
        guard part == parts.count, playlist.tail?.isGap != true,
            let hint = playlist.preloadHints.first(where: { $0.kind == .part }),
            hint != refused
        else { return .wait }
        return .hint(number, part, hint)
    }

    /// Moves past a segment, part, hint or gap.
    ///
    /// If the item is an expired segment, the cursor moves to the first listed segment. If the item
    /// is a wait or the end, the cursor does not move.
    package mutating func move(past item: Item) {
        switch item {
        case .segment(let number), .gap(let number, part: nil):
            self.number = number.advanced(by: 1)
            part = 0
        case .part(let number, let index), .gap(let number, part: .some(let index)),
            .hint(let number, let index, _):
            self.number = number
            part = index + 1
        case .expired(let first):
            number = first
            part = 0
        case .wait, .end: break
        }
    }

    /// Moves to the next segment if all parts of the current segment were requested.
    ///
    /// The current segment must be completely listed. If its parts are no longer listed, the cursor
    /// does not move, and the whole segment is requested, because media that is loaded twice is
    /// preferable to missing media.
    package mutating func settle(in window: LiveWindow) {
        guard let segment = window.segment(number), !segment.parts.isEmpty,
            part >= segment.parts.count
        else { return }
        move(past: .segment(number))
    }

    /// Records that the server refused a preload hint, so that the hint is not requested again.
    package mutating func refuse(_ hint: PreloadHint) { refused = hint }
}
