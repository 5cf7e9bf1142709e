import Formats

/// The header of a server's answer to a request of an asset.
package struct AnsweredResource: Equatable, Sendable {
    /// The purpose of a resource.
    package enum Kind: String, Sendable {
        /// A playlist.
        case playlist
        /// A segment or an initialization section.
        case media
        /// A file of subtitles.
        case subtitles
        /// A key or any other file.
        case other
    }

    /// The number of answers of an asset that are kept.
    package static let mostKept = 20_000

    /// The purpose.
    package let kind: Kind
    /// The location that was requested.
    package let url: String
    /// The location after redirects.
    package let finalURL: String
    /// The location of the playlist that names it; `nil` for the first playlist.
    package let referrer: String?
    /// The status.
    package let status: Int
    /// Whether a range of bytes was requested.
    package let isOfRange: Bool
    /// The number of bytes of the body as it was used.
    package let byteCount: Int64
    /// The fields by their names in lower case; of several of a name the last one.
    private let fields: [String: String]

    /// Creates the header of an answer.
    ///
    /// - Parameters:
    ///   - kind: The purpose.
    ///   - url: The location that was requested.
    ///   - finalURL: The location after redirects.
    ///   - referrer: The location of the playlist that names it.
    ///   - status: The status.
    ///   - isOfRange: Whether a range of bytes was requested.
    ///   - byteCount: The number of bytes of the body.
    ///   - fields: The fields in order.
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

    /// Returns the value of a field.
    ///
    /// - Parameter name: The name in lower case.
    package subscript(name: String) -> String? { fields[name] }

    /// The time since the resource was modified, in seconds; `nil` when the fields do not show it.
    ///
    /// A cache states for how long it has kept the answer (RFC 9111, section 5.1, Age).
    var secondsSinceModified: Int64? {
        guard let date = self["date"].flatMap({ HTTPDate($0) }),
            let modified = self["last-modified"].flatMap({ HTTPDate($0) })
        else { return nil }
        let kept = self["age"].flatMap { Int64($0) }.map { min(max(0, $0), 1 << 32) } ?? 0
        return date.secondsSince1970 - modified.secondsSince1970 + kept
    }

    /// The media type without its parameters, in lower case; `nil` without one.
    var mediaType: String? {
        self["content-type"].map { value in
            String(value.prefix { $0 != ";" && $0 != " " }).lowercased()
        }
    }

    /// The words of a list of directives, in lower case.
    func directives(of name: String) -> [String] {
        (self[name] ?? "").lowercased().split(separator: ",").map { part in
            String(part.drop { $0 == " " }.prefix { $0 != " " })
        }
    }
}
