import Driver
import Playlists

/// Resolves the second line against the first; resolving a resolved URI must not change the URI.
private func fuzzOne(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    let bytes = Array(UnsafeBufferPointer(start: start, count: count))
    let halves = bytes.split(separator: 0x0A, maxSplits: 1, omittingEmptySubsequences: false)
    guard halves.count == 2 else { return 0 }
    let base = String(decoding: halves[0], as: UTF8.self)
    let reference = String(decoding: halves[1], as: UTF8.self)
    guard URIReference(base).text == base || URIReference(base).scheme == nil else {
        fatalError("not composed as it was split: \(base)")
    }
    let target = URIReference.resolve(reference, against: base)
    // An empty reference resolves to the base itself, which may still contain dot segments. So the
    // results of the second and the third resolution are compared.
    let second = URIReference.resolve(target, against: base)
    let third = URIReference.resolve(second, against: base)
    if URIReference(base).scheme != nil, second != third {
        fatalError("\(second) became \(third)")
    }
    _ = URIReference.queryParameter(reference, of: base)
    return 0
}

@main
enum URIFuzzMain {
    static func main() {
        fuzz(fuzzOne)
    }
}
