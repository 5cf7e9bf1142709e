import Containers
import Driver
import VirtualTime

/// Reads bytes as a splice message in XML.
private func fuzzOne(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    let bytes = Array(UnsafeBufferPointer(start: start, count: count))
    do {
        let splice = try SpliceInformation(xml: bytes)
        if let pts = splice.splicePTS {
            guard (0..<(1 << 33)).contains(pts) else { fatalError("a time beyond the clock") }
        }
        for event in splice.segmentations.compactMap(\.event) {
            let texts = [event.type.name, event.upid.typeName, event.upid.text]
            for text in texts where text.unicodeScalars.contains(where: { $0.value < 0x20 }) {
                fatalError("a text that leaves its line: \(text)")
            }
            guard event.upid.parts.isEmpty || event.upid.type == 0x0D else {
                fatalError("parts of what has none")
            }
        }
    } catch {
        let text = "\(error)"
        guard (0...bytes.count).contains(error.offset), text.utf8.count < 300,
            !text.unicodeScalars.contains(where: { $0.value < 0x20 })
        else { fatalError("an error that says nothing: \(text)") }
    }
    return 0
}

@main
enum SpliceXMLFuzzMain {
    static func main() {
        fuzz(fuzzOne)
    }
}
