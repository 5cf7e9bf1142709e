/// The access method of a resource, from the scheme of its location.
package enum ResourceScheme: Hashable, Sendable {
    /// A local file: a `file:` URL, or a path, which has no scheme.
    case file
    /// Bytes contained in the location itself.
    case data
    /// A server.
    case http
    /// A server, over TLS.
    case https
    /// A broadcast that the simulated world generates; no server on a network has it.
    case live
    /// A scheme without a loader, in lower case.
    case other(String)

    /// The usual prefixes of locations, with their schemes; the parser compares these first.
    private static let usual: [(prefix: String, scheme: ResourceScheme)] = [
        ("live:", .live), ("https:", .https), ("http:", .http), ("file:", .file), ("data:", .data),
    ]

    /// Parses the scheme of a location; a text without a scheme is a path.
    ///
    /// Reference: RFC 3986, section 3.1.
    package init(of url: String) {
        for (prefix, scheme) in Self.usual where url.utf8.starts(with: prefix.utf8) {
            self = scheme
            return
        }
        guard let colon = url.utf8.firstIndex(of: UInt8(ascii: ":")) else {
            self = .file
            return
        }
        let name = url.utf8[..<colon]
        guard let first = name.first, first.isLetter, name.allSatisfy(\.isSchemeCharacter) else {
            self = .file
            return
        }
        switch String(url[..<colon]).lowercased() {
        case "file": self = .file
        case "data": self = .data
        case "http": self = .http
        case "https": self = .https
        case "live": self = .live
        case let name: self = .other(name)
        }
    }

    /// Whether the scheme refers to files of this machine.
    package var isLocal: Bool { self == .file }

    /// Whether the scheme refers to a server.
    package var isRemote: Bool { self == .http || self == .https }

    /// Whether the bytes come from a file, a server or a broadcast.
    ///
    /// Otherwise, the location itself contains the bytes, or the player supplies them.
    package var leadsOutside: Bool { isLocal || mayGrow }

    /// Whether newer versions of a playlist may appear later; a playlist in a file is complete.
    package var mayGrow: Bool { isRemote || self == .live }
}

extension UInt8 {
    fileprivate var isLetter: Bool {
        (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(self | 0x20)
    }

    fileprivate var isSchemeCharacter: Bool {
        isLetter || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(self)
            || [UInt8(ascii: "+"), UInt8(ascii: "-"), UInt8(ascii: ".")].contains(self)
    }
}
