package import VirtualTime

/// The end of a segment that a player cannot play before the next one has arrived.
///
/// A parser of transport streams cannot know the end of the last packet of a stream before the next
/// packet begins, and a decoder keeps the last frames to reorder them.
package struct WithheldEnd: Equatable, Sendable {
    /// The length in a transport stream, or packed audio.
    package var transportStream = MediaTime.zero
    /// The length in fragments of a movie.
    package var fragments = MediaTime.zero

    /// Creates an end of no length.
    package init() {}

    /// Creates an end.
    package init(transportStream: MediaTime, fragments: MediaTime) {
        self.transportStream = transportStream
        self.fragments = fragments
    }

    /// The longer of both lengths.
    package var longest: MediaTime { max(transportStream, fragments) }

    /// Returns the lesser of the differences from another end; it may be negative.
    package func leastExcess(over other: WithheldEnd) -> MediaTime {
        min(transportStream - other.transportStream, fragments - other.fragments)
    }

    /// Returns the length of the end.
    package func length(inFragments: Bool) -> MediaTime {
        inFragments ? fragments : transportStream
    }
}
