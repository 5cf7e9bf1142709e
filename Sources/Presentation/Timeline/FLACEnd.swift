package import VirtualTime

/// The end of FLAC, where `EXTINF` may count a packet that has no frame.
///
/// At the end of FLAC, FFmpeg's encoder emits a packet without a frame, which FFmpeg's `EXTINF`
/// counts as a full frame. The frame before this packet is usually shorter than others, so a full
/// one shows that a frame may be missing.
package struct FLACEnd: Equatable, Sendable {
    /// The time by which `EXTINF` may exceed the media: a full frame.
    package let surplus: MediaTime
    /// Whether the last frame is a full one.
    private let isFull: Bool

    /// Creates the end of a segment.
    ///
    /// - Parameters:
    ///   - frame: The usual duration of a frame.
    ///   - last: The duration of the last frame.
    package init(frame: MediaTime, last: MediaTime) {
        surplus = frame
        isFull = last * 50 >= frame * 49
    }

    /// Returns whether a frame is missing, although the deficit may be as short as a frame.
    ///
    /// After a full frame, only the packet without a frame explains a deficit, so any other deficit
    /// shows a missing frame.
    ///
    /// - Parameters:
    ///   - deficit: The time by which `EXTINF` exceeds the media.
    ///   - precision: The largest error with which `EXTINF` still counts as exact.
    /// - Returns: Whether a frame is missing.
    package func lacksFrame(_ deficit: MediaTime, precision: MediaTime) -> Bool {
        let excess = deficit - surplus
        return isFull && deficit > precision && max(excess, -excess) > precision
    }
}
