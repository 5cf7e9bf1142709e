import Formats

/// The header of a server's response to a request for a resource of an asset.
package struct AnsweredResource: Equatable, Sendable {
    /// The purpose of a resource.
    package enum Kind: String, Sendable {
        /// A playlist.
        case playlist
        /// A segment or an initialization section.
        case media
        /// A subtitle file.
        case subtitles
        /// A key or any other file.
        case other
    }

    /// The maximum number of responses that are kept for an asset.
    package static let mostKept = 20_000

    /// The purpose of the resource.
    package let kind: Kind
    /// The location that was requested.
    package let url: String
    /// The location after redirects.
    package let finalURL: String
    /// The location of the playlist that refers to the resource; `nil` for the first playlist.
    package let referrer: String?
    /// The HTTP status code.
    package let status: Int
    /// Whether a range of bytes was requested.
    package let isOfRange: Bool
    /// The number of bytes of the body after its content encoding, such as gzip, is removed.
    package let byteCount: Int64
    /// The header fields by lower-case name; for a repeated field, its last value.
    private let fields: [String: String]

    /// Creates the header of a response.
    ///
    /// - Parameters:
    ///   - kind: The purpose of the resource.
    ///   - url: The location that was requested.
    ///   - finalURL: The location after redirects.
    ///   - referrer: The location of the playlist that refers to the resource.
    ///   - status: The HTTP status code.
    ///   - isOfRange: Whether a range of bytes was requested.
    ///   - byteCount: The number of bytes of the body.
    ///   - fields: The header fields in order.
    package init(
        _ kind: Kind, url: String, finalURL: String? = nil, referrer: String? = nil, status: Int,
        isOfRange: Bool = false, byteCount: Int64 = 0, fields: [(name: String, value: String)]
    ) {
        self.kind = kind
        self.url = url
        self.finalURL = finalURL ?? url
        self.referrer = referrer
        self.status = status
        self.isOfRange = isOfRange
        self.byteCount = byteCount
        self.fields = Dictionary(fields.map { ($0.name.lowercased(), $0.value) }) { $1 }
    }

    /// Returns the value of a header field.
    ///
    /// - Parameter name: The name in lower case.
    package subscript(name: String) -> String? { fields[name] }

    /// The seconds since the resource was modified; `nil` when the header fields do not state it.
    ///
    /// The value includes the time for which a cache has kept the response (RFC 9111, section 5.1,
    /// Age).
    var secondsSinceModified: Int64? {
        guard let date = self["date"].flatMap({ HTTPDate($0) }),
            let modified = self["last-modified"].flatMap({ HTTPDate($0) })
        else { return nil }
        let kept = self["age"].flatMap { Int64($0) }.map { min(max(0, $0), 1 << 32) } ?? 0
        return date.secondsSince1970 - modified.secondsSince1970 + kept
    }

    /// The media type without its parameters, in lower case; `nil` when the response has none.
    var mediaType: String? {
        self["content-type"].map { value in
            String(value.prefix { $0 != ";" && $0 != " " }).lowercased()
        }
    }

    /// Returns the directives in a header field, in lower case.
    func directives(of name: String) -> [String] {
        (self[name] ?? "").lowercased().split(separator: ",").map { part in
            String(part.drop { $0 == " " }.prefix { $0 != " " })
        }
    }
}
