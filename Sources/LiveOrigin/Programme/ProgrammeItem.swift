package import VirtualTime

/// One segment of a broadcast, before an encoder assigns a media sequence number.
package struct ProgrammeItem: Equatable, Sendable {
    /// The source or break that contains the media.
    package enum Source: Hashable, Sendable {
        /// A source of the programme, by its index.
        case programme(Int)
        /// A break, by its index.
        case adBreak(Int)
    }

    /// The position of an item in a break.
    package struct BreakPlace: Hashable, Sendable {
        /// The index of the break in its programme.
        package var adBreak: Int
        /// The number of earlier occurrences of the same break.
        package var occurrence: Int
        /// The number of items of the same break before this one.
        package var index: Int
    }

    /// The number of items before this one since the start of the broadcast.
    package var number: Int
    /// The source or break that contains the media.
    package var source: Source
    /// The number of earlier complete repetitions of all sources; 0 for an item in a break.
    package var round: Int
    /// The index of the segment in the track of its source.
    package var segment: Int
    /// The start, counted from the start of the broadcast.
    package var start: MediaTime
    /// The duration in the broadcast, which can differ from the duration in the source.
    package var duration: MediaTime
    /// The offset from the timestamps in the source to the timestamps in the broadcast.
    package var shift: MediaTime
    /// Whether a discontinuity of timestamps or encoding precedes this item.
    package var startsDiscontinuity: Bool
    /// The position in a break; `nil` for an item outside of breaks.
    package var place: BreakPlace?
    /// The index of the break that ends right before this item; `nil` when there is none.
    package var endedBreak: Int?

    /// The end, counted from the start of the broadcast.
    package var end: MediaTime { start + duration }
}
