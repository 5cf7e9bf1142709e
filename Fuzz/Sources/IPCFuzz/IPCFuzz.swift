import Driver
import RemoteControl

/// Divides the bytes of a client into lines, and reads the lines.
///
/// The lines must be the same, regardless of the pieces in which the bytes arrive.
private func fuzzOne(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    let bytes = Array(UnsafeBufferPointer(start: start, count: count))
    let whole = lines(of: bytes, in: max(count, 1))
    let pieces = lines(of: bytes, in: Int(bytes.first ?? 0) % 7 + 1)
    guard whole == pieces else { fatalError("\(whole.count) lines became \(pieces.count)") }
    var reader = KeyReader()
    guard reader.read(bytes).count <= count else { fatalError("more keys than bytes") }
    return 0
}

private func lines(of bytes: [UInt8], in size: Int) -> [IPCLine] {
    var buffer = IPCLineBuffer()
    var lines: [IPCLine] = []
    for start in stride(from: 0, to: bytes.count, by: size) {
        buffer.append(Array(bytes[start..<min(start + size, bytes.count)]))
        while let line = buffer.next() { lines.append(IPCLine(line)) }
    }
    return lines
}

@main
enum IPCFuzzMain {
    static func main() {
        fuzz(fuzzOne)
    }
}
