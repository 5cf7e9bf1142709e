import Containers
import Testing

@Suite struct TransportSyntaxTests {
    /// Returns a packet with a header of four bytes, and the given bytes after the header.
    private func packet(_ header: [UInt8], _ rest: [UInt8] = []) -> [UInt8] {
        let count = TransportPacket.size - header.count - rest.count
        return header + rest + [UInt8](repeating: 0xFF, count: count)
    }

    /// Reads the packet at an index.
    private func read(_ bytes: [UInt8], at index: Int = 0) -> TransportPacket? {
        TransportPacket(bytes.span, at: index)
    }

    @Test func `a packet states its stream, its counter and its payload`() throws {
        let bytes = [0x00] + packet([0x47, 0x41, 0x23, 0x37], [10])
        let packet = try #require(read(bytes, at: 1))
        #expect(packet.identifier == 0x123 && packet.startsUnit && packet.counter == 7)
        #expect(!packet.isDamaged && !packet.isScrambled && packet.hasField)
        #expect(packet.payload == 16..<189)
        #expect(read(bytes) == nil)
        #expect(read(bytes.dropLast(), at: 1) == nil)
    }

    @Test(
        arguments: [
            ([0x47, 0x00, 0x01, 0x20], 0), ([0x47, 0x00, 0x01, 0x00], 0),
            ([0x47, 0x00, 0x01, 0x30], 200), ([0x47, 0x00, 0x01, 0x30], 183),
        ] as [([UInt8], UInt8)])
    func `a packet may have no payload`(header: [UInt8], field: UInt8) {
        let bytes = packet(header, [field])
        #expect(read(bytes)?.payload == 188..<188)
    }

    @Test func `a packet with the transport error indicator is not accepted as sound`() throws {
        let bytes = packet([0x47, 0x80, 0x01, 0xD0])
        let packet = try #require(read(bytes))
        #expect(packet.isDamaged && packet.isScrambled)
        let sound = TransportPacket(sound: bytes.span, at: 0)
        #expect(sound == nil)
    }

    @Test(
        arguments: [([1, 0x80], true), ([1, 0x7F], false), ([0, 0x80], false)] as [([UInt8], Bool)])
    func `an adaptation field signals a discontinuity`(field: [UInt8], expected: Bool) throws {
        let bytes = packet([0x47, 0x00, 0x01, 0x30], field)
        let packet = try #require(read(bytes))
        let found = packet.announcesDiscontinuity(in: bytes.span)
        #expect(found == expected)
    }

    @Test func `checksums have the values of the catalogues of CRC algorithms`() {
        let digits = Array("123456789".utf8)
        #expect(CyclicRedundancy.section(digits.span) == 0x0376_E6E7)
        #expect(CyclicRedundancy.audio(digits, in: 0..<9) == 0xFEE8)
        let whole = digits + [0x03, 0x76, 0xE6, 0xE7]
        #expect(CyclicRedundancy.section(whole.span) == 0)
    }

    @Test func `the length of a section is read from twelve bits`() {
        let bytes: [UInt8] = [0xFF, 0x02, 0xB0, 0x12]
        #expect(TableSection.byteCount(bytes.span, at: 1) == 0x15)
        #expect(TableSection.byteCount(bytes.span, at: 2) == nil)
        #expect(TableSection.byteCount(bytes.span, at: 9) == nil)
    }

    @Test func `a program association table lists programs, but not the network`() {
        let head: [UInt8] = [0x00, 0xB0, 0x15, 0, 1, 0xC1, 0, 0]
        let entries: [UInt8] = [0, 0, 0xE0, 0x10, 0, 1, 0xE1, 0x00, 0, 2, 0xFF, 0xFF]
        let section = head + entries + [0, 0, 0, 0]
        let maps = TableSection.maps(inAssociation: section.span)
        #expect(maps == [0x100, 0x1FFF])
        let none = TableSection.maps(inAssociation: head.span)
        #expect(none == [])
    }

    /// Returns a program map with descriptors of a given length, and with the given streams.
    private func map(_ length: UInt8, _ streams: [UInt8]) -> [UInt8] {
        [0x02, 0xB0, 0, 0, 1, 0xC1, 0, 0, 0xE1, 0, 0xF0, length] + streams + [0, 0, 0, 0]
    }

    private func walk(
        _ section: [UInt8]
    ) -> (entries: [ProgramMapWalk.Entry], fault: ProgramMapWalk.Fault?) {
        var walk = ProgramMapWalk(section.span)
        var entries: [ProgramMapWalk.Entry] = []
        while let entry = walk.next(of: section.span) { entries.append(entry) }
        return (entries, walk.fault)
    }

    @Test func `a program map lists streams with their descriptors`() throws {
        let streams: [UInt8] = [0x1B, 0xE1, 0x00, 0xF0, 0, 0x06, 0xE1, 0x01, 0xF0, 3, 5, 1, 9]
        let section = map(2, [0x0A, 0] + streams)
        let (entries, fault) = walk(section)
        #expect(entries.map(\.type) == [0x1B, 6] && entries.map(\.identifier) == [0x100, 0x101])
        #expect(entries.map(\.descriptors) == [19..<19, 24..<27] && fault == nil)
        let places = DescriptorPlace.all(in: 24..<27, of: section.span)
        #expect(places.map(\.tag) == [5] && places.map(\.contents) == [26..<27])
    }

    @Test(
        arguments: [
            (0, [0x1B, 0xE1, 0x00, 0xF0], .cutEntry, 0),
            (0, [0x1B, 0xE1, 0x00, 0xF0, 1], .longDescriptors, 1), (1, [], .longDescriptors, 0),
        ] as [(UInt8, [UInt8], ProgramMapWalk.Fault, Int)])
    func `a broken program map is reported with the entries before the error`(
        length: UInt8, streams: [UInt8], fault: ProgramMapWalk.Fault, count: Int
    ) {
        let found = walk(map(length, streams))
        #expect(found.fault == fault && found.entries.count == count)
    }

    @Test func `a short program map lists nothing`() {
        let found = walk(Array(map(0, []).prefix(15)))
        #expect(found.fault == .short && found.entries.isEmpty)
    }

    @Test func `the last descriptor is cut off at the end of its list`() {
        let bytes: [UInt8] = [1, 0, 2, 9, 7]
        let places = DescriptorPlace.all(in: 0..<5, of: bytes.span)
        #expect(places.map(\.whole) == [0..<2, 2..<5])
        let whole = DescriptorPlace.all(in: 0..<3, of: bytes.span)
        #expect(whole.map(\.whole) == [0..<2])
    }

    @Test func `a PES packet states its size and its time`() throws {
        let bytes: [UInt8] = [0, 0, 1, 0xE0, 0, 10, 0x80, 0x80, 5, 0x2F, 0xFF, 0xFF, 0xFF, 0xFF]
        func read(_ range: Range<Int>) -> ElementaryHeader? {
            ElementaryHeader(bytes.span, in: range)
        }
        let header = try #require(read(0..<14))
        #expect(header.byteCount == 16 && header.headerCount == 14)
        #expect(header.presentationTime == 0x1_FFFF_FFFF)
        #expect(read(0..<13)?.presentationTime == nil)
        #expect(read(0..<8) == nil)
        #expect(read(1..<14) == nil)
    }
}
