import Containers
import Driver
import VirtualTime

/// Scans bytes as a transport stream, whole and in pieces.
///
/// The first byte determines the size of the pieces. The scan must have the same result for every
/// size. The scan reports bytes outside packets as foreign; the number of foreign bytes must not
/// exceed the number of scanned bytes.
private func fuzzOne(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    let input = Array(UnsafeBufferPointer(start: start, count: count))
    guard input.count >= 2 else { return 0 }
    let stream = Array(input.dropFirst())
    let whole = scan(stream, inPiecesOf: stream.count)
    guard whole == scan(stream, inPiecesOf: Int(input[0]) + 1) else {
        fatalError("another result in pieces")
    }
    guard (0...stream.count).contains(whole.foreignBytes) else { fatalError("a wrong count") }
    let segment = try? SegmentDemuxer().demux(media: MemoryInput(stream))
    for problem in segment?.problems ?? [] where problem.count < 1 {
        fatalError("a problem that does not exist")
    }
    return 0
}

private func scan(_ stream: [UInt8], inPiecesOf size: Int) -> TransportScan {
    var scan = TransportScan()
    for start in stride(from: 0, to: stream.count, by: size) {
        scan.take(stream.span.extracting(start..<min(start + size, stream.count)))
    }
    scan.finish()
    return scan
}

@main
enum TransportFuzzMain {
    static func main() {
        fuzz(fuzzOne)
    }
}
