import Containers
import TestTools
import Testing

/// The recognition of a media segment by its first bytes and its size.
@Suite struct SegmentStartTests {
    private func text(
        _ bytes: [UInt8], of byteCount: Int64? = nil, hasInitialization: Bool = true
    ) -> String? {
        SegmentStart(Array(bytes.prefix(SegmentStart.windowSize)), of: byteCount)
            .problem(hasInitialization: hasInitialization).map { "\($0)" }
    }

    private func box(_ type: String, byteCount: UInt8, filled: Bool = true) -> [UInt8] {
        let body = filled ? [UInt8](repeating: 7, count: Int(byteCount) - 8) : []
        return [0, 0, 0, byteCount] + Array(type.utf8) + body
    }

    private func packets(_ count: Int) -> [UInt8] {
        (0..<count).flatMap { _ in [0x47] + [UInt8](repeating: 0, count: 187) }
    }

    /// Returns an ID3 tag of a size below 128 bytes, with a header of ten bytes.
    private func tag(_ byteCount: UInt8) -> [UInt8] {
        Array("ID3".utf8) + [4, 0, 0, 0, 0, 0, byteCount]
            + [UInt8](repeating: 0, count: Int(byteCount))
    }

    @Test func `the times of the first samples are read from the window`() {
        let stream = fileBytes("\(SampleMedia.single.folder)/segment-0.ts")
        let times = SegmentStart(Array(stream.prefix(SegmentStart.windowSize)), of: nil).times
        // The pictures start at 10 s, and the first one is shown after at most 12 frames.
        #expect(times?.timescale == 90_000)
        #expect(times?.ticks.count == 1)
        #expect(times?.ticks.values.allSatisfy { 900_000..<943_200 ~= $0 } == true)
        func nested(_ type: String, _ body: [UInt8]) -> [UInt8] {
            [0, 0, 0, UInt8(body.count + 8)] + Array(type.utf8) + body
        }
        let track =
            nested("tfhd", [0, 2, 0, 0, 0, 0, 0, 7]) + nested("tfdt", [0, 0, 0, 0, 0, 1, 0, 0])
        let fragment = nested("styp", [0, 0, 0, 0]) + nested("moof", nested("traf", track))
        let expected = SegmentStart.Times(ticks: [7: 65_536], timescale: nil, wrap: nil)
        #expect(SegmentStart(fragment, of: nil).times == expected)
        #expect(SegmentStart(Array("WEBVTT\n".utf8), of: nil).times == nil)
    }

    @Test func `each packet of a transport stream in the window has its sync byte`() {
        #expect(text(packets(2)) == nil)
        #expect(text(packets(20), of: 188 * 20) == nil)
        for index in 0..<10 {
            var bytes = packets(20)
            bytes[index * 188] = 0
            let found = text(bytes)
            #expect(found?.contains("at byte \(index * 188): a packet without") == true)
        }
    }

    @Test func `a transport stream has whole packets if its size is known`() {
        #expect(text(packets(3).dropLast(), of: nil) != nil)
        #expect(text(packets(20), of: 188 * 20 + 1)?.contains("3761 bytes are not whole") == true)
        // The size of a longer segment is unknown if the server does not state it.
        #expect(text(packets(20)) == nil)
    }

    @Test func `boxes end within the segment`() {
        let bytes = box("styp", byteCount: 16) + box("mdat", byteCount: 200, filled: false)
        #expect(text(bytes + [UInt8](repeating: 0, count: 192)) == nil)
        #expect(
            text(bytes + [UInt8](repeating: 0, count: 100))?
                .contains("the box mdat has 200 bytes, and the segment ends after 108") == true)
        #expect(text(box("styp", byteCount: 16) + [0, 0, 0]) != nil)
        #expect(text(box("styp", byteCount: 16) + [UInt8](repeating: 9, count: 40)) != nil)
    }

    @Test func `a large box is compared with the stated size only`() {
        let bytes =
            box("styp", byteCount: 16) + [0, 1, 0, 0] + Array("mdat".utf8)
            + [UInt8](repeating: 7, count: 4000)
        #expect(text(bytes) == nil)
        #expect(text(bytes, of: 16 + 65_536) == nil)
        #expect(text(bytes, of: 16 + 65_535) != nil)
        // A box without a size extends to the end.
        let open = box("styp", byteCount: 16) + [0, 0, 0, 0] + Array("mdat".utf8)
        #expect(text(open + [UInt8](repeating: 7, count: 4000), of: 20) == nil)
    }

    @Test func `fragments need an initialization section or a movie box of their own`() {
        let fragment = box("styp", byteCount: 16) + box("moof", byteCount: 32)
        #expect(text(fragment) == nil)
        #expect(
            text(fragment, hasInitialization: false)?
                .contains("fragments without an initialization section") == true)
        let whole = box("ftyp", byteCount: 16) + box("moov", byteCount: 32) + fragment
        #expect(text(whole, hasInitialization: false) == nil)
    }

    @Test func `a segment without media data is not media`() {
        let index = box("styp", byteCount: 16) + box("sidx", byteCount: 44)
        #expect(text(index)?.contains("without a single sample") == true, "\(text(index) ?? "")")
        let section = box("ftyp", byteCount: 16) + box("moov", byteCount: 32)
        #expect(text(section) != nil)
        // Only the start of this longer segment is available, and media data may follow it.
        let long = box("styp", byteCount: 16) + [0, 1, 0, 0] + Array("free".utf8)
        #expect(text(long + [UInt8](repeating: 0, count: 4000), of: 100_000) == nil)
    }

    @Test func `an ID3 tag ends within the segment`() {
        let whole = tag(80)
        #expect(text(whole) == nil)
        #expect(text(whole.dropLast(20)) != nil)
    }

    @Test func `audio after an ID3 tag is recognized unless the window ends first`() {
        let text = Array("an error of the server".utf8)
        #expect(self.text(tag(80) + text)?.contains("an ID3 tag without audio") == true)
        let tags = (0..<14).flatMap { _ in tag(127) }
        let rest = SegmentStart.windowSize - tags.count
        // The window ends within the header of the frame that follows the tags.
        let cut = tags + tag(UInt8(rest - 10 - 3)) + text
        #expect(self.text(cut, of: 4000) == nil)
        #expect(self.text(tag(80)) == nil)
    }

    @Test func `bytes of no container are not media`() {
        #expect(text([]) == "the segment is empty")
        #expect(text([UInt8](repeating: 0, count: 4000)) == "not a media container at byte 0")
        #expect(text(Array(packets(20).dropFirst())) == "not a media container at byte 0")
        #expect(text(Array("Gone".utf8)) == "not a media container but text at byte 0")
        #expect(text(Array("ID3 is unknown".utf8)) == "not a media container but text at byte 0")
        #expect(text(Array("WEBVTT\n\n".utf8)) == nil)
    }
}
