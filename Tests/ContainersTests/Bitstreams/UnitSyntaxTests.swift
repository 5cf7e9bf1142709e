import Containers
import Testing
import VirtualTime

@Suite struct UnitSyntaxTests {
    /// Returns bytes in which start codes and emulation prevention bytes are frequent.
    private func bytes(seed: UInt64) -> [UInt8] {
        var random = SeededRandom(seed: seed)
        return (0..<random.next() % 400).map { _ in
            [0, 0, 0, 1, 2, 3, 3, 0x67, 0x80, 0xFF][Int(random.next() % 10)]
        }
    }

    @Test(arguments: 0..<200 as Range<UInt64>)
    func `start codes and prevention bytes are found as the standard writes them`(seed: UInt64) {
        let bytes = bytes(seed: seed)
        var starts: [Int] = []
        while let next = StartCodes.next(
            in: bytes.span, from: starts.last ?? 0, upTo: bytes.count)
        {
            starts.append(next)
        }
        let codes = bytes.indices.dropFirst(2).filter { Array(bytes[$0 - 2...$0]) == [0, 0, 1] }
        #expect(starts == codes.map { $0 + 1 })

        var kept: [UInt8] = []
        var zeros = 0
        var removed: [Int] = []
        for (index, byte) in bytes.enumerated() {
            if zeros >= 2, byte == 3 {
                zeros = 0
                removed.append(index)
                continue
            }
            zeros = byte == 0 ? zeros + 1 : 0
            kept.append(byte)
        }
        var found: [Int] = []
        while let next = StartCodes.nextPrevention(
            in: bytes.span, from: found.last.map { $0 + 1 } ?? 0, upTo: bytes.count)
        {
            found.append(next)
        }
        #expect(found == removed)
        var reader = BitReader(unit: bytes.span, headerCount: 0)
        #expect(reader.remainingBytes() == kept)
    }

    @Test func `a search for start codes or prevention bytes ends at its upper bound`() {
        let bytes: [UInt8] = [0, 0, 1, 0, 0, 3, 0, 0, 1]
        #expect(StartCodes.next(in: bytes.span, from: 0, upTo: 2) == nil)
        #expect(StartCodes.next(in: bytes.span, from: 3, upTo: 8) == nil)
        #expect(StartCodes.next(in: bytes.span, from: 3, upTo: 9) == 9)
        #expect(StartCodes.nextPrevention(in: bytes.span, from: 0, upTo: 5) == nil)
        #expect(StartCodes.nextPrevention(in: bytes.span, from: 4, upTo: 9) == nil)
    }

    @Test(
        arguments: [
            ([0, 1, 9, 0, 0, 0, 2, 9, 9], [2..<3, 5..<5, 7..<9], nil, 9),
            ([0, 1, 9, 0], [2..<3], .cutLength, 3), ([0, 1, 9, 0, 2, 9], [2..<3], .longUnit, 3),
            ([], [], nil, 0),
        ] as [([UInt8], [Range<Int>], CountedUnits.Fault?, Int)])
    func `NAL units are separated by their length fields`(
        bytes: [UInt8], expected: [Range<Int>], fault: CountedUnits.Fault?, index: Int
    ) {
        var units = CountedUnits(in: bytes.indices, lengthCount: 2)
        var found: [Range<Int>] = []
        while let unit = units.next(of: bytes.span) { found.append(unit) }
        #expect(found == expected && units.fault == fault && units.index == index)
    }

    @Test func `an ADTS header is longer with a checksum`() {
        let bytes: [UInt8] = [0xFF, 0xF1, 0x50, 0x80, 0x02, 0x1F, 0xFC]
        let fields = ADTSFields(bytes.span, at: 0)
        #expect(fields?.byteCount == 16 && fields?.headerCount == 7)
        var other = bytes
        other[1] = 0xF0
        #expect(ADTSFields(other.span, at: 0)?.headerCount == 9)
        let later = ADTSFields(bytes.span, at: 1)
        let short = Array(bytes.dropLast())
        let cut = ADTSFields(short.span, at: 0)
        #expect(later == nil && cut == nil)
    }

    /// The sizes of table F.7 of ETSI TS 102 366, in words of 16 bits.
    @Test(
        arguments: [
            (0x00, 64), (0x40, 69), (0x41, 70), (0x80, 96), (0x1E, 896), (0x5E, 975), (0x5F, 976),
            (0x25, 1280), (0x65, 1394), (0xA4, 1920), (0x26, nil), (0xC0, nil),
        ] as [(UInt8, Int?)])
    func `the size of an AC-3 frame is in a table`(code: UInt8, words: Int?) {
        let bytes: [UInt8] = [0x0B, 0x77, 0, 0, code, 0x40, 0, 0]
        let fields = AC3Fields(bytes.span, at: 0)
        #expect(fields?.byteCount == words.map { 2 * $0 })
        #expect(fields?.isEnhanced != true)
    }

    @Test func `an E-AC-3 frame states its size`() {
        let bytes: [UInt8] = [0x0B, 0x77, 0x03, 0xFF, 0xFF, 0x80, 0, 0]
        let fields = AC3Fields(bytes.span, at: 0)
        #expect(fields?.isEnhanced == true && fields?.byteCount == 2048)
        let short = Array(bytes.dropLast())
        let cut = AC3Fields(short.span, at: 0)
        let unknown: [UInt8] = [0x0B, 0x77, 0, 0, 0, 0x88, 0, 0]
        let other = AC3Fields(unknown.span, at: 0)
        #expect(cut == nil && other == nil)
    }
}
