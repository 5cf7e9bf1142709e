import Driver
import Transport
import VirtualTime

/// Sets cookies, one per line, and creates the `Cookie` header fields for several hosts.
///
/// Every field must be valid, and no cookie may be sent to a host to which it does not belong.
private func fuzzOne(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    let bytes = Array(UnsafeBufferPointer(start: start, count: count))
    let lines = bytes.split(separator: 0x0A).map { String(decoding: $0, as: UTF8.self) }
    let jar = CookieJar()
    let location = "https://a.example.com/x/y"
    let access = AssetAccess(AssetOptions(), location: location, jar: jar)
    access.keep(lines, from: location, date: 1_795_341_600)
    for url in [location, "http://a.example.com/x/y", "https://b.example.com/x/y"] {
        let text = access.cookieText(for: ResourceRequest(url: url, kind: .segment))
        guard HeaderFieldRules.isValue(text) else { fatalError("a broken field") }
        guard text.utf8.count <= 50 * 4100 else { fatalError("\(text.utf8.count) bytes") }
    }
    for url in ["https://other.org/x/y", "https://com/x/y", "https://127.0.0.1/x/y"] {
        let text = access.cookieText(for: ResourceRequest(url: url, kind: .segment))
        guard text.isEmpty else { fatalError("\(url) receives \(text)") }
    }
    return 0
}

@main
enum CookieFuzzMain {
    static func main() {
        fuzz(fuzzOne)
    }
}
