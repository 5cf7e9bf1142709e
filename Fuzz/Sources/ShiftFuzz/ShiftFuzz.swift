import Containers
import Driver
import VirtualTime

/// Moves the timestamps of a segment, and moves them back.
///
/// The first three bytes are the offset in units of 93 s, with a sign, and the width of decode times.
/// A segment that can be moved can be demuxed as before, and a transport stream keeps its size and
/// gets its bytes again from the opposite move.
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
    // The sync byte: nothing else that can be moved starts with it.
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
