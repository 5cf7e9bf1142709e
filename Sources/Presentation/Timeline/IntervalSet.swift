public import VirtualTime

/// A set of points of a media timeline, kept as sorted, disjoint, half-open intervals.
///
/// Adding at the end, which is what playing does, takes constant time.
public struct IntervalSet: Equatable, Sendable {
    /// The intervals in ascending order; none is empty and no two touch.
    public private(set) var intervals: [Range<MediaTime>] = []

    /// Creates an empty set.
    public init() {}

    /// Creates the set of one interval.
    ///
    /// - Parameter interval: The interval; it may be empty.
    public init(_ interval: Range<MediaTime>) {
        if !interval.isEmpty { intervals = [interval] }
    }

    /// Whether no point is in the set.
    public var isEmpty: Bool { intervals.isEmpty }

    /// How much time the intervals take together.
    public var total: MediaTime {
        intervals.reduce(.zero) { $0 + $1.length }
    }

    /// Adds an interval.
    ///
    /// - Parameter interval: What to add; it may overlap what is there.
    public mutating func insert(_ interval: Range<MediaTime>) {
        guard !interval.isEmpty else { return }
        guard let last = intervals.last, last.upperBound >= interval.lowerBound else {
            intervals.append(interval)
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

    /// Whether a point is in the set.
    ///
    /// - Parameter time: The point.
    /// - Returns: Whether an interval holds it.
    public func contains(_ time: MediaTime) -> Bool {
        interval(containing: time) != nil
    }

    /// The interval that holds a point.
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

    /// The points that lie in both sets.
    ///
    /// - Parameter other: The other set.
    /// - Returns: What both share.
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

    /// The points of this set that do not lie in another.
    ///
    /// - Parameter other: The other set.
    /// - Returns: What is left of this set.
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

    /// Whether an interval shares a point with the set.
    ///
    /// - Parameter interval: The interval.
    /// - Returns: Whether at least one point lies in both.
    public func overlaps(_ interval: Range<MediaTime>) -> Bool {
        let index = firstIndex(endingAtOrAfter: interval.lowerBound)
        return intervals[index...].prefix(2).contains { $0.overlaps(interval) }
    }

    private func firstIndex(endingAtOrAfter time: MediaTime) -> Int {
        intervals.firstPlace { $0.upperBound >= time }
    }
}

extension Range<MediaTime> {
    /// How much time lies between the bounds.
    public var length: MediaTime { upperBound - lowerBound }
}
