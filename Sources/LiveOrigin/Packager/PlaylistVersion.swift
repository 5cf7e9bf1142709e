package import VirtualTime

/// The state of a media playlist at an instant; equal states have equal playlist texts.
package struct PlaylistVersion: Hashable, Sendable {
    /// The number of resets of the media sequence numbers before this version.
    package var generation: Int
    /// The media sequence numbers of the listed segments, before a rendition's offset is added.
    package var sequences: Range<Int>
    /// The number of listed parts after the last complete segment.
    package var partCount: Int
    /// Whether the broadcast has ended with `EXT-X-ENDLIST`.
    package var hasEnded: Bool
    /// The number of times that all segment locations have changed since the broadcast started.
    package var revision: Int
    /// The declared target duration.
    package var targetDuration: MediaTime
    /// The progress of the other renditions.
    package var progress: [Progress]

    /// The progress of a rendition, for rendition reports.
    package struct Progress: Hashable, Sendable {
        /// The media sequence number of the newest segment that is complete or has listed parts.
        package var sequence: Int
        /// The index of the newest part; `nil` in a rendition without parts.
        package var part: Int?
    }
}
