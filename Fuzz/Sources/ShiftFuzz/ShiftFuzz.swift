import Containers
import Driver
import VirtualTime

/// Shifts the timestamps of a segment, shifts them back, and shifts them again.
///
/// The first two bytes are a signed offset in units of 93 s. The third byte selects the number of
/// bits of each decode time. The first shift may at most double the size of the segment and add 64
/// bytes; it must not change the size of a transport stream. The third shift must have the same
/// result as the first.
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
    let back = try? MediaShift(by: .zero - offset).applied(to: moved, clocks: clocks)
    // Timestamps before zero cannot be written, so only some media can be moved back.
    if let back {
        let again = try? MediaShift(by: offset).applied(to: back, clocks: clocks)
        guard again == moved else { fatalError("there and back is another place") }
    }
    // Of all media that can be shifted, only a transport stream starts with this byte.
    guard bytes.first == 0x47 else { return 0 }
    guard moved.count == bytes.count else { fatalError("a stream of another size") }
    guard let back, back.count == bytes.count else { fatalError("it cannot be moved back") }
    // A timestamp has 33 bits, so an offset of 2^33 units changes nothing. The first shift may have
    // set the fixed bits of timestamps, so its result is shifted, not the input.
    let round = MediaTime(1 << 33, timescale: 90_000)
    guard (try? MediaShift(by: round).applied(to: moved)) == moved else {
        fatalError("a round of the clock changes the stream")
    }
    return 0
}

@main
enum ShiftFuzzMain {
    static func main() {
        fuzz(fuzzOne)
    }
}
