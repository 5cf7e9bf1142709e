import Containers
import Testing

/// Media whose last bytes are missing, as its structure shows.
@Suite struct CutContentTests {
    private func error(_ bytes: some Collection<UInt8>) -> String? {
        CutContent.error(of: MemoryInput(Array(bytes))).map { "\($0)" }
    }

    @Test(arguments: Fixture.allCases)
    func `whole media is not cut`(fixture: Fixture) {
        #expect(error(fixture.bytes) == nil)
    }

    @Test func `a transport stream that ends within a packet is cut`() {
        let bytes = Fixture.transportStream.bytes
        for count in 188 * 20 + 1..<188 * 21 {
            #expect(
                error(bytes[..<count])
                    == "broken MPEG-TS at byte 3760: the last packet is incomplete")
        }
        #expect(error(bytes[..<(188 * 20)]) == nil)
        #expect(error(bytes + [0, 0]) == nil)
    }

    @Test(arguments: [Fixture.fragment, .progressive, .initialization])
    func `an MP4 file that ends within a box is cut`(fixture: Fixture) {
        let bytes = fixture.bytes
        for missing in [1, 7, 100] {
            let found = error(bytes.dropLast(missing))
            #expect(found?.hasSuffix(": the last box is incomplete") == true, "\(missing)")
        }
    }

    @Test(arguments: [Fixture.packedAAC, .packedAC3])
    func `packed audio that is cut is not recognized`(fixture: Fixture) {
        #expect(error(fixture.bytes.dropLast(5)) == nil)
    }
}
