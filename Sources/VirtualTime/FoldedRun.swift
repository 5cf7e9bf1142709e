/// Consecutive elements of a list, stored one by one or as the first period of a series.
public struct FoldedRun<Element: Foldable> {
    /// The number of elements in the list before the run.
    @usableFromInline package let start: Int
    /// The elements of the first period if the run is a series; otherwise, all elements of the run.
    @usableFromInline package var elements: [Element]
    /// The distances from each element to the element one period later.
    ///
    /// They are empty unless the run is a series.
    @usableFromInline package let distances: [Element.Distance]
    /// The number of elements, including all repetitions.
    @usableFromInline package var count: Int

    /// Creates a run of single elements.
    @inlinable package init(start: Int, elements: [Element]) {
        self.init(start: start, elements: elements, distances: [], count: elements.count)
    }

    /// Creates a run that is a series, from its first period.
    @inlinable package init(
        start: Int, elements: [Element], distances: [Element.Distance], count: Int
    ) {
        self.start = start
        self.elements = elements
        self.distances = distances
        self.count = count
    }

    /// Whether the elements repeat with constant distances.
    @inlinable package var isSeries: Bool { !distances.isEmpty }
    /// The number of elements in the list up to the end of the run.
    @inlinable package var end: Int { start + count }

    /// Returns an element.
    ///
    /// - Parameter offset: The index of the element within the run, counted from 0.
    /// - Returns: The element, which is computed from the first period if the run is a series.
    @inlinable package func element(_ offset: Int) -> Element {
        guard isSeries else { return elements[offset] }
        let (times, place) = offset.quotientAndRemainder(dividingBy: elements.count)
        return times == 0
            ? elements[place] : elements[place].advanced(by: distances[place], times: times)
    }
}

/// A run can be an element of a series: for example, six events that recur every six seconds.
extension FoldedRun: Foldable {
    /// The distance between two runs.
    public struct Distance: Equatable, Sendable {
        /// The number of elements from the start of the earlier run to the start of the later run.
        @usableFromInline package let count: Int
        /// The distances between the elements of two runs, for each element of the first period.
        @usableFromInline package let elements: [Element.Distance]

        @usableFromInline init(count: Int, elements: [Element.Distance]) {
            self.count = count
            self.elements = elements
        }
    }

    /// A hash that is equal for similar runs.
    @inlinable public var likeness: Int {
        var hash = count &* 31 &+ distances.count
        for element in elements { hash = hash &* 31 &+ element.likeness }
        return hash
    }

    /// Returns the distance from an earlier run; `nil` unless both runs are alike.
    ///
    /// Runs are alike if they have similar elements, repeated equally often at the same distances.
    @inlinable public func distance(from earlier: FoldedRun) -> Distance? {
        guard count == earlier.count, elements.count == earlier.elements.count,
            distances == earlier.distances
        else { return nil }
        var result: [Element.Distance] = []
        for (element, other) in zip(elements, earlier.elements) {
            guard let distance = element.distance(from: other) else { return nil }
            result.append(distance)
        }
        return Distance(count: start - earlier.start, elements: result)
    }

    /// Returns this run, moved by a multiple of a distance.
    @inlinable public func advanced(by distance: Distance, times: Int) -> FoldedRun {
        FoldedRun(
            start: start + distance.count * times,
            elements: zip(elements, distance.elements).map {
                $0.advanced(by: $1, times: times)
            }, distances: distances, count: count)
    }
}

/// Access to a run whose elements are runs themselves.
extension FoldedRun {
    /// Returns an element of one of the inner runs.
    ///
    /// - Parameter index: The index of the element in the list, counted over all inner runs.
    /// - Returns: The element.
    @inlinable func nested<Inner>(_ index: Int) -> Inner where Element == FoldedRun<Inner> {
        let first = elements[0].start
        guard isSeries else {
            let run = elements[elements.firstPlace { $0.end > index }]
            return run.element(index - run.start)
        }
        let (times, offset) = (index - first).quotientAndRemainder(
            dividingBy: distances[0].count)
        let place = elements.firstPlace { $0.end - first > offset }
        let run = elements[place]
        let inRun = first + offset - run.start
        let element = run.element(inRun)
        guard times > 0 else { return element }
        let distance = distances[place].elements[inRun % run.elements.count]
        return element.advanced(by: distance, times: times)
    }
}
