import VirtualTime

/// The division of a segment into parts.
struct PartGrid: Equatable, Sendable {
    /// The duration of every part except the last part of a segment.
    let length: MediaTime

    /// Creates a division into parts with a whole number of frames.
    ///
    /// A part has as many frames as fit into the target duration, but at least one. The last part
    /// of a segment can be shorter. When `frame` is `nil`, the parts have the target duration.
    init(target: MediaTime, frame: MediaTime?) {
        guard let frame, frame > .zero else {
            length = target
            return
        }
        length = frame * max(1, target.count(of: frame))
    }

    /// Returns the number of parts of a segment.
    func count(of duration: MediaTime) -> Int {
        max(1, -(-duration).count(of: length))
    }

    /// Returns the time range of a part, counted from the start of its segment.
    func range(_ index: Int, of duration: MediaTime) -> Range<MediaTime> {
        let start = min(length * index, duration)
        return start..<min(start + length, duration)
    }

    /// Returns the number of parts that end no later than a given time.
    ///
    /// The time is counted from the start of the segment.
    func count(endedBy time: MediaTime, of duration: MediaTime) -> Int {
        if time >= duration { return count(of: duration) }
        return max(0, time.count(of: length))
    }
}
