import Containers
import Driver
import VirtualTime

/// Passes bytes to each reader of `Containers/Bitstreams`.
///
/// Every reader must finish, and must not report a structure outside the bytes.
private func fuzzOne(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    let input = Array(UnsafeBufferPointer(start: start, count: count))
    readBoxes(input)
    readFields(input)
    readPackets(input)
    readTables(input)
    readFrames(input)
    readUnits(input)
    return 0
}

/// Fails when a range is not within `outer`, or starts before an index.
private func expect(_ range: Range<Int>, in outer: Range<Int>, from index: Int = 0) {
    guard range.lowerBound >= max(index, outer.lowerBound), range.upperBound <= outer.upperBound
    else { fatalError("\(range) is not in \(outer) from \(index)") }
}

/// Fails when `BoxRange` and `ISOBoxWalk` find different boxes before the first unprintable type.
private func readBoxes(_ input: [UInt8]) {
    var boxes = BoxRange(input.indices)
    var walk = ISOBoxWalk(MemoryInput(input))
    var index = 0
    var arePrintable = true
    while let place = boxes.next(of: input.span) {
        guard place.whole.lowerBound == index, place.whole.count >= place.header.count else {
            fatalError("a box of \(place.whole)")
        }
        expect(place.contents, in: input.indices, from: index)
        index = place.whole.upperBound
        arePrintable = arePrintable && place.header.isPrintable
        guard arePrintable else { continue }
        guard let box = try? walk.next(), box.type == place.header.type,
            box.offset == Int64(place.whole.lowerBound),
            box.byteCount ?? Int64(place.whole.count) == Int64(place.whole.count)
        else { fatalError("another box") }
    }
    guard (boxes.fault == nil) == (index == input.count) else { fatalError("a fault unseen") }
    while (try? walk.next()) != nil {}
}

private func readFields(_ input: [UInt8]) {
    var cursor = ByteCursor(Array(input.dropFirst()))
    while let step = cursor.number(1) {
        let start = cursor.index
        switch step & 3 {
        case 0: _ = cursor.number(Int(step >> 2) & 7)
        case 1: _ = cursor.array(Int(step >> 2))
        case 2: _ = cursor.text()
        default: _ = cursor.skip(Int(step >> 2))
        }
        expect(start..<cursor.index, in: 0..<cursor.end)
    }
    var reader = BitReader(input)
    while !reader.isOverrun {
        let step = reader.bits(8)
        switch step & 3 {
        case 0: _ = reader.bits(Int(step >> 2) & 31)
        case 1: _ = reader.exponential()
        case 2: _ = reader.signedExponential()
        default: reader.skip(Int(step >> 2))
        }
        guard reader.byteCount + reader.remainingByteCount == input.count else {
            fatalError("bytes are lost")
        }
    }
}

private func readPackets(_ input: [UInt8]) {
    for start in stride(from: 0, to: input.count, by: TransportPacket.size) {
        guard let packet = TransportPacket(input.span, at: start) else { continue }
        expect(packet.payload, in: start + 4..<start + TransportPacket.size)
        _ = packet.announcesDiscontinuity(in: input.span)
        if let time = packet.presentationTime(in: input.span), time < 0 || time >= 1 << 33 {
            fatalError("a time of \(time)")
        }
        if let header = ElementaryHeader(input.span, in: packet.payload), header.headerCount < 9 {
            fatalError("a header of \(header.headerCount)")
        }
    }
}

private func readTables(_ input: [UInt8]) {
    for identifier in TableSection.maps(inAssociation: input.span) where identifier > 0x1FFF {
        fatalError("an identifier of \(identifier)")
    }
    if let count = TableSection.byteCount(input.span, at: 0), !(3...4098).contains(count) {
        fatalError("a section of \(count)")
    }
    var walk = ProgramMapWalk(input.span)
    var index = walk.index
    while let entry = walk.next(of: input.span) {
        expect(entry.start..<entry.descriptors.upperBound, in: input.indices, from: index)
        index = walk.index
        var end = entry.descriptors.lowerBound
        for place in DescriptorPlace.all(in: entry.descriptors, of: input.span) {
            expect(place.contents, in: entry.descriptors, from: end)
            end = place.whole.upperBound
        }
    }
    let sum = CyclicRedundancy.section(input.span)
    let whole = input + [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: sum >> $0) }
    guard CyclicRedundancy.section(whole.span) == 0 else { fatalError("another checksum") }
    _ = CyclicRedundancy.audio(input, in: input.indices)
}

private func readFrames(_ input: [UInt8]) {
    for index in input.indices {
        if let fields = AC3Fields(input.span, at: index), fields.byteCount < 2 {
            fatalError("a frame of \(fields.byteCount)")
        }
        if let fields = ADTSFields(input.span, at: index), fields.byteCount > 0x1FFF {
            fatalError("a frame of \(fields.byteCount)")
        }
        guard input.span.synchsafe(at: index) < 1 << 28 else { fatalError("a number too large") }
    }
}

private func readUnits(_ input: [UInt8]) {
    var start = 0
    while let next = StartCodes.next(in: input.span, from: start, upTo: input.count) {
        guard next >= start + 3, input.span.holdsCode(upTo: next) else { fatalError("no code") }
        start = next
    }
    var reader = BitReader(unit: input.span, headerCount: min(1, input.count))
    let payload = reader.remainingBytes()
    guard payload.count <= input.count else { fatalError("a payload that grew") }
    for lengthCount in 1...4 {
        var units = CountedUnits(in: input.indices, lengthCount: lengthCount)
        var index = 0
        while let unit = units.next(of: input.span) {
            expect(unit, in: input.indices, from: index + lengthCount)
            index = unit.upperBound
        }
        guard (units.fault == nil) == (index == input.count) else { fatalError("a fault unseen") }
    }
}

extension Span<UInt8> {
    fileprivate func holdsCode(upTo end: Int) -> Bool {
        self[end - 3] == 0 && self[end - 2] == 0 && self[end - 1] == 1
    }
}

@main
enum BitstreamFuzzMain {
    static func main() {
        fuzz(fuzzOne)
    }
}
