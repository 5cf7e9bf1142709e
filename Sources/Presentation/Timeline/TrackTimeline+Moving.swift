package import VirtualTime

/// The methods that update a timeline when its playlist changes.
extension TrackTimeline {
    /// The number of segments for which memory is allocated.
    package var capacity: Int { max(promisedStarts.capacity, domains.capacity, measured.capacity) }

    /// Adds segments at the end.
    ///
    /// - Parameters:
    ///   - promises: The declared duration and discontinuity domain of each segment.
    ///   - first: The number of the first added segment, not before ``next``.
    package mutating func append(_ promises: Promises, from first: SegmentNumber) {
        guard promises.count > 0 else { return }
        if places.count == 0 {
            promisedStarts.reserveCapacity(promises.count + 1)
            domains.reserveCapacity(promises.count)
        }
        places.append(promises.count, from: first)
        var time = promisedDurationSoFar
        for index in 0..<promises.count {
            let promise = promises.promise(index)
            time += promise.duration
            promisedStarts.append(time)
            domains.append(Int32(truncatingIfNeeded: promise.domain))
        }
    }

    /// Adds segments at the end, after a hole for segments that were never listed.
    ///
    /// - Parameters:
    ///   - promises: The declared duration and discontinuity domain of each added segment.
    ///   - first: The number of the first added segment, not before ``next``.
    ///   - hole: The assumed duration of the segments that were never listed.
    package mutating func append(
        _ promises: Promises, from first: SegmentNumber, behind hole: MediaTime
    ) {
        if places.count > 0, hole > .zero, promises.count > 0 {
            holes.append(Hole(place: places.count))
            places.appendHole()
            domains.append(domains[domains.count - 1])
            promisedStarts.append(promisedDurationSoFar + hole)
        }
        append(promises, from: first)
    }

    /// Changes the declared duration of the last segment when more of its parts are listed.
    ///
    /// The discontinuity domain of the segment is also replaced.
    package mutating func revise(_ promise: Promise) {
        guard places.count > 0 else { return }
        let last = places.count - 1
        promisedStarts[last + 1] = promisedStarts[last] + promise.duration
        domains[last] = Int32(truncatingIfNeeded: promise.domain)
    }

    /// Removes the segments before a number; the other segments keep their positions.
    package mutating func drop(before number: SegmentNumber) {
        var count = min(places.place(of: number), places.count)
        if places.isHole(count) { count += 1 }
        guard count > 0 else { return }
        if isAnchored(at: count) { base = chainedStart(at: count) - promisedStarts[count] }
        remove(0..<count, leavesHole: false)
    }

    /// Replaces expired segments with a hole; the other segments keep their positions.
    ///
    /// - Parameter numbers: The expired numbers; at least one listed segment must follow them.
    package mutating func expire(_ numbers: Range<SegmentNumber>) {
        var lower = places.place(of: numbers.lowerBound)
        var upper = places.place(of: numbers.upperBound)
        guard lower < upper else { return }
        precondition(upper < places.count, "a segment must follow a hole")
        // Adjacent holes are merged.
        if places.isHole(upper) { upper += 1 }
        if lower > 0, places.isHole(lower - 1) { lower -= 1 }
        guard lower > 0 else { return drop(before: places.number(at: upper)) }
        var hole = Hole(place: lower)
        hole.start = measured[lower]?.lowerBound ?? holes.first { $0.place == lower }?.start
        let isMeasured =
            measured.isAnyMeasured(in: lower..<upper)
            || holes.contains { (lower..<upper).contains($0.place) && $0.end != nil }
        if isMeasured { hole.end = chainedStart(at: upper) }
        remove(lower..<upper, leavesHole: true)
        holes.insert(hole, at: holes.firstPlace { $0.place > lower })
    }

    private var promisedDurationSoFar: MediaTime { promisedStarts[promisedStarts.count - 1] }

    /// Removes segments and holes, optionally leaving one hole in their place.
    private mutating func remove(_ range: Range<Int>, leavesHole: Bool) {
        let left = leavesHole ? 1 : 0
        // The hole keeps the start and the discontinuity domain of the first removed segment or
        // hole.
        let gone = range.lowerBound + left..<range.upperBound
        places.remove(range, leavesHole: leavesHole)
        promisedStarts.removeSubrange(gone)
        domains.removeSubrange(gone)
        measured.remove(range, leaving: left)
        holes.removeAll { range.contains($0.place) }
        for index in holes.indices where holes[index].place >= range.upperBound {
            holes[index].place -= gone.count
        }
        promisedStarts.releaseSurplus()
        domains.releaseSurplus()
    }
}
