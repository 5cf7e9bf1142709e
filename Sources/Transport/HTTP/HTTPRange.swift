/// Which bytes of a resource a server is asked for.
///
/// Reference: RFC 9110, section 14.2 (Range) and 13.1.5 (If-Range).
struct HTTPRange {
    /// The bytes that were asked for, without regard to what is there already; `nil` means all.
    let wanted: Range<Int64>?

    /// How many bytes of them are there already and are not asked for again.
    let offset: Int64

    /// The version of the resource that those bytes are from; `nil` when none are.
    let version: String?

    /// Finds what to ask for.
    ///
    /// - Parameters:
    ///   - request: What is wanted.
    ///   - resumes: Whether what is there already may be left out.
    init(_ request: ResourceRequest, resumes: Bool) {
        wanted = request.byteRange
        // Only a version that vouches for each byte lets parts be joined, and what is compressed
        // on the way has no bytes to count.
        guard resumes, let resumption = request.resumption, resumption.offset > 0,
            request.upload == nil, !request.kind.isText || request.byteRange != nil,
            HTTPValidator.isStrong(resumption.version),
            resumption.offset < Self.byteCount(of: request)
        else {
            offset = 0
            version = nil
            return
        }
        offset = resumption.offset
        version = resumption.version
    }

    private static func byteCount(of request: ResourceRequest) -> Int64 {
        request.byteRange.map { $0.upperBound - $0.lowerBound } ?? .max
    }

    /// Where in the resource the first byte is that is asked for.
    var start: Int64 { (wanted?.lowerBound ?? 0) + offset }

    /// How many bytes were asked for, with those that are there; `nil` means all there are.
    var byteCount: Int64? { wanted.map { $0.upperBound - $0.lowerBound } }

    /// Whether the server is asked for a part, so that it may send one.
    var isPart: Bool { wanted != nil || offset > 0 }

    /// Whether only the rest is asked for.
    var isRest: Bool { offset > 0 }

    /// The range as libcurl wants it; `nil` for all bytes.
    var text: String? {
        if let wanted { return "\(start)-\(wanted.upperBound - 1)" }
        return offset > 0 ? "\(start)-" : nil
    }

    /// Whether the bytes that came are the first of those asked for, or all of them.
    func starts(with came: ContentRange) -> Bool {
        came.bytes.lowerBound == start
            && came.bytes.upperBound <= wanted?.upperBound ?? .max
    }
}

/// What a server says to tell versions of a resource apart.
///
/// Reference: RFC 9110, section 8.8.
enum HTTPValidator {
    /// Whether equal validators mean equal bytes: a date, or an entity tag that is not weak.
    ///
    /// A date is taken to be strong here; whether it was when it came is up to ``HTTPAnswer``.
    static func isStrong(_ version: String) -> Bool {
        isStrongTag(version) || HTTPDate(version) != nil
    }

    /// Whether a text is an entity tag that is not weak.
    static func isStrongTag(_ version: String) -> Bool {
        let bytes = version.utf8
        guard bytes.count >= 2, bytes.count <= 1024, bytes.first == UInt8(ascii: "\""),
            bytes.last == UInt8(ascii: "\"")
        else { return false }
        return bytes.dropFirst().dropLast().allSatisfy {
            $0 > 0x20 && $0 != UInt8(ascii: "\"") && $0 != 0x7F
        }
    }
}
