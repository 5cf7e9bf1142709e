public import VirtualTime

/// A set of points of a media timeline, kept as sorted, disjoint, half-open intervals.
///
/// Adding at the end, as playback does, takes constant time.
public struct IntervalSet: Equatable, Sendable {
    /// The intervals in ascending order, none empty and no two adjacent.
    public private(set) var intervals: [Range<MediaTime>] = []

    /// Creates an empty set.
    public init() {}

    /// Creates a set of one interval.
    ///
    /// - Parameter interval: The interval; it may be empty.
    public init(_ interval: Range<MediaTime>) {
        if !interval.isEmpty { intervals = [interval] }
    }

    /// Whether the set is empty.
    public var isEmpty: Bool { intervals.isEmpty }

    /// The total duration of the intervals.
    public var total: MediaTime {
        intervals.reduce(.zero) { $0 + $1.length }
    }

    /// Adds an interval.
    ///
    /// - Parameter interval: The interval; it may overlap the set.
    public mutating func insert(_ interval: Range<MediaTime>) {
        guard !interval.isEmpty else { return }
        guard let last = intervals.last, last.upperBound >= interval.lowerBound else {
            intervals.append(interval)
            return
        }
        if last.lowerBound <= interval.lowerBound {
            guard interval.upperBound > last.upperBound else { return }
            intervals[intervals.count - 1] = last.lowerBound..<interval.upperBound
            return
        }
        let first = firstIndex(endingAtOrAfter: interval.lowerBound)
        var end = first
        var merged = interval
        while end < intervals.count, intervals[end].lowerBound <= interval.upperBound {
            merged =
                min(
                    merged.lowerBound, intervals[end].lowerBound)..<max(
                    merged.upperBound, intervals[end].upperBound)
            end += 1
        }
        intervals.replaceSubrange(first..<end, with: CollectionOfOne(merged))
    }

    /// Adds every point of another set.
    ///
    /// - Parameter other: The other set.
    public mutating func formUnion(_ other: IntervalSet) {
        for interval in other.intervals { insert(interval) }
    }

    /// Returns whether a point is in the set.
    ///
    /// - Parameter time: The point.
    /// - Returns: Whether an interval contains it.
    public func contains(_ time: MediaTime) -> Bool {
        interval(containing: time) != nil
    }

    /// Returns the interval that contains a point.
    ///
    /// - Parameter time: The point.
    /// - Returns: The interval, or `nil` when the point is not in the set.
    public func interval(containing time: MediaTime) -> Range<MediaTime>? {
        let index = firstIndex(endingAtOrAfter: time)
        for candidate in intervals[index...].prefix(2) where candidate.contains(time) {
            return candidate
        }
        return nil
    }

    /// Returns the points in both sets.
    ///
    /// - Parameter other: The other set.
    /// - Returns: The intersection.
    public func intersection(_ other: IntervalSet) -> IntervalSet {
        var result = IntervalSet()
        var left = 0
        var right = 0
        while left < intervals.count, right < other.intervals.count {
            let a = intervals[left]
            let b = other.intervals[right]
            if a.overlaps(b) { result.intervals.append(a.clamped(to: b)) }
            if a.upperBound < b.upperBound { left += 1 } else { right += 1 }
        }
        return result
    }

    /// Returns the points of this set that are not in another.
    ///
    /// - Parameter other: The other set.
    /// - Returns: The difference.
    public func subtracting(_ other: IntervalSet) -> IntervalSet {
        var result = IntervalSet()
        var right = 0
        for interval in intervals {
            var start = interval.lowerBound
            while right < other.intervals.count, other.intervals[right].upperBound <= start {
                right += 1
            }
            var index = right
            while index < other.intervals.count {
                let hole = other.intervals[index]
                guard hole.lowerBound < interval.upperBound else { break }
                if start < hole.lowerBound { result.intervals.append(start..<hole.lowerBound) }
                start = max(start, hole.upperBound)
                index += 1
            }
            if start < interval.upperBound { result.intervals.append(start..<interval.upperBound) }
        }
        return result
    }

    /// Returns whether an interval shares a point with the set.
    ///
    /// - Parameter interval: The interval.
    /// - Returns: Whether at least one point is in both.
    public func overlaps(_ interval: Range<MediaTime>) -> Bool {
        let index = firstIndex(endingAtOrAfter: interval.lowerBound)
        return intervals[index...].prefix(2).contains { $0.overlaps(interval) }
    }

    private func firstIndex(endingAtOrAfter time: MediaTime) -> Int {
        intervals.firstPlace { $0.upperBound >= time }
    }
}

extension Range<MediaTime> {
    /// The distance between the bounds.
    public var length: MediaTime { upperBound - lowerBound }
}
