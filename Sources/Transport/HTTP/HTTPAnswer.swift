import VirtualTime

/// Takes in what a server sends, for one request.
///
/// It is fed header lines and pieces of the body, after each redirect anew, and says when to stop.
struct HTTPAnswer {
    /// Whether the transfer is to go on.
    enum Verdict { case go, stop }

    private let request: ResourceRequest
    private let options: HTTPOptions

    /// The status of the latest answer; zero before the first.
    private(set) var status = 0

    /// The place to which the latest answer points, as the server wrote it.
    private(set) var redirect: String?

    private(set) var contentRange: ContentRange?
    private(set) var body: [UInt8] = []

    /// Why the transfer was stopped by us, other than by having all that was asked for.
    private(set) var failure: TransportError.Cause?

    private var contentLength: Int64?
    private var entityTag: String?
    private var lastModified: String?
    private var discarded: Int64 = 0
    private var hasReserved = false

    init(request: ResourceRequest, options: HTTPOptions) {
        self.request = request
        self.options = options
    }

    /// Takes in a header line.
    mutating func receive(headerLine line: some Collection<UInt8>) {
        guard !line.starts(with: "HTTP/".utf8) else {
            startAnswer(statusLine: line)
            return
        }
        guard let colon = line.firstIndex(of: UInt8(ascii: ":")) else { return }
        let name = String(decoding: line[..<colon], as: UTF8.self).lowercased()
        let value = String(decoding: line[line.index(after: colon)...], as: UTF8.self)
            .trimmingSpace
        switch name {
        case "content-range": contentRange = ContentRange(value)
        case "content-length": contentLength = Int64(value)
        case "etag": entityTag = value
        case "last-modified": lastModified = value
        case "location": redirect = value
        default: break
        }
    }

    private mutating func startAnswer(statusLine line: some Collection<UInt8>) {
        let digits = line.drop { $0 != UInt8(ascii: " ") }.dropFirst().prefix(3)
        status = Int(String(decoding: digits, as: UTF8.self)) ?? 0
        redirect = nil
        contentRange = nil
        contentLength = nil
        entityTag = nil
        lastModified = nil
    }

    /// Takes in a piece of the body.
    mutating func receive(_ piece: UnsafeRawBufferPointer) -> Verdict {
        if request.cancellation?.isCancelled == true { return stop(.cancelled) }
        switch status {
        case 200...299: break
        case _ where isWelcomeRefusal:
            return unsafe append(piece, upTo: request.maximumByteCount)
        default:
            // The page that says what went wrong: a short one keeps the connection usable.
            discarded += Int64(piece.count)
            return discarded > 64 << 10 ? stop(.status(status)) : .go
        }
        guard let range = request.byteRange else {
            return unsafe append(piece, upTo: request.maximumByteCount)
        }
        let count = range.upperBound - range.lowerBound
        if status == 206 {
            guard contentRange?.starts(range) == true,
                Int64(body.count) + Int64(piece.count) <= count
            else { return stop(.rangeNotSatisfied) }
            return unsafe append(piece, upTo: request.maximumByteCount)
        }
        let skipped = min(Int64(piece.count), range.lowerBound - discarded)
        discarded += skipped
        guard discarded <= options.maximumDiscardedByteCount else {
            return stop(.rangeNotSatisfied)
        }
        let wanted = min(Int64(piece.count) - skipped, count - Int64(body.count))
        let rest = unsafe UnsafeRawBufferPointer(
            rebasing: piece[Int(skipped)..<Int(skipped + wanted)])
        guard unsafe append(rest, upTo: request.maximumByteCount) == .go else { return .stop }
        return Int64(body.count) == count ? .stop : .go
    }

    /// Whether the server refuses for good, and what it says about that is wanted.
    private var isWelcomeRefusal: Bool {
        request.acceptsRefusal && (400..<500).contains(status) && status != 408 && status != 429
    }

    private mutating func append(
        _ piece: UnsafeRawBufferPointer, upTo limit: Int64
    ) -> Verdict {
        guard Int64(body.count) + Int64(piece.count) <= limit else {
            return stop(.tooLarge(limit: limit))
        }
        if !hasReserved {
            hasReserved = true
            // What a server announces is believed only so far: a lie must not cost memory.
            body.reserveCapacity(Int(min(contentLength ?? 0, limit, 64 << 20)))
        }
        unsafe body.append(contentsOf: piece)
        return .go
    }

    private mutating func stop(_ cause: TransportError.Cause) -> Verdict {
        failure = cause
        return .stop
    }

    /// Whether all of the byte range is there, so that having stopped is no failure.
    var hasWholeRange: Bool {
        guard let range = request.byteRange, failure == nil else { return false }
        return Int64(body.count) == range.upperBound - range.lowerBound
    }

    /// What is wrong with the answer once the transfer is over; `nil` when nothing is.
    var problem: TransportError.Cause? {
        if let failure { return failure }
        if isWelcomeRefusal { return nil }
        if status == 416 { return .rangeNotSatisfied }
        guard let range = request.byteRange else { return status == 200 ? nil : .status(status) }
        guard status == 200 || status == 206 else { return .status(status) }
        if status == 206, contentRange?.starts(range) != true { return .rangeNotSatisfied }
        let expected = range.upperBound - range.lowerBound
        let received = Int64(body.count)
        if received == expected { return nil }
        if status == 200, received == 0 { return .rangeNotSatisfied }
        let endsThere = contentRange?.total.map { $0 == range.lowerBound + received } ?? true
        if request.acceptsShorterRange, endsThere { return nil }
        return .truncated(expected: expected, received: received)
    }

    /// How many bytes the server announced, or were asked for; `nil` when neither is known.
    var expectedByteCount: Int64? {
        if let range = request.byteRange { return range.upperBound - range.lowerBound }
        return contentLength
    }

    /// What tells this version of the resource from others, where the answer tells it.
    ///
    /// Reference: RFC 9110, section 8.8.
    var version: String? { entityTag ?? lastModified }

    /// The size of the whole resource, where the answer tells it.
    var totalByteCount: Int64? {
        if status == 206 { return contentRange?.total }
        return request.byteRange == nil ? Int64(body.count) : contentLength
    }
}

/// The value of a `Content-Range` header field.
///
/// Reference: RFC 9110, section 14.4.
struct ContentRange: Equatable {
    /// The bytes that came.
    let bytes: Range<Int64>

    /// The size of the whole resource; `nil` when the server does not know.
    let total: Int64?

    /// Reads the value of the header field; `nil` when it does not give a range of bytes.
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

    /// Whether these are the first bytes of a wanted range, or all of them.
    func starts(_ wanted: Range<Int64>) -> Bool {
        bytes.lowerBound == wanted.lowerBound && bytes.upperBound <= wanted.upperBound
    }
}

extension String {
    /// The text without the white space around it.
    fileprivate var trimmingSpace: String {
        let isSpace = { (scalar: Unicode.Scalar) in scalar.value <= 0x20 }
        var scalars = unicodeScalars[...]
        while let first = scalars.first, isSpace(first) { scalars.removeFirst() }
        while let last = scalars.last, isSpace(last) { scalars.removeLast() }
        return String(scalars)
    }
}
