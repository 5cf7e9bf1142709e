import Formats
import Testing

/// The checksum of sections in MPEG-2 Systems.
@Suite struct MPEGChecksumTests {
    @Test func `the checksum of the standard check text is known`() {
        #expect(MPEGChecksum.of("123456789".utf8) == 0x0376_E6E7)
        let bytes = Array("123456789".utf8)
        #expect(MPEGChecksum.of(bytes.span) == 0x0376_E6E7)
    }

    @Test func `a section with its own checksum has the checksum zero`() {
        let section: [UInt8] = [0xFC, 0x30, 0x11, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0]
        let sum = MPEGChecksum.of(section)
        let ending = (0..<4).map { UInt8(truncatingIfNeeded: sum >> (24 - 8 * $0)) }
        #expect(MPEGChecksum.of(section + ending) == 0)
        #expect(MPEGChecksum.of(section + ending.reversed()) != 0)
    }
}
