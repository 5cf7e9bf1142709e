import Formats

/// The bytes of a resource to request from a server.
///
/// Reference: RFC 9110, section 14.2 (Range) and 13.1.5 (If-Range).
struct HTTPRange {
    /// The requested bytes, including the bytes already received; `nil` means all.
    let wanted: Range<Int64>?

    /// The number of requested bytes already received, which are not requested again.
    let offset: Int64

    /// The version of the resource to which the received bytes belong; `nil` if none were received.
    let version: String?

    /// The size of the complete resource in that version; `nil` if unknown.
    let totalByteCount: Int64?

    /// Creates the range to request.
    ///
    /// - Parameters:
    ///   - request: The request.
    ///   - resumes: Whether the range may begin after the bytes already received.
    init(_ request: ResourceRequest, resumes: Bool) {
        wanted = request.byteRange
        // Received bytes can be continued only with a strong validator, and only in a body that is
        // not compressed: the offsets of a compressed body are not offsets in the resource.
        guard resumes, let resumption = request.resumption, resumption.offset > 0,
            request.upload == nil, !request.kind.isText || request.byteRange != nil,
            HTTPValidator.isStrong(resumption.version),
            resumption.offset < Self.byteCount(of: request)
        else {
            offset = 0
            version = nil
            totalByteCount = nil
            return
        }
        offset = resumption.offset
        version = resumption.version
        totalByteCount = resumption.totalByteCount
    }

    private static func byteCount(of request: ResourceRequest) -> Int64 {
        request.byteRange.map { $0.upperBound - $0.lowerBound } ?? .max
    }

    /// The offset of the first requested byte in the resource.
    var start: Int64 { (wanted?.lowerBound ?? 0) + offset }

    /// The number of requested bytes, including the bytes already received; `nil` means all.
    var byteCount: Int64? { wanted.map { $0.upperBound - $0.lowerBound } }

    /// Whether only a part of the resource is requested.
    var isPart: Bool { wanted != nil || offset > 0 }

    /// Whether some bytes were already received, and only the rest is requested.
    var isRest: Bool { offset > 0 }

    /// The range in the form used by libcurl; `nil` for all bytes.
    var text: String? {
        if let wanted { return "\(start)-\(wanted.upperBound - 1)" }
        return offset > 0 ? "\(start)-" : nil
    }

    /// Returns whether a received range starts as requested and ends no later than requested.
    func starts(with came: ContentRange) -> Bool {
        came.bytes.lowerBound == start
            && came.bytes.upperBound <= wanted?.upperBound ?? .max
    }
}

/// The validators by which a server distinguishes versions of a resource.
///
/// Reference: RFC 9110, section 8.8.
enum HTTPValidator {
    /// Returns whether two responses with this validator always have equal bytes.
    ///
    /// This is true of a date and of a strong entity tag. Dates are assumed to be strong here;
    /// ``HTTPAnswer`` checks the date in a response.
    static func isStrong(_ version: String) -> Bool {
        isStrongTag(version) || HTTPDate(version) != nil
    }

    /// Returns whether a text is a strong entity tag.
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
