package import VirtualTime

/// One packet of a track: a picture, an audio frame or a cue.
package struct Packet: Equatable, Sendable {
    /// The index of the track in the reader's list of tracks.
    package var track: Int

    /// The presentation time on the container's own clock; `nil` when unknown.
    package var pts: MediaTime?

    /// The decode time on the container's own clock; `nil` when unknown.
    package var dts: MediaTime?

    /// The duration; `nil` when unknown.
    package var duration: MediaTime?

    /// The size of the payload in bytes.
    package var size: Int

    /// Whether decoding can start at this packet.
    package var isKey: Bool

    /// Whether the payload is damaged or incomplete.
    package var isCorrupt: Bool

    /// Whether the packet is only decoded and not presented.
    package var isDiscarded: Bool
}
