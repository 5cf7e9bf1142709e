import HeadlessPlayback
import Testing

@Suite struct CuePointCollectionTests {
    private let collection: CuePointCollection = [
        .after(type: "post"), .at(.seconds(20), type: "b"), .at(.seconds(10), type: "a"),
        .before(type: "pre"), .at(.zero, type: "zero"), .at(.seconds(10), type: "c"),
    ]

    @Test func `cue points are ordered by position and then by insertion`() {
        #expect(collection.map(\.type) == ["pre", "zero", "a", "c", "b", "post"])
    }

    @Test func `the position before the start precedes time zero and is reported as zero`() {
        #expect(CuePoint.Position.before < .time(.zero))
        #expect(CuePoint.Position.time(.seconds(1_000_000)) < .after)
        #expect(CuePoint.Position.before.timeInterval == 0)
        #expect(CuePoint.Position.time(.milliseconds(12_345)).timeInterval == 12.345)
        #expect(CuePoint.Position.after.timeInterval == .infinity)
    }

    @Test func `a range includes a bound only when the name of its method states it`() {
        let ten = CuePoint.Position.time(.seconds(10))
        let twenty = CuePoint.Position.time(.seconds(20))
        #expect(collection.after(ten).map(\.type) == ["b", "post"])
        #expect(collection.atOrAfter(ten).map(\.type) == ["a", "c", "b", "post"])
        #expect(collection.before(ten).map(\.type) == ["pre", "zero"])
        #expect(collection.atOrBefore(ten).map(\.type) == ["pre", "zero", "a", "c"])
        #expect(collection.at(ten).map(\.type) == ["a", "c"])
        #expect(collection.after(ten, before: twenty).isEmpty)
        #expect(collection.after(ten, atOrBefore: twenty).map(\.type) == ["b"])
        #expect(collection.atOrAfter(ten, before: twenty).map(\.type) == ["a", "c"])
        #expect(collection.atOrAfter(ten, atOrBefore: twenty).map(\.type) == ["a", "c", "b"])
    }

    @Test func `every range agrees with a filter of all cue points`() {
        let points = (0..<60).map { CuePoint.at(.seconds(Int64($0 * 7 % 20)), type: "\($0)") }
        let collection = CuePointCollection(points + [.after(), .before()])
        let bounds = [.before, .after] + (-1...21).map { CuePoint.Position.time(.seconds($0)) }
        for low in bounds {
            for high in bounds {
                let open = collection.after(low, before: high)
                #expect(
                    Array(open) == collection.filter { low < $0.position && $0.position < high })
                let closed = collection.atOrAfter(low, atOrBefore: high)
                #expect(
                    Array(closed) == collection.filter { low <= $0.position && $0.position <= high }
                )
            }
        }
    }

    @Test func `a range with its ends swapped is empty`() {
        #expect(collection.after(.after, atOrBefore: .before).isEmpty)
        #expect(collection.atOrAfter(.time(.seconds(20)), before: .time(.seconds(10))).isEmpty)
    }

    @Test func `a filtered collection that is filtered again has indexes from zero`() {
        let part = collection.after(.before).before(.after)
        #expect(part.startIndex == 0)
        #expect(part.first?.type == "zero")
        #expect(part.at(.time(.seconds(20))).cuePoint(atIndex: 0)?.type == "b")
    }

    @Test func `there is no cue point past the end`() {
        #expect(collection.cuePoint(atIndex: 5)?.type == "post")
        #expect(collection.cuePoint(atIndex: 6) == nil)
        #expect(collection.cuePoint(atIndex: -1) == nil)
        #expect(CuePointCollection.empty.cuePoint(atIndex: 0) == nil)
    }

    @Test func `filters keep the flag that ignores cue points`() {
        var silent = collection
        silent.ignoreCuePoints = true
        #expect(silent != collection)
        #expect(silent.after(.before).ignoreCuePoints)
        #expect(silent.ofType("a").ignoreCuePoints)
    }

    @Test func `a filtered collection equals a new collection of the same cue points`() {
        let expected: CuePointCollection = [
            .at(.seconds(10), type: "a"), .at(.seconds(10), type: "c"),
        ]
        #expect(collection.at(.time(.seconds(10))) == expected)
        #expect(collection.at(.time(.seconds(10))).hashValue == expected.hashValue)
        #expect(collection.ofType("a") == [.at(.seconds(10), type: "a")])
    }

    @Test func `the name of a cue point is one of its properties`() {
        var cuePoint = CuePoint.at(.zero, properties: ["name": "intro", "id": 7])
        #expect(cuePoint.name == "intro")
        cuePoint.name = nil
        #expect(cuePoint.properties == ["id": 7])
        #expect(cuePoint.hasPosition(.time(.zero)))
        #expect(!cuePoint.hasPosition(.before))
    }
}
