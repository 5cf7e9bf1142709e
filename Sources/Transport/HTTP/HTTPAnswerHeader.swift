import Formats

/// The fields of a response header that the loader uses.
struct HTTPAnswerHeader {
    /// The longest `Retry-After` time accepted from a server, in seconds.
    private static let longestWait: Int64 = 24 * 3600

    private(set) var contentRange: ContentRange?

    /// The size of the resource, from a response that refuses the requested range.
    private(set) var unsatisfiedTotal: Int64?

    /// The announced length of the body as it is sent, before any coding of the body is removed.
    private(set) var announcedByteCount: Int64?

    /// The maximum number of cookies in a response, and the maximum size of a cookie in bytes.
    private static let cookieLimits = (count: 50, byteCount: 8192)

    /// The values of `Set-Cookie`, in order.
    private(set) var cookies: [String] = []

    /// The maximum number of stored fields, and the maximum length of a field in bytes.
    private static let fieldLimits = (count: 64, byteCount: 16384)

    /// The header fields in order, if the request requires them; empty otherwise.
    private(set) var fields: [HeaderField] = []

    /// The time in seconds that the response spent in caches; `nil` if `Age` is missing or invalid.
    ///
    /// Reference: RFC 9111, section 5.1.
    private(set) var age: Int?

    private(set) var entityTag: String?
    private(set) var lastModified: String?
    /// The names of the codings of the body in lower case, in the order of their application.
    ///
    /// The coding `identity` and unregistered names are omitted. Reference: RFC 9110, section 8.4.
    private(set) var codings: [String] = []
    private(set) var date: HTTPDate?
    private var retry: String?

    /// Stores a header field for the response, within the limits.
    mutating func keep(_ name: String, _ value: String) {
        let limits = Self.fieldLimits
        if fields.count < limits.count, name.utf8.count + value.utf8.count <= limits.byteCount {
            fields.append(HeaderField(name: name, value: value))
        }
    }

    /// Receives a header field.
    ///
    /// - Parameters:
    ///   - name: The name in lower case.
    ///   - value: The value without surrounding space.
    mutating func take(_ name: String, _ value: String) {
        switch name {
        case "content-range":
            contentRange = ContentRange(value)
            unsatisfiedTotal = ContentRange.total(ofUnsatisfied: value)
        case "content-length": announcedByteCount = Int64(value).flatMap { $0 >= 0 ? $0 : nil }
        case "content-encoding":
            let names = value.lowercased().split(separator: ",").map { String($0).trimmingSpace }
            codings += names.filter(ContentCoding.isRegistered)
        case "etag": entityTag = value
        case "last-modified": lastModified = value
        case "age": age = Int32(value).flatMap { $0 >= 0 ? Int($0) : nil }
        case "date": date = HTTPDate(value)
        case "retry-after": retry = value
        case "set-cookie":
            let limits = Self.cookieLimits
            if cookies.count < limits.count, value.utf8.count <= limits.byteCount {
                cookies.append(value)
            }
        default: break
        }
    }

    /// The length of the body; `nil` when it has a coding or is not announced.
    var byteCount: Int64? { codings.isEmpty ? announcedByteCount : nil }

    /// Whether the date of the last modification is a strong validator.
    ///
    /// The server's clock sets both this date and the date of the response. The date of the last
    /// modification must be earlier, so that the resource cannot have changed again at the same
    /// date. Reference: RFC 9110, section 8.8.2.2.
    var hasStrongDate: Bool {
        guard let date, let changed = lastModified.flatMap({ HTTPDate($0) }) else { return false }
        return changed.secondsSince1970 < date.secondsSince1970
    }

    /// The time that the server requires clients to wait, at most a day.
    ///
    /// Reference: RFC 9110, section 10.2.3.
    var retryAfter: Duration? {
        guard let retry else { return nil }
        if !retry.isEmpty, retry.utf8.allSatisfy({ (0x30...0x39).contains($0) }) {
            return .seconds(min(Int64(retry) ?? .max, Self.longestWait))
        }
        guard let end = HTTPDate(retry), let date else { return nil }
        let wait = end.secondsSince1970 - date.secondsSince1970
        return .seconds(min(max(wait, 0), Self.longestWait))
    }
}

/// The value of a `Content-Range` header field.
///
/// Reference: RFC 9110, section 14.4.
struct ContentRange: Equatable {
    /// The range of the resource that the body contains.
    let bytes: Range<Int64>

    /// The size of the complete resource; `nil` when the server does not know it.
    let total: Int64?

    /// Parses the value of the header field; `nil` unless it states a range of bytes.
    init?(_ value: String) {
        let words = value.split(separator: " ")
        guard words.count == 2, words[0].lowercased() == "bytes" else { return nil }
        let parts = words[1].split(separator: "/", omittingEmptySubsequences: false)
        guard parts.count == 2 else { return nil }
        let ends = parts[0].split(separator: "-", omittingEmptySubsequences: false)
        guard ends.count == 2, let first = Int64(ends[0]), let last = Int64(ends[1]) else {
            return nil
        }
        guard first >= 0, last >= first, last < .max else { return nil }
        bytes = first..<last + 1
        total = Int64(parts[1])
        if parts[1] != "*", total.map({ $0 <= last }) ?? true { return nil }
    }

    /// Returns the size of a resource from the `Content-Range` value of a refused range request.
    static func total(ofUnsatisfied value: String) -> Int64? {
        let words = value.split(separator: " ")
        guard words.count == 2, words[0].lowercased() == "bytes", words[1].hasPrefix("*/") else {
            return nil
        }
        return Int64(words[1].dropFirst(2)).flatMap { $0 >= 0 ? $0 : nil }
    }
}
