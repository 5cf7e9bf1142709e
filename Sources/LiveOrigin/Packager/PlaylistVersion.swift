package import VirtualTime

/// The state of a media playlist at an instant; equal states are equal texts.
package struct PlaylistVersion: Hashable, Sendable {
    /// The number of resets of media sequence numbers.
    package var generation: Int
    /// The listed segments, by media sequence numbers without the offset of their rendition.
    package var sequences: Range<Int>
    /// The number of parts after the last segment.
    package var partCount: Int
    /// Whether the broadcast has ended with `EXT-X-ENDLIST`.
    package var hasEnded: Bool
    /// The number of changes of locations.
    package var revision: Int
    /// The declared target duration.
    package var targetDuration: MediaTime
    /// The progress of the other renditions.
    package var progress: [Progress]

    /// The progress of a rendition, for rendition reports.
    package struct Progress: Hashable, Sendable {
        /// The last media sequence number with a part, or else with a segment.
        package var sequence: Int
        /// The last part; `nil` in a rendition without parts.
        package var part: Int?
    }
}
