package import VirtualTime

/// One segment of a broadcast, before an encoder names it.
package struct ProgrammeItem: Equatable, Sendable {
    /// The origin of the media.
    package enum Source: Hashable, Sendable {
        /// A source of the programme, by its index.
        case programme(Int)
        /// A break, by its index.
        case adBreak(Int)
    }

    /// An item's place in a break.
    package struct BreakPlace: Hashable, Sendable {
        /// The index of the break in its programme.
        package var adBreak: Int
        /// The number of the repetition, from 0.
        package var occurrence: Int
        /// The number of items of the same break before this one.
        package var index: Int
    }

    /// The number of items before this one since the start of the broadcast.
    package var number: Int
    /// The origin of the media.
    package var source: Source
    /// The number of complete repetitions of the programme's sources before this item; 0 in a break.
    package var round: Int
    /// The index of the segment in its track.
    package var segment: Int
    /// The start, counted from the start of the broadcast.
    package var start: MediaTime
    /// The duration on the broadcast.
    package var duration: MediaTime
    /// The difference between the timestamps on the broadcast and in the source.
    package var shift: MediaTime
    /// Whether timestamps or encoding jump before this item.
    package var startsDiscontinuity: Bool
    /// The place in a break; `nil` in the programme itself.
    package var place: BreakPlace?
    /// The break that ends right before this item; `nil` when there is none.
    package var endedBreak: Int?

    /// The end, counted from the start of the broadcast.
    package var end: MediaTime { start + duration }
}
