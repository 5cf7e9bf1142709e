/// The location of a document, in a form that resolves many references efficiently.
///
/// Reference: RFC 3986, section 5 (Reference Resolution).
public struct BaseURI: Sendable {
    /// The location: a URI, or an absolute file path.
    public let text: String
    /// The location up to its last slash, to which a plain relative path can be appended.
    ///
    /// `nil` means that the location has a query, a fragment or a dot segment, or is neither an
    /// absolute file path nor a URI with an authority.
    private let folder: String?

    /// Creates a base.
    ///
    /// - Parameter text: The location of the document: a URI, or an absolute file path.
    public init(_ text: String) {
        self.text = text
        folder = Self.folder(of: text).map(String.init)
    }

    /// Resolves a reference, with dot segments removed.
    ///
    /// - Parameter reference: The reference as written in the document.
    /// - Returns: The resolved location: a URI or an absolute file path, like the base.
    public func resolve(_ reference: String) -> String {
        if let folder, Self.isPlainPath(reference) { return folder + reference }
        return URIReference(reference).resolved(against: URIReference(text)).text
    }

    /// Returns whether a reference is a plain relative path.
    ///
    /// A plain path has neither special characters nor dot segments. Most references in playlists
    /// are plain relative paths.
    private static func isPlainPath(_ reference: String) -> Bool {
        guard let first = reference.utf8.first, first != 0x2F else { return false }
        var isFirst = true
        return reference.utf8.allSatisfy { byte in
            defer { isFirst = byte == 0x2F }
            switch byte {
            case 0x41...0x5A, 0x61...0x7A, 0x30...0x39, 0x2D, 0x2F, 0x5F: return true
            // A name that begins with a dot may be a dot segment.
            case 0x2E: return !isFirst
            default: return false
            }
        }
    }

    /// Returns a base up to its last slash; `nil` when a plain path cannot be appended to it.
    ///
    /// The result is `nil` for a base with a query, a fragment or a dot segment, and for a base
    /// that is neither an absolute file path nor a URI with an authority.
    private static func folder(of base: String) -> Substring? {
        var last: String.Index?
        var slashes = 0
        /// The number of dots in the current path segment while it contains only dots.
        ///
        /// The value is `nil` as soon as the segment contains another character.
        var dots: Int?
        for index in base.utf8.indices {
            switch base.utf8[index] {
            case 0x3F, 0x23: return nil
            case 0x2E:
                dots = dots.map { $0 + 1 }
            case 0x2F:
                if dots == 1 || dots == 2 { return nil }
                slashes += 1
                last = index
                dots = 0
            default: dots = nil
            }
        }
        guard let last else { return nil }
        if base.utf8.first == 0x2F {
            return base.utf8.starts(with: [0x2F, 0x2F]) ? nil : base[...last]
        }
        // The third slash begins the path of a URI with an authority.
        guard slashes > 2, let colon = base.utf8.firstIndex(of: 0x3A),
            URIReference.isScheme(base[..<colon].utf8),
            base.utf8[base.utf8.index(after: colon)...].starts(with: [0x2F, 0x2F])
        else { return nil }
        return base[...last]
    }
}
