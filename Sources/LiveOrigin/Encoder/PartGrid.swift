import VirtualTime

/// The division of a segment into parts.
struct PartGrid: Equatable, Sendable {
    /// The duration of a part, except the last one of a segment.
    let length: MediaTime

    /// Creates a division into the longest parts of whole frames within a target duration.
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

    /// Returns a part of a segment, from its start.
    func range(_ index: Int, of duration: MediaTime) -> Range<MediaTime> {
        let start = min(length * index, duration)
        return start..<min(start + length, duration)
    }

    /// Returns the number of parts that end within a time from the start of a segment.
    func count(endedBy time: MediaTime, of duration: MediaTime) -> Int {
        if time >= duration { return count(of: duration) }
        return max(0, time.count(of: length))
    }
}
