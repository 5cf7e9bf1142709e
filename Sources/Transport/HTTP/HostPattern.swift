/// A pattern for allowed hosts.
///
/// It is a name or address, or `*.` and a domain, each with an optional port.
package struct HostPattern: Equatable, Sendable {
    private let host: Substring
    private let isDomain: Bool
    private let port: Int?

    /// Parses a pattern; `nil` if it is malformed.
    ///
    /// Examples are `example.com`, `*.example.com`, `127.0.0.1:8080` and `[::1]`.
    package init?(_ text: String) {
        let text = text.lowercased()[...]
        let colon = text.lastIndex(of: ":").flatMap { text[$0...].contains("]") ? nil : $0 }
        var host = colon.map { text[..<$0] } ?? text
        if let colon {
            guard let port = UInt16(text[colon...].dropFirst()), port > 0 else { return nil }
            self.port = Int(port)
        } else {
            port = nil
        }
        isDomain = host.hasPrefix("*.")
        if isDomain { host = host.dropFirst() }
        let isAddress = host.hasPrefix("[") && host.hasSuffix("]")
        let inner = isAddress ? host.dropFirst().dropLast() : host
        let marks = isAddress ? ":.%" : "-._"
        guard inner.contains(where: { $0 != "." }),
            inner.allSatisfy({ $0.isLetter || $0.isNumber || marks.contains($0) })
        else { return nil }
        self.host = host
    }

    /// Returns whether an origin matches.
    func fits(_ origin: HTTPOrigin) -> Bool {
        if let port, port != origin.port { return false }
        return isDomain
            ? origin.host.hasSuffix(host) && origin.host.count > host.count : origin.host == host
    }
}
