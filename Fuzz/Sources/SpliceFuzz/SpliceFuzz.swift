import Containers
import Driver
import VirtualTime

/// Reads bytes as a splice message: unchanged, with a correct checksum, and as text.
private func fuzzOne(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    let bytes = Array(UnsafeBufferPointer(start: start, count: count))
    if let splice = try? SpliceInformation(bytes) { look(at: splice) }
    if let splice = try? SpliceInformation(text: String(decoding: bytes, as: UTF8.self)) {
        look(at: splice)
    }
    // A correct checksum is added, because a fuzzer does not find one.
    let body = Array(bytes.prefix(4000))
    let length = body.count + 4
    let head: [UInt8] = [0xFC, 0x30 | UInt8(length >> 8), UInt8(length & 0xFF)]
    let section = head + body + checksum(head + body)
    do {
        look(at: try SpliceInformation(section))
    } catch {
        if case .wrongChecksum = error.reason { fatalError("a sound checksum was refused") }
        guard (0...section.count).contains(error.offset) else { fatalError("no such byte") }
        _ = "\(error)"
    }
    return 0
}

private func look(at splice: SpliceInformation) {
    if let pts = splice.splicePTS {
        guard (0..<(1 << 33)).contains(pts) else { fatalError("a time beyond the clock") }
    }
    guard splice.descriptors.count <= 2048 else { fatalError("more than a section holds") }
    for event in splice.segmentations.compactMap(\.event) {
        let texts = [event.type.name, event.upid.typeName, event.upid.text]
        for text in texts where text.unicodeScalars.contains(where: { $0.value < 0x20 }) {
            fatalError("a text that leaves its line: \(text)")
        }
    }
}

private func checksum(_ bytes: [UInt8]) -> [UInt8] {
    var remainder: UInt32 = 0xFFFF_FFFF
    for byte in bytes {
        remainder ^= UInt32(byte) << 24
        for _ in 0..<8 {
            let carries = remainder & 0x8000_0000 != 0
            remainder = carries ? remainder << 1 ^ 0x04C1_1DB7 : remainder << 1
        }
    }
    return [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: remainder >> UInt32($0)) }
}

@main
enum SpliceFuzzMain {
    static func main() {
        fuzz(fuzzOne)
    }
}
