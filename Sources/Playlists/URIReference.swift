/// A URI or a relative reference, split into its components.
///
/// An absolute file path is a reference without a scheme. It is resolved like any other reference.
///
/// Reference: RFC 3986, sections 3 (Syntax Components), 4.1 and 5 (Reference Resolution).
public struct URIReference: Hashable, Sendable {
    /// The part before the first colon; `nil` in a relative reference.
    public var scheme: String?
    /// The part after `//`, such as a host with a port; `nil` when there are no two slashes.
    public var authority: String?
    /// The path, possibly empty.
    public var path: String
    /// The part after `?`; `nil` when there is none.
    public var query: String?
    /// The part after `#`; `nil` when there is none.
    public var fragment: String?

    /// Splits a reference into its components; every text is a valid reference.
    ///
    /// - Parameter text: The reference.
    public init(_ text: String) {
        var rest = text.utf8[...]
        fragment = Self.cut(&rest, after: 0x23)
        query = Self.cut(&rest, after: 0x3F)
        if let colon = rest.firstIndex(of: 0x3A), Self.isScheme(rest[..<colon]) {
            scheme = String(rest[..<colon])
            rest = rest[rest.index(after: colon)...]
        }
        if rest.starts(with: [0x2F, 0x2F]) {
            rest = rest.dropFirst(2)
            let end = rest.firstIndex(of: 0x2F) ?? rest.endIndex
            authority = String(rest[..<end])
            rest = rest[end...]
        }
        path = String(Substring(rest))
    }

    /// Resolves a reference against a base, with dot segments removed.
    ///
    /// - Parameters:
    ///   - reference: The reference as written in a document.
    ///   - base: The location of the document: a URI, or an absolute file path.
    /// - Returns: The resolved location: a URI or an absolute file path, like the base.
    public static func resolve(_ reference: String, against base: String) -> String {
        BaseURI(base).resolve(reference)
    }

    /// Resolves the reference against a base, strictly as in RFC 3986, section 5.2.2.
    ///
    /// - Parameter base: The location of the document that contains the reference.
    /// - Returns: The resolved reference.
    public func resolved(against base: URIReference) -> URIReference {
        var target = self
        if scheme != nil || authority != nil {
            target.path = Self.removingDotSegments(path)
            target.scheme = scheme ?? base.scheme
            return target
        }
        if path.isEmpty {
            target.path = base.path
            target.query = query ?? base.query
        } else if path.utf8.first == 0x2F {
            target.path = Self.removingDotSegments(path)
        } else {
            target.path = Self.removingDotSegments(merged(with: base))
        }
        target.authority = base.authority
        target.scheme = base.scheme
        return target
    }

    /// The reference as text.
    ///
    /// A path that would be misread as an authority or a scheme is prefixed with `/.` or `./`.
    public var text: String {
        var text = ""
        if let scheme { text += scheme + ":" }
        if let authority {
            text += "//" + authority
        } else if path.hasPrefix("//") {
            text += "/."
        } else if scheme == nil, path.utf8.prefix(while: { $0 != 0x2F }).contains(0x3A) {
            text += "./"
        }
        text += path
        if let query { text += "?" + query }
        if let fragment { text += "#" + fragment }
        return text
    }

    /// Returns the base path with its last segment replaced by this path.
    private func merged(with base: URIReference) -> String {
        if base.authority != nil, base.path.isEmpty { return "/" + path }
        guard let slash = base.path.utf8.lastIndex(of: 0x2F) else { return path }
        return base.path[...slash] + path
    }

    /// Removes the first occurrence of a byte and all text after it, and returns that text.
    ///
    /// The result is `nil` when the byte does not occur.
    private static func cut(_ rest: inout Substring.UTF8View, after byte: UInt8) -> String? {
        guard let index = rest.firstIndex(of: byte) else { return nil }
        defer { rest = rest[..<index] }
        return String(Substring(rest[rest.index(after: index)...]))
    }

    static func isScheme(_ text: Substring.UTF8View) -> Bool {
        guard let first = text.first, 0x61...0x7A ~= first | 0x20 else { return false }
        return text.allSatisfy { byte in
            switch byte {
            case 0x41...0x5A, 0x61...0x7A, 0x30...0x39, 0x2B, 0x2D, 0x2E: true
            default: false
            }
        }
    }

    /// Returns the path without `.` and `..` segments, as in RFC 3986, section 5.2.4.
    private static func removingDotSegments(_ path: String) -> String {
        let bytes = Array(path.utf8)
        guard bytes.contains(0x2E) else { return path }
        var output: [UInt8] = []
        output.reserveCapacity(bytes.count)
        var segments = bytes.split(separator: 0x2F, omittingEmptySubsequences: false)[...]
        let isAbsolute = bytes.first == 0x2F
        if isAbsolute { segments.removeFirst() }
        // The start of each retained segment, including its slash.
        var starts: [Int] = []
        while let segment = segments.popFirst() {
            let isLast = segments.isEmpty
            if segment.elementsEqual([0x2E]) || segment.elementsEqual([0x2E, 0x2E]) {
                if segment.count == 2, let start = starts.popLast() {
                    output.removeLast(output.count - start)
                }
                if isLast, isAbsolute || !starts.isEmpty { output.append(0x2F) }
                continue
            }
            starts.append(output.count)
            if isAbsolute || starts.count > 1 { output.append(0x2F) }
            output += segment
        }
        return String(decoding: output, as: UTF8.self)
    }
}

extension URIReference {
    /// Returns the percent-decoded value of a query parameter.
    ///
    /// - Parameters:
    ///   - name: The name of the parameter.
    ///   - uri: The URI whose query is searched.
    /// - Returns: The value; `nil` when the parameter is absent or not UTF-8.
    public static func queryParameter(_ name: String, of uri: String) -> String? {
        QueryParameters(of: uri).value(of: name)
    }

    /// Returns a URI without its query and its fragment.
    package static func withoutQuery(_ uri: String) -> Substring {
        Substring(uri.utf8.prefix { $0 != 0x3F && $0 != 0x23 })
    }
}
