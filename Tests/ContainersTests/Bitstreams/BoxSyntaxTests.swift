import Containers
import Testing

@Suite struct BoxSyntaxTests {
    private func box(_ size: UInt32, _ type: String, _ rest: [UInt8] = []) -> [UInt8] {
        [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: size >> $0) } + Array(type.utf8) + rest
    }

    /// Returns the boxes in some bytes, and the fault and the position at which the walk ended.
    private func walk(
        _ bytes: [UInt8], in range: Range<Int>? = nil
    ) -> (boxes: [BoxRange.Place], fault: BoxHeader.Fault?, index: Int) {
        var walk = BoxRange(range ?? bytes.indices)
        var found: [BoxRange.Place] = []
        while let place = walk.next(of: bytes.span) { found.append(place) }
        return (found, walk.fault, walk.index)
    }

    @Test func `boxes in a row have short, long and open-ended headers`() {
        let long = box(1, "mdat", [0, 0, 0, 0, 0, 0, 0, 18, 7, 7])
        let (boxes, fault, _) = walk(box(9, "free", [7]) + long + box(0, "uuid", [7, 7, 7]))
        #expect(boxes.map(\.header.type) == ["free", "mdat", "uuid"])
        #expect(boxes.map(\.whole) == [0..<9, 9..<27, 27..<38])
        #expect(boxes.map(\.contents) == [8..<9, 25..<27, 35..<38])
        #expect(boxes.map(\.header.isShort) == [true, false, false])
        #expect(fault == nil)
    }

    @Test(
        arguments: [
            ([0, 0, 0, 8, 0x66, 0x72, 0x65], .cutHeader),
            ([0, 0, 0, 1, 0x66, 0x72, 0x65, 0x65, 0, 0, 0, 0, 0, 0, 0], .cutHeader),
            ([0, 0, 0, 1, 0x66, 0x72, 0x65, 0x65, 0, 0, 0, 0, 0, 0, 0, 15], .small),
            ([0, 0, 0, 1, 0x66, 0x72, 0x65, 0x65, 0, 0, 0, 0, 0, 0, 0, 0], .small),
            ([0, 0, 0, 7, 0x66, 0x72, 0x65, 0x65], .small),
            ([0, 0, 0, 9, 0x66, 0x72, 0x65, 0x65], .large),
            ([0, 0, 0, 1, 0x66, 0x72, 0x65, 0x65, 0xFF, 0, 0, 0, 0, 0, 0, 0], .large),
        ] as [([UInt8], BoxHeader.Fault)])
    func `a broken box is reported with its offset`(bytes: [UInt8], fault: BoxHeader.Fault) {
        let found = walk(box(8, "free") + bytes)
        #expect(found.boxes.count == 1 && found.fault == fault && found.index == 8)
    }

    @Test func `a box that exceeds the range to read is reported as too large`() {
        let bytes = box(12, "free", [0, 0, 0, 0])
        #expect(walk(bytes, in: 0..<11).fault == .large)
        #expect(walk(bytes, in: 12..<12).fault == nil)
    }

    @Test(arguments: [(0x20, true), (0x7E, true), (0x1F, false), (0x7F, false), (0xA9, false)])
    func `a box type with a control character or a byte above 0x7E is not printable`(
        byte: UInt8, isPrintable: Bool
    ) {
        let found = walk([0, 0, 0, 8, 0x66, byte, 0x65, 0x65])
        #expect(found.boxes.map(\.header.isPrintable) == [isPrintable])
    }

    @Test func `reading the boxes of a file ends at a limit, a truncated box or an open-ended box`()
        throws
    {
        let two = MemoryInput(box(8, "free") + box(8, "skip"))
        var limited = ISOBoxWalk(two, limit: 1)
        #expect(try limited.next()?.type == "free")
        #expect(try limited.next() == nil && limited.isExhausted && !limited.isTruncated)
        var part = ISOBoxWalk(two, in: 8..<16)
        #expect(try part.next()?.type == "skip")
        #expect(try part.next() == nil && !part.isExhausted && part.offset == 16)
        var cut = ISOBoxWalk(MemoryInput(box(20, "mdat", [1])))
        #expect(try cut.next()?.byteCount == 20)
        #expect(try cut.next() == nil && cut.isTruncated && cut.offset == 20)
        var open = ISOBoxWalk(MemoryInput(box(0, "mdat", [1])))
        #expect(try open.next()?.byteCount == nil)
        #expect(try open.next() == nil && !open.isTruncated && open.offset == 9)
    }

    @Test func `a cursor never passes its end`() {
        var cursor = ByteCursor([1, 2, 3, 0x61, 0, 9, 9], in: 0..<5)
        #expect(cursor.number(2) == 0x0102 && cursor.left == 3)
        #expect(cursor.number(4) == nil && cursor.array(4) == nil && cursor.skip(4) == nil)
        #expect(cursor.index == 2 && cursor.skip(1) == 2)
        #expect(cursor.text() == "a" && cursor.left == 0)
        #expect(cursor.text() == nil && cursor.number(1) == nil && cursor.array(0) == [])
    }

    @Test func `numbers are read as big-endian, with zeros for bytes past the end`() {
        var bytes: [UInt8] = [1, 2, 3, 4, 5, 6, 7, 8]
        #expect(bytes.span.unsigned(at: 1, count: 3) == 0x020304)
        #expect(bytes.span.unsigned(at: 6, count: 4) == 0x0708_0000)
        #expect(bytes.span.word(at: 4) == 0x0506_0708)
        bytes.setNumber(0xABCD, at: 2, count: 3)
        #expect(bytes == [1, 2, 0, 0xAB, 0xCD, 6, 7, 8])
        #expect(bytes.holds([0xCD, 6], at: 4) && !bytes.holds([8, 9], at: 7))
        let number: [UInt8] = [0x81, 0, 0xFF, 0x7F]
        #expect(number.span.synchsafe(at: 0) == 1 << 21 | 0x3FFF)
        #expect(number.span.synchsafe(at: 1) == 0)
    }
}
