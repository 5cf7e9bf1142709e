import Containers
import TestTools
import Testing
import VirtualTime

@Suite struct TransportScanTests {
    private func scan(_ bytes: [UInt8], inPiecesOf size: Int) -> TransportScan {
        var scan = TransportScan()
        for start in stride(from: 0, to: bytes.count, by: size) {
            scan.take(bytes.span.extracting(start..<min(start + size, bytes.count)))
        }
        scan.finish()
        return scan
    }

    @Test(arguments: [1, 7, 187, 188, 189, 376, 377, 1000, 65_536])
    func `the scan result does not depend on the sizes in which the input is read`(size: Int) {
        let bytes = fileBytes("\(SampleMedia.single.folder)/segment-0.ts")
        var random = SeededRandom(seed: 11)
        var damaged = bytes
        for _ in 0..<20 {
            let start = Int(random.next() % UInt64(bytes.count - 900))
            for place in start..<start + Int(random.next() % 900) { damaged[place] = 0x47 }
        }
        for input in [bytes, damaged, Array(bytes.dropLast(30)), Array(bytes.dropFirst(30))] {
            #expect(scan(input, inPiecesOf: size) == scan(input, inPiecesOf: input.count))
        }
    }
}
