/// A list in which series that repeat with constant distances need no memory for each repetition.
///
/// A month of events, one every second, becomes one series. A month of a repeated pattern, such as
/// five events one second apart followed by another kind of event, also becomes one series. The
/// list returns all elements exactly as they were appended. The type is public and inlinable, so
/// that the compiler generates specialized code for the element types of other modules.
public struct FoldedList<Element: Foldable> {
    /// The outer runs in order; each outer run consists of runs of elements (``FoldedRun``).
    public typealias Runs = [FoldedRun<FoldedRun<Element>>]

    /// The divider of the elements into runs, in which repeated elements are stored once.
    @usableFromInline var inner = SeriesFolder<Element>()
    /// The divider of these runs into outer runs, in which repeated runs are stored once.
    @usableFromInline var outer = SeriesFolder<FoldedRun<Element>>()
    @usableFromInline var settled: Runs = []

    /// The number of elements.
    @inlinable public var count: Int { inner.start + inner.rest.count }

    /// Creates an empty list.
    @inlinable public init() {}

    /// The elements in order, grouped into runs; the runs are grouped into outer runs.
    ///
    /// The last runs may be incomplete.
    @inlinable public var runs: Runs {
        var runs = settled
        if let open = outer.open { runs.append(open) }
        var rest = outer.rest
        if let open = inner.open { rest.append(open) }
        if !inner.rest.isEmpty {
            rest.append(FoldedRun(start: inner.start, elements: inner.rest))
        }
        if !rest.isEmpty { runs.append(FoldedRun(start: outer.start, elements: rest)) }
        return runs
    }

    /// The elements outside of repeating series, and the first repetition of each series.
    ///
    /// The other elements of a series differ from these only in their numbers, such as times.
    @inlinable public var exemplars: [Element] {
        runs.flatMap { run in run.elements.flatMap(\.elements) }
    }

    /// The number of elements in memory.
    @inlinable public var footprint: Int {
        runs.reduce(0) { $1.elements.reduce($0) { $0 + $1.elements.count } }
    }

    /// Appends an element.
    @inlinable public mutating func append(_ element: Element) {
        guard let run = inner.append(element), let runs = outer.append(run) else { return }
        settle(runs)
    }

    /// Stores complete runs; consecutive runs that are not series are joined.
    @inlinable mutating func settle(_ runs: FoldedRun<FoldedRun<Element>>) {
        if let last = settled.indices.last, !settled[last].isSeries, !runs.isSeries {
            settled[last].elements += runs.elements
            settled[last].count += runs.count
        } else {
            settled.append(runs)
        }
    }
}

extension FoldedList: RandomAccessCollection {
    /// The index of the first element.
    @inlinable public var startIndex: Int { 0 }
    /// The index after the last element.
    @inlinable public var endIndex: Int { count }

    /// Returns an element.
    @inlinable public subscript(index: Int) -> Element {
        if index >= inner.start { return inner.rest[index - inner.start] }
        if let open = inner.open, index >= open.start { return open.element(index - open.start) }
        if let first = outer.rest.first, index >= first.start {
            let run = outer.rest[outer.rest.firstPlace { $0.end > index }]
            return run.element(index - run.start)
        }
        if let open = outer.open, index >= open.elements[0].start { return open.nested(index) }
        let next = settled.firstPlace { $0.elements[0].start > index }
        return settled[next - 1].nested(index)
    }

    /// Returns an element that is similar to the element at an index.
    ///
    /// Its numbers, such as times, may differ from the numbers of the element at the index. The
    /// subscript returns the exact element, but is slower: for an element of a series, it computes
    /// the numbers from an element of the first period. For the series at the end of the list, this
    /// function returns the stored element itself.
    @inlinable public func exemplar(at index: Int) -> Element {
        guard index < inner.start, let open = inner.open, index >= open.start else {
            return self[index]
        }
        return open.elements[(index - open.start) % open.elements.count]
    }

    /// An iterator over all elements.
    public struct Iterator: IteratorProtocol {
        @usableFromInline let runs: Runs
        /// The index of the current outer run, which is a run of runs.
        @usableFromInline var place = 0
        /// The number of runs before the current run, within the current outer run.
        @usableFromInline var offset = 0
        /// The current run of elements; `nil` until it is read from the current outer run.
        @usableFromInline var run: FoldedRun<Element>?
        /// The number of elements before the next element in the current run.
        @usableFromInline var inRun = 0

        @inlinable init(_ runs: Runs) { self.runs = runs }

        /// Returns the next element; `nil` at the end.
        @inlinable public mutating func next() -> Element? {
            while place < runs.count {
                if run == nil, offset < runs[place].count { run = runs[place].element(offset) }
                guard let run else {
                    place += 1
                    offset = 0
                    continue
                }
                if inRun < run.count {
                    defer { inRun += 1 }
                    return run.element(inRun)
                }
                self.run = nil
                inRun = 0
                offset += 1
            }
            return nil
        }
    }

    /// Returns an iterator over all elements.
    @inlinable public func makeIterator() -> Iterator { Iterator(runs) }
}
