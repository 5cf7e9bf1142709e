package import VirtualTime

/// The amount of media that is withheld at the end of a segment until the next segment arrives.
///
/// This media has arrived but cannot be played yet. A parser of transport streams cannot know the
/// end of the last packet of a stream before the next packet begins, and a decoder keeps the last
/// frames to reorder them.
package struct WithheldEnd: Equatable, Sendable {
    /// The withheld length of a transport stream or of packed audio.
    package var transportStream = MediaTime.zero
    /// The withheld length of movie fragments.
    package var fragments = MediaTime.zero

    /// Creates a withheld end of zero length.
    package init() {}

    /// Creates a withheld end.
    package init(transportStream: MediaTime, fragments: MediaTime) {
        self.transportStream = transportStream
        self.fragments = fragments
    }

    /// The greater of the two withheld lengths.
    package var longest: MediaTime { max(transportStream, fragments) }

    /// Returns the excess of this value over `other`, for the container with the smaller excess.
    ///
    /// The result is negative if `other` has a greater length for either kind of container.
    package func leastExcess(over other: WithheldEnd) -> MediaTime {
        min(transportStream - other.transportStream, fragments - other.fragments)
    }

    /// Returns the withheld length, depending on whether the segments are movie fragments.
    package func length(inFragments: Bool) -> MediaTime {
        inFragments ? fragments : transportStream
    }
}
