import Containers
import Testing

@Suite struct SegmentationTests {
    @Test(
        arguments: [
            (0x00, "Not Indicated"), (0x10, "Program Start"), (0x13, "Program Breakaway"),
            (0x22, "Break Start"), (0x23, "Break End"), (0x31, "Provider Advertisement End"),
            (0x36, "Distributor Placement Opportunity Start"), (0x3F, "Distributor Promo End"),
            (0x44, "Provider Ad Block Start"), (0x51, "Network End"), (0x1F, "Reserved 0x1F"),
            (0x28, "Reserved 0x28"), (0x05, "Reserved 0x05"), (0xFF, "Reserved 0xFF"),
        ])
    func `types have the names of the standard`(id: UInt8, name: String) {
        #expect(SegmentationType(id).name == name)
    }

    @Test func `a segmentation type starts a break, ends it or does neither`() {
        #expect(SegmentationType(0x34).edge == .start)
        #expect(SegmentationType(0x35).edge == .end)
        #expect(SegmentationType(0x34).isBreak)
        #expect(!SegmentationType(0x10).isBreak)
        #expect(SegmentationType(0x01).edge == .none)
    }

    @Test func `segmentation identifiers have their usual text notation`() {
        func text(_ type: UInt8, _ bytes: [UInt8]) -> String {
            SegmentationUPID(type: type, bytes: bytes).text
        }
        #expect(text(0, []) == "")
        #expect(text(0x03, Array("ABCD0123456H".utf8)) == "ABCD0123456H")
        #expect(text(0x0F, Array("urn:x:1".utf8)) == "urn:x:1")
        #expect(text(0x0F, [0x41, 0x0A]) == "0x410A")
        #expect(text(0x08, [0, 0, 0, 0, 0x2C, 0xA0, 0xA1, 0x8A]) == "0x000000002CA0A18A")
        #expect(
            text(0x0A, [0x14, 0x78, 0x77, 0x91, 0x85, 0x34, 0x2C, 0x23, 0x90, 0x30, 0x86, 0x10])
                == "10.5240/7791-8534-2C23-9030-8610-5")
        #expect(
            text(0x10, Array(0...15)) == "00010203-0405-0607-0809-0a0b0c0d0e0f")
        #expect(text(0x0C, Array("CUEI".utf8) + [0xAB]) == "CUEI 0xAB")
        #expect(text(0x05, Array(0...7)) == "0001-0203-0405-0607")
        #expect(text(0x77, [1]) == "0x01")
        #expect(SegmentationUPID(type: 0x77, bytes: [1]).typeName == "type 0x77")
    }

    @Test func `a segmentation identifier that contains several others is divided into them`() {
        let bytes: [UInt8] =
            [0x03, 12] + Array("ABCD0123456H".utf8) + [0x08, 8, 0, 0, 0, 0, 0, 0, 0, 9]
        let upid = SegmentationUPID(type: 0x0D, bytes: bytes)
        #expect(upid.typeName == "MID")
        #expect(upid.parts.map(\.type) == [0x03, 0x08])
        #expect(upid.text == "Ad-ID ABCD0123456H, TI 0x0000000000000009")
        // The identifiers within a nested identifier are not read, and a truncated identifier has
        // only the bytes that exist.
        let nested = SegmentationUPID(type: 0x0D, bytes: [0x0D, 200, 0x0D, 1, 0xFF])
        #expect(nested.parts.count == 1)
        #expect(nested.parts[0].parts.isEmpty)
        #expect(nested.text == "MID 0x0D01FF")
    }
}
