/// Divides elements into runs while they are appended.
///
/// A run is a series with constant distances, or the elements between two series.
@usableFromInline struct SeriesFolder<Element: Foldable> {
    /// The maximum number of elements in a period of a series.
    @usableFromInline static var longestPeriod: Int { 512 }
    /// The minimum number of equal periods that become a series.
    @usableFromInline static var leastPeriods: Int { 3 }

    /// The series that the next element may continue; `nil` if there is none.
    @usableFromInline var open: FoldedRun<Element>?
    /// The latest element for each position in the period of ``open``; empty if ``open`` is `nil`.
    @usableFromInline var latest: [Element] = []
    /// The elements at the end that do not belong to a run yet.
    @usableFromInline var rest: [Element] = []
    @usableFromInline var likenesses: [Int] = []
    /// The number of elements before ``rest``.
    @usableFromInline var start = 0

    @inlinable init() {}

    /// Appends an element.
    ///
    /// - Returns: A run that is now complete and directly follows the runs returned earlier; `nil`
    ///   if no run is complete.
    @inlinable mutating func append(_ element: Element) -> FoldedRun<Element>? {
        if continues(with: element) { return nil }
        let ended = open
        open = nil
        rest.append(element)
        likenesses.append(element.likeness)
        // After a series, `rest` has only one element, which cannot form another series.
        if let ended { return ended }
        if let single = fold() { return single }
        return rest.count > Self.longestPeriod * (Self.leastPeriods + 2)
            ? settle(Self.longestPeriod) : nil
    }

    /// Returns whether an element continues the open series, and adds it to the series if so.
    @inlinable mutating func continues(with element: Element) -> Bool {
        guard let series = open else { return false }
        let place = series.count % latest.count
        guard element.distance(from: latest[place]) == series.distances[place] else {
            latest = []
            return false
        }
        latest[place] = element
        open?.count += 1
        start += 1
        return true
    }

    /// Makes a series of the last elements if these form several equal periods.
    ///
    /// - Returns: The run of the elements before the series; `nil` if there are none.
    @inlinable mutating func fold() -> FoldedRun<Element>? {
        let end = rest.count - 1
        let longest = Swift.min(Self.longestPeriod, rest.count / Self.leastPeriods)
        guard longest > 0 else { return nil }
        for period in 1...longest
        where likenesses[end] == likenesses[end - period]
            && likenesses[end] == likenesses[end - period * 2]
        {
            guard let distances = distances(ofPeriod: period) else { continue }
            let length = period * Self.leastPeriods
            let single = settle(rest.count - length)
            open = FoldedRun(
                start: start, elements: Array(rest.prefix(period)), distances: distances,
                count: length)
            latest = Array(rest.suffix(period))
            start += length
            rest.removeAll(keepingCapacity: true)
            likenesses.removeAll(keepingCapacity: true)
            return single
        }
        return nil
    }

    /// Returns the distances of the last period's elements from the elements one period earlier.
    ///
    /// The result is `nil` unless the last three periods are alike.
    @inlinable func distances(ofPeriod period: Int) -> [Element.Distance]? {
        let start = rest.count - period
        var distances: [Element.Distance] = []
        for place in (start..<rest.count).reversed() {
            guard likenesses[place] == likenesses[place - period],
                likenesses[place] == likenesses[place - period * 2],
                let distance = rest[place].distance(from: rest[place - period]),
                distance == rest[place - period].distance(from: rest[place - period * 2])
            else { return nil }
            distances.append(distance)
        }
        return distances.reversed()
    }

    /// Removes elements from the start of ``rest``, and returns them as a run if there are any.
    @inlinable mutating func settle(_ number: Int) -> FoldedRun<Element>? {
        guard number > 0 else { return nil }
        let run = FoldedRun(start: start, elements: Array(rest.prefix(number)))
        rest.removeFirst(number)
        likenesses.removeFirst(number)
        start += number
        return run
    }
}
