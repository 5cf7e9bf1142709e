import Testing
import VirtualTime

/// Lists that store a repeating series once, and still return all appended elements.
@Suite struct FoldedListTests {
    private struct Entry: Foldable, Equatable {
        var kind: Int
        var value: Int

        var likeness: Int { kind }

        func distance(from earlier: Entry) -> Int? {
            kind == earlier.kind ? value - earlier.value : nil
        }

        func advanced(by distance: Int, times: Int) -> Entry {
            Entry(kind: kind, value: value + distance * times)
        }
    }

    private func list(_ entries: [Entry]) -> FoldedList<Entry> {
        entries.reduce(into: FoldedList()) { $0.append($1) }
    }

    private func expectAll(_ entries: [Entry], sourceLocation: SourceLocation = #_sourceLocation) {
        let list = list(entries)
        #expect(Array(list) == entries, sourceLocation: sourceLocation)
        #expect(list.indices.map { list[$0] } == entries, sourceLocation: sourceLocation)
        #expect(list.last == entries.last, sourceLocation: sourceLocation)
        #expect(
            list.indices.map { list.exemplar(at: $0).kind } == entries.map(\.kind),
            sourceLocation: sourceLocation)
    }

    @Test func `a list without repetitions unfolds to its elements`() {
        expectAll([])
        expectAll([Entry(kind: 1, value: 4)])
        expectAll((0..<9).map { Entry(kind: $0, value: $0 * $0) })
    }

    @Test(arguments: [1, 2, 7, 64, 511])
    func `a periodic series is stored once`(period: Int) {
        let entries = (0..<period * 50).map {
            Entry(kind: $0 % period, value: $0 / period * 6 + $0 % period * 3)
        }
        expectAll(entries)
        #expect(list(entries).footprint <= period * 3)
    }

    @Test func `an interrupted series continues as another series`() {
        var entries = (0..<1000).map { Entry(kind: $0 % 3, value: $0) }
        entries.insert(Entry(kind: 9, value: 0), at: 500)
        entries.append(Entry(kind: 0, value: -7))
        expectAll(entries)
        #expect(list(entries).footprint < 30)
    }

    @Test func `exemplars are the first period of each series and all other elements`() {
        var entries = (0..<1000).map { Entry(kind: $0 % 3, value: $0) }
        entries.insert(Entry(kind: 9, value: 0), at: 500)
        entries.append(Entry(kind: 8, value: -7))
        let exemplars = list(entries).exemplars
        #expect(exemplars.count < 30)
        #expect(exemplars.prefix(3) == entries.prefix(3))
        #expect(exemplars.filter { $0.kind > 2 } == entries.filter { $0.kind > 2 })
        // The exemplars are entries in the order of the list, and no entry is used twice.
        var rest = entries[...]
        for exemplar in exemplars {
            rest = rest.drop { $0 != exemplar }.dropFirst()
        }
        #expect(exemplars.last == entries.last && rest.isEmpty)
    }

    @Test func `a series whose distance changes loses no element`() {
        let entries = (0..<300).map { Entry(kind: 0, value: $0 < 100 ? $0 : $0 * 5 - 400) }
        expectAll(entries)
        #expect(list(entries).footprint < 20)
    }

    /// Returns a repeated series: `inner` successive values, and then an entry of another kind.
    private func nested(_ times: Int, inner: Int) -> [Entry] {
        (0..<times).flatMap { time in
            (0..<inner).map { Entry(kind: 1, value: time * 60 + $0) }
                + [Entry(kind: 2, value: time * 7)]
        }
    }

    @Test(arguments: [3, 5, 60, 1000])
    func `repeated series are stored once`(inner: Int) {
        expectAll(nested(40, inner: inner))
        #expect(list(nested(1000, inner: inner)).footprint < 40)
        #expect(
            list(nested(4000, inner: inner)).footprint == list(nested(1000, inner: inner)).footprint
        )
    }

    @Test func `repeated series may be interrupted anywhere without loss`() {
        for place in stride(from: 0, to: 120, by: 7) {
            var entries = nested(20, inner: 5)
            entries.insert(Entry(kind: 9, value: 0), at: place)
            entries.insert(Entry(kind: 1, value: 4), at: min(place + 30, entries.count))
            expectAll(entries)
        }
    }

    @Test(arguments: 0..<20)
    func `series of random lengths lose no element`(seed: UInt64) {
        var random = SeededRandom(seed: seed)
        var entries: [Entry] = []
        while entries.count < 3000 {
            let inner = Int(random.next() % 9) + 1
            entries += nested(Int(random.next() % 12) + 1, inner: inner)
        }
        expectAll(entries)
    }

    @Test(arguments: 0..<20)
    func `elements without a pattern are kept unchanged`(seed: UInt64) {
        var random = SeededRandom(seed: seed)
        let entries = (0..<4000).map { _ in
            Entry(kind: Int(random.next() % 3), value: Int(random.next() % 2))
        }
        expectAll(entries)
    }
}
