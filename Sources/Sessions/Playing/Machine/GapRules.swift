package import VirtualTime

/// The rules for the jumps of a playhead over holes in the buffer.
///
/// A hole is a part of the presentation for which audio or video has no samples, although the media
/// around it or after it is ready. A hole results from a segment that counts as a gap, a segment
/// that playback skips, a jump of timestamps, or a track that ends before the others. A player
/// without these rules passes a hole in real time.
package struct GapRules: Equatable, Sendable {
    /// The longest hole in the buffer through which the playhead moves in real time.
    package var tolerance: MediaTime
    /// The longest hole that is passed in real time if video is missing but audio continues.
    ///
    /// In a longer hole, the playhead first moves in real time for this long, and then jumps.
    package var videoTolerance: MediaTime
    /// The distance before a hole at which the playhead jumps over the hole.
    ///
    /// Without ready media after the hole, the playhead continues to the start of the hole.
    package var lead: MediaTime
    /// The time for which the playhead waits at a hole if media after the hole is ready.
    package var delay: Duration
    /// The distance from the end of the hole to the position at which the jump ends.
    package var padding: MediaTime

    /// A jump of the playhead.
    package struct Jump: Equatable, Sendable {
        /// The position from which the playhead jumps.
        package let start: MediaTime
        /// The end of the hole over which the playhead jumps.
        package let holeEnd: MediaTime
        /// The position at which the jump ends.
        package let target: MediaTime
    }

    /// Creates rules.
    ///
    /// - Parameters:
    ///   - tolerance: The longest hole that is passed in real time.
    ///   - videoTolerance: The longest hole that is passed in real time if only video is missing.
    ///   - lead: The distance before a hole at which the playhead jumps.
    ///   - delay: The time for which the playhead waits at a hole.
    ///   - padding: The distance from the end of the hole to the position at which the playhead
    ///     lands.
    package init(
        tolerance: MediaTime, videoTolerance: MediaTime, lead: MediaTime = .zero,
        delay: Duration = .zero, padding: MediaTime = .zero
    ) {
        self.tolerance = tolerance
        self.videoTolerance = videoTolerance
        self.lead = lead
        self.delay = delay
        self.padding = padding
    }

    /// Returns the next jump of the playhead.
    ///
    /// - Parameters:
    ///   - position: The position of the playhead.
    ///   - holes: The holes in the media that is ready, in ascending order.
    ///   - readyEnd: The end of the media that is ready.
    /// - Returns: The jump, which begins at the position if the playhead is in a hole; `nil` when
    ///   there is no hole at or after the position.
    package func jump(
        from position: MediaTime, over holes: [Range<MediaTime>], readyUpTo readyEnd: MediaTime
    ) -> Jump? {
        guard let hole = holes.first(where: { $0.upperBound > position }) else { return nil }
        let end = hole.upperBound
        let start = readyEnd > end ? hole.lowerBound - lead : hole.lowerBound
        return Jump(
            start: max(position, start), holeEnd: end,
            target: min(end + padding, max(end, readyEnd)))
    }
}
