/// The place of a segment or part in a broadcast, as known to its player.
package struct BroadcastPlace: Hashable, Sendable {
    /// The media sequence number.
    package var sequence: Int
    /// The number of parts before it in its segment; `nil` for a whole segment.
    package var part: Int?
    /// The number of newer segments that the player's playlist lists.
    package var fromEdge: Int

    /// Creates a place.
    package init(sequence: Int, part: Int?, fromEdge: Int) {
        self.sequence = sequence
        self.part = part
        self.fromEdge = fromEdge
    }
}
