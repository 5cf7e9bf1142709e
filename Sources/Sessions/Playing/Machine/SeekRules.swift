package import VirtualTime

/// The rules for a seek: which media stays in the buffer, and where the seek lands.
package struct SeekRules: Equatable, Sendable {
    /// The amount of media before the playhead that stays in the buffer; `nil` keeps all of it.
    ///
    /// A seek to a position that is not in the buffer empties the buffer.
    package var backBuffer: MediaTime?
    /// Whether the player receives the whole response to a request that is useless after a seek.
    ///
    /// If so, the player requests media for the target of the seek only after this response has
    /// ended.
    package var finishesRequests = false
    /// The distance from a live window's start at which a seek to an earlier position lands.
    package var windowMargin = MediaTime.zero

    /// Creates rules that keep all media and cancel useless requests.
    package init() {}

    /// Creates rules.
    ///
    /// - Parameters:
    ///   - backBuffer: The amount of media before the playhead that stays in the buffer; `nil`
    ///     keeps all of it.
    ///   - windowMargin: The distance from a live window's start at which a seek to an earlier
    ///     position lands.
    package init(backBuffer: MediaTime?, windowMargin: MediaTime = .zero) {
        self.backBuffer = backBuffer
        self.windowMargin = windowMargin
    }

    /// Returns the position at which a seek lands.
    ///
    /// - Parameters:
    ///   - target: The requested position.
    ///   - seekable: The seekable range.
    ///   - isLive: Whether the seekable range is the window of a broadcast.
    /// - Returns: The position, within the seekable range.
    package func landing(
        of target: MediaTime, in seekable: Range<MediaTime>, isLive: Bool
    ) -> MediaTime {
        let lowest = seekable.lowerBound
        let start = isLive && target < lowest ? lowest + windowMargin : lowest
        return min(max(target, start), max(seekable.upperBound, lowest))
    }
}
