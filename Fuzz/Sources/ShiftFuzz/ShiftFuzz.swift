import Containers
import Driver
import VirtualTime

/// Shifts the timestamps of a segment; for a transport stream, it also shifts them back.
///
/// The first two bytes are a signed offset in units of 93 s. The third byte selects the width of
/// decode times. The result must have about the size of the segment, and exactly its size if the
/// segment is a transport stream.
private func fuzzOne(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    let input = Array(UnsafeBufferPointer(start: start, count: count))
    guard input.count >= 4 else { return 0 }
    let offset = MediaTime.seconds(
        93 * Int64(Int16(truncatingIfNeeded: Int(input[0]) << 8 | Int(input[1]))))
    let widths: [MediaShift.DecodeTimeWidth?] = [nil, .short, .long]
    let bytes = Array(input.dropFirst(3))
    let clocks = TrackClocks(initialization: bytes)
    let shift = MediaShift(by: offset, decodeTimeWidth: widths[Int(input[2]) % 3])
    guard let moved = try? shift.applied(to: bytes, clocks: clocks) else { return 0 }
    guard moved.count <= 2 * bytes.count + 64 else { fatalError("it has grown") }
    // Of all media that can be shifted, only a transport stream starts with this byte.
    guard bytes.first == 0x47 else { return 0 }
    guard moved.count == bytes.count else { fatalError("a stream of another size") }
    let back = try? MediaShift(by: .zero - offset).applied(to: moved)
    guard let back, back.count == bytes.count else { fatalError("it cannot be moved back") }
    return 0
}

@main
enum ShiftFuzzMain {
    static func main() {
        fuzz(fuzzOne)
    }
}
