import Presentation
import Testing
import VirtualTime

@Suite struct IntervalSetTests {
    @Test func `merges adjacent intervals and separates others`() {
        let set = intervals(0..<2, 5..<7, 2..<3, 10..<11, 6..<8)
        #expect(set.intervals == [span(0..<3), span(5..<8), span(10..<11)])
        #expect(set.total == .seconds(7))
    }

    @Test func `accepts an interval that covers others`() {
        let set = intervals(1..<2, 3..<4, 5..<6, 0..<10)
        #expect(set.intervals == [span(0..<10)])
    }

    @Test func `ignores an empty interval`() {
        #expect(intervals(3..<3).isEmpty)
    }

    @Test(arguments: [(0, true), (2, true), (3, false), (4, false), (5, true), (7, false)])
    func `contains the lower bound and not the upper one`(second: Int64, isHeld: Bool) {
        #expect(intervals(0..<3, 5..<7).contains(.seconds(second)) == isHeld)
    }

    @Test func `overlaps only with intervals that share a point`() {
        let set = intervals(0..<3, 5..<7)
        #expect(set.overlaps(span(2..<5)))
        #expect(!set.overlaps(span(3..<5)))
        #expect(set.overlaps(span(4..<6)))
        #expect(!set.overlaps(span(7..<9)))
    }

    /// Compares interval sets with sets of seconds, which are simple enough to be correct.
    @Test(arguments: 0..<40)
    func `set operations agree with plain sets of whole seconds`(seed: UInt64) {
        var random = SeededRandom(seed: seed)
        func draw() -> (IntervalSet, Set<Int64>) {
            var set = IntervalSet()
            var plain: Set<Int64> = []
            for _ in 0..<8 {
                let start = Int64.random(in: 0..<40, using: &random)
                let end = start + Int64.random(in: 0..<6, using: &random)
                set.insert(span(start..<end))
                plain.formUnion(start..<end)
            }
            return (set, plain)
        }
        let (left, plainLeft) = draw()
        let (right, plainRight) = draw()
        #expect(seconds(left) == plainLeft)
        #expect(seconds(left.intersection(right)) == plainLeft.intersection(plainRight))
        #expect(seconds(left.subtracting(right)) == plainLeft.subtracting(plainRight))
        var union = left
        union.formUnion(right)
        #expect(seconds(union) == plainLeft.union(plainRight))
        for set in [left, union] {
            for (one, next) in zip(set.intervals, set.intervals.dropFirst()) {
                #expect(one.upperBound < next.lowerBound)
            }
        }
    }

    private func seconds(_ set: IntervalSet) -> Set<Int64> {
        Set(
            set.intervals.flatMap {
                $0.lowerBound.value(timescale: 1)..<$0.upperBound.value(timescale: 1)
            })
    }
}

func span(_ seconds: Range<Int64>) -> Range<MediaTime> {
    .seconds(seconds.lowerBound) ..< .seconds(seconds.upperBound)
}

func intervals(_ spans: Range<Int64>...) -> IntervalSet {
    var set = IntervalSet()
    for seconds in spans { set.insert(span(seconds)) }
    return set
}
