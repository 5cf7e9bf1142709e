/// The position of a segment or partial segment in the player's playlist of a broadcast.
package struct BroadcastPlace: Hashable, Sendable {
    /// The media sequence number.
    package var sequence: Int
    /// The number of earlier parts of the same segment; `nil` for a whole segment.
    package var part: Int?
    /// The number of segments after this segment in the player's playlist.
    package var fromEdge: Int

    /// Creates a place.
    package init(sequence: Int, part: Int?, fromEdge: Int) {
        self.sequence = sequence
        self.part = part
        self.fromEdge = fromEdge
    }
}
