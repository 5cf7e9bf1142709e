import Testing

@testable import Containers

@Suite struct OpusPacketHeaderTests {
    /// Packets, and their durations by the tables of RFC 6716, section 3.1.
    @Test(
        arguments: [
            ([0x00], 480), ([0x18], 2880), ([0x58], 2880), ([0x60], 480), ([0x68], 960),
            ([0x80], 120), ([0x98], 960), ([0xF9], 1920), ([0xFA], 1920),
            ([0xFB, 0x03], 2880), ([0xFB, 0x86], 5760), ([0xFB, 0x07], nil), ([0xFB, 0x00], nil),
            ([0xFB], nil), ([0x1B, 0x02], 5760), ([0x1B, 0x03], nil), ([], nil),
        ] as [([UInt8], Int?)])
    func `the first bytes determine the duration of a packet`(bytes: [UInt8], count: Int?) {
        #expect(OpusPacketHeader(bytes.span)?.sampleCount == count)
    }
}
