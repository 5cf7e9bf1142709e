/// The `Range` header field of a request, parsed.
///
/// Reference: RFC 9110, section 14.2.
enum OriginRange: Equatable {
    case bytes(Range<Int>)
    case notSatisfiable
    /// A header field that is not a single byte range, and that a server may ignore.
    case ignored

    init(_ header: String, within byteCount: Int) {
        guard header.hasPrefix("bytes=") else {
            self = .ignored
            return
        }
        let ends = header.dropFirst(6).split(separator: "-", omittingEmptySubsequences: false)
        guard ends.count == 2 else {
            self = .ignored
            return
        }
        switch (Int(ends[0]), Int(ends[1])) {
        case (let first?, let last?) where last >= first:
            self = Self.bytes(from: first, to: min(last, byteCount - 1), within: byteCount)
        case (let first?, nil) where ends[1].isEmpty:
            self = Self.bytes(from: first, to: byteCount - 1, within: byteCount)
        case (nil, let count?) where ends[0].isEmpty && count > 0:
            let first = max(0, byteCount - count)
            self = Self.bytes(from: first, to: byteCount - 1, within: byteCount)
        default: self = .ignored
        }
    }

    private static func bytes(from first: Int, to last: Int, within byteCount: Int) -> OriginRange {
        first < byteCount ? .bytes(first..<last + 1) : .notSatisfiable
    }
}
