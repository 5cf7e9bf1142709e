package import VirtualTime

/// The media that a seek leaves in the buffer, and the positions that it reaches.
package struct SeekRules: Equatable, Sendable {
    /// The media behind the playhead that stays in the buffer; `nil` keeps all of it.
    ///
    /// A seek to a position that is not in the buffer empties it.
    package var backBuffer: MediaTime?
    /// Whether a request that a seek makes useless still receives its response, before the requests
    /// for the target.
    package var finishesRequests = false
    /// The distance behind the start of a broadcast's window at which a seek to an earlier position
    /// lands.
    package var windowMargin = MediaTime.zero

    /// Creates rules that keep all media and cancel useless requests.
    package init() {}

    /// Creates rules.
    ///
    /// - Parameters:
    ///   - backBuffer: The media behind the playhead that stays in the buffer.
    ///   - windowMargin: The distance from the start of a window.
    package init(backBuffer: MediaTime?, windowMargin: MediaTime = .zero) {
        self.backBuffer = backBuffer
        self.windowMargin = windowMargin
    }

    /// Returns the position that a seek reaches.
    ///
    /// - Parameters:
    ///   - target: The position that is sought.
    ///   - seekable: The positions that can be sought.
    ///   - isLive: Whether they are the window of a broadcast.
    /// - Returns: The position, within the seekable ones.
    package func landing(
        of target: MediaTime, in seekable: Range<MediaTime>, isLive: Bool
    ) -> MediaTime {
        let lowest = seekable.lowerBound
        let start = isLive && target < lowest ? lowest + windowMargin : lowest
        return min(max(target, start), max(seekable.upperBound, lowest))
    }
}
