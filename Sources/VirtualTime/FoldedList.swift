/// An element of a list in which series of similar elements are stored once.
public protocol Foldable {
    /// The difference of two elements that differ only in numbers.
    associatedtype Distance: Equatable & Sendable

    /// A hash that is equal for similar elements; other elements may have the same hash.
    var likeness: Int { get }

    /// Returns the distance from an earlier element; `nil` unless both are alike.
    func distance(from earlier: Self) -> Distance?

    /// Returns the element that is some number of distances later.
    ///
    /// It must equal an actual element at this distance in all properties.
    func advanced(by distance: Distance, times: Int) -> Self
}

/// A list in which series that repeat with constant distances need no memory for each repetition.
///
/// A month of events such as "every second, one second later" becomes one series. The list has all
/// elements as they were appended. It is public and inlinable, so that the compiler generates
/// specialized code for the element types of other modules.
public struct FoldedList<Element: Foldable> {
    /// The longest period of a series.
    @usableFromInline static var longestPeriod: Int { 512 }
    /// The number of equal periods that become a series.
    @usableFromInline static var leastPeriods: Int { 3 }

    /// Consecutive elements, or a series of them.
    @usableFromInline struct Stretch {
        /// The number of elements before it.
        @usableFromInline let start: Int
        @usableFromInline var elements: [Element]
        /// The distances from each element to the element one period later; empty unless it is a
        /// series.
        @usableFromInline var distances: [Element.Distance]
        /// The number of elements with all repetitions.
        @usableFromInline var count: Int

        @inlinable init(
            start: Int, elements: [Element], distances: [Element.Distance] = [], count: Int
        ) {
            self.start = start
            self.elements = elements
            self.distances = distances
            self.count = count
        }

        /// The end in the list.
        @inlinable var end: Int { start + count }

        @inlinable func element(_ offset: Int) -> Element {
            guard !distances.isEmpty else { return elements[offset] }
            let (times, place) = offset.quotientAndRemainder(dividingBy: elements.count)
            return times == 0
                ? elements[place] : elements[place].advanced(by: distances[place], times: times)
        }
    }

    @usableFromInline var stretches: [Stretch] = []
    /// The last element of each place in the period of the current series; empty without one.
    @usableFromInline var latest: [Element] = []
    /// The elements at the end that are in no series yet.
    @usableFromInline var rest: [Element] = []
    @usableFromInline var likenesses: [Int] = []

    /// The number of elements.
    @inlinable public var count: Int { total }
    @usableFromInline var total = 0

    /// Creates an empty list.
    @inlinable public init() {}

    /// The elements; of each series, only the elements of the first period.
    ///
    /// The other elements of a series differ from these only in numbers.
    @inlinable public var exemplars: [Element] {
        var elements: [Element] = []
        for stretch in stretches { elements += stretch.elements }
        return elements + rest
    }

    /// Elements in a row: single ones, or a series of periods with constant distances.
    public struct Series {
        /// The elements of the first period; all elements unless it is a series.
        public let elements: [Element]
        /// The distances from each element to the element one period later; empty unless it is a
        /// series.
        public let distances: [Element.Distance]
        /// The number of elements with all repetitions.
        public let count: Int

        @inlinable init(elements: [Element], distances: [Element.Distance], count: Int) {
            self.elements = elements
            self.distances = distances
            self.count = count
        }
    }

    /// The list as series and single elements, in order.
    @inlinable public var series: [Series] {
        var series = stretches.map {
            Series(elements: $0.elements, distances: $0.distances, count: $0.count)
        }
        if !rest.isEmpty {
            series.append(Series(elements: rest, distances: [], count: rest.count))
        }
        return series
    }

    /// The number of elements in memory.
    @inlinable public var footprint: Int {
        stretches.reduce(rest.count) { $0 + $1.elements.count }
    }

    /// Appends an element.
    @inlinable public mutating func append(_ element: Element) {
        total += 1
        if continues(with: element) { return }
        rest.append(element)
        likenesses.append(element.likeness)
        fold()
        if rest.count > Self.longestPeriod * (Self.leastPeriods + 2) { settle(Self.longestPeriod) }
    }

    /// Continues the current series, or ends it.
    @inlinable mutating func continues(with element: Element) -> Bool {
        guard rest.isEmpty, !latest.isEmpty, let last = stretches.indices.last else { return false }
        let place = stretches[last].count % latest.count
        if element.distance(from: latest[place]) == stretches[last].distances[place] {
            latest[place] = element
            stretches[last].count += 1
            return true
        }
        latest = []
        return false
    }

    /// Makes a series of the last elements, if they are the last of several equal periods.
    @inlinable mutating func fold() {
        let end = rest.count - 1
        let longest = Swift.min(Self.longestPeriod, rest.count / Self.leastPeriods)
        guard longest > 0 else { return }
        for period in 1...longest
        where likenesses[end] == likenesses[end - period]
            && likenesses[end] == likenesses[end - period * 2]
        {
            guard let distances = distances(ofPeriod: period) else { continue }
            let length = period * Self.leastPeriods
            settle(rest.count - length)
            stretches.append(
                Stretch(
                    start: count - length, elements: Array(rest.prefix(period)),
                    distances: distances, count: length))
            latest = Array(rest.suffix(period))
            rest = []
            likenesses = []
            return
        }
    }

    /// Returns the distances of the elements of a period; `nil` unless the last periods are alike.
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

    /// Stores the first elements, which are not in a series, individually.
    @inlinable mutating func settle(_ number: Int) {
        guard number > 0 else { return }
        let first = count - rest.count
        if let last = stretches.indices.last, stretches[last].distances.isEmpty {
            stretches[last].elements += rest.prefix(number)
            stretches[last].count += number
        } else {
            stretches.append(
                Stretch(start: first, elements: Array(rest.prefix(number)), count: number))
        }
        rest.removeFirst(number)
        likenesses.removeFirst(number)
    }
}

extension FoldedList: RandomAccessCollection {
    /// The index of the first element.
    @inlinable public var startIndex: Int { 0 }
    /// The place after the last element.
    @inlinable public var endIndex: Int { count }

    /// Returns an element.
    @inlinable public subscript(index: Int) -> Element {
        let settled = count - rest.count
        if index >= settled { return rest[index - settled] }
        let place = stretches.firstPlace { $0.end > index }
        return stretches[place].element(index - stretches[place].start)
    }

    /// An iterator over all elements.
    public struct Iterator: IteratorProtocol {
        @usableFromInline let list: FoldedList
        @usableFromInline var stretch = 0
        @usableFromInline var offset = 0

        @inlinable init(_ list: FoldedList) { self.list = list }

        /// Returns the next element; `nil` at the end.
        @inlinable public mutating func next() -> Element? {
            while stretch < list.stretches.count {
                if offset < list.stretches[stretch].count {
                    defer { offset += 1 }
                    return list.stretches[stretch].element(offset)
                }
                stretch += 1
                offset = 0
            }
            guard offset < list.rest.count else { return nil }
            defer { offset += 1 }
            return list.rest[offset]
        }
    }

    /// Returns an iterator over all elements.
    @inlinable public func makeIterator() -> Iterator { Iterator(self) }
}
