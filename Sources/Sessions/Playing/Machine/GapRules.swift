package import VirtualTime

/// The jumps of a playhead over holes in the buffer.
///
/// A hole is time of the presentation for which audio or video has no samples, between media that is
/// ready or at its start: a segment that counts as a gap or is done without, timestamps that jump, or
/// a track that ends before the others. A player without these rules passes it in real time.
package struct GapRules: Equatable, Sendable {
    /// The longest hole that is passed in real time.
    package var tolerance: MediaTime
    /// The longest hole of video alone that is passed in real time, while audio continues; a longer one
    /// is passed for so long, and then jumped over.
    package var videoTolerance: MediaTime
    /// The distance before a hole at which the playhead jumps if media behind the hole is ready.
    package var lead: MediaTime
    /// The time for which the playhead waits at a hole with media behind it.
    package var delay: Duration
    /// The distance of the landing from the end of the hole.
    package var padding: MediaTime

    /// A jump of the playhead.
    package struct Jump: Equatable, Sendable {
        /// The position from which it jumps.
        package let start: MediaTime
        /// The end of the hole.
        package let holeEnd: MediaTime
        /// The position at which it lands.
        package let target: MediaTime
    }

    /// Creates rules.
    ///
    /// - Parameters:
    ///   - tolerance: The longest hole that is passed in real time.
    ///   - videoTolerance: The longest hole of video alone that is passed in real time.
    ///   - lead: The distance before a hole at which the playhead jumps.
    ///   - delay: The time for which it waits at a hole.
    ///   - padding: The distance of the landing from the end of the hole.
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
    /// - Returns: The jump, which begins at the position if the playhead is in a hole; `nil` without a
    ///   hole ahead.
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
