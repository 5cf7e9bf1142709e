import VirtualTime

/// The positions of a timeline's entries by their indices; entries are segments and holes.
extension TrackTimeline {
    func interval(at place: Int) -> Range<MediaTime> {
        let start = start(at: place)
        if isHole(place) { return start..<max(start, self.start(at: place + 1)) }
        if place + 1 < places.count, let next = knownStart(at: place + 1),
            sharesDomain(place, place + 1)
        {
            return start..<max(start, next)
        }
        return start..<start + length(at: place)
    }

    func start(at place: Int) -> MediaTime {
        knownStart(at: place) ?? chainedStart(at: place)
    }

    /// Returns the start of a timeline entry, computed from the entries before it.
    func chainedStart(at place: Int) -> MediaTime {
        let anchor = measured.last(before: place)
        // A segment can be measured before it expires and becomes part of a hole. Its measurement
        // then determines the start at `place`, unless a segment after the hole was measured.
        if let hole = lastMeasuredHole(before: place), let end = hole.end,
            anchor.map({ $0 < hole.place }) ?? true
        {
            return end + (promisedStarts[place] - promisedStarts[hole.place + 1])
        }
        guard let anchor else { return promisedStarts[place] + (base ?? shift) }
        return start(at: anchor) + length(at: anchor)
            + (promisedStarts[place] - promisedStarts[anchor + 1])
    }

    /// Returns whether the start of a segment or a hole follows from a measured earlier segment.
    ///
    /// The earlier segment may already have been removed from the playlist.
    func isAnchored(at place: Int) -> Bool {
        base != nil || measured.last(before: place) != nil
            || lastMeasuredHole(before: place) != nil
    }

    func domain(at place: Int) -> Int {
        places.epoch(at: place) << 32 + Int(domains[place])
    }

    func sharesDomain(_ left: Int, _ right: Int) -> Bool {
        domains[left] == domains[right]
            && (places.stretchCount == 1 || places.epoch(at: left) == places.epoch(at: right))
    }

    /// Returns the measured start of a timeline entry; `nil` if it was not measured.
    private func knownStart(at place: Int) -> MediaTime? {
        if let own = measured[place] { return own.lowerBound }
        guard !holes.isEmpty else { return nil }
        return holes.first { $0.place == place }?.start
    }

    /// Returns the measured duration of a segment, or else its declared duration.
    ///
    /// The declared duration also applies if it exceeds the measured one by more than
    /// ``tolerance``.
    private func length(at place: Int) -> MediaTime {
        let promised = promisedStarts[place + 1] - promisedStarts[place]
        guard let own = measured[place] else { return promised }
        return own.length < promised - Self.tolerance ? promised : own.length
    }

    private func isHole(_ place: Int) -> Bool { !holes.isEmpty && places.isHole(place) }

    private func lastMeasuredHole(before place: Int) -> Hole? {
        holes.isEmpty ? nil : holes.last { $0.place < place && $0.end != nil }
    }
}
