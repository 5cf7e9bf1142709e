import Formats
import VirtualTime

/// Processes the response to one request and selects the requested bytes.
///
/// It receives header lines and pieces of the body, and is reset after each redirect.
struct HTTPAnswer {
    /// The result of receiving a piece of the body.
    struct Reception {
        /// The bytes of the piece that belong to the requested range.
        let kept: Range<Int>

        /// Whether the transfer continues.
        let goesOn: Bool

        static let drop = Reception(kept: 0..<0, goesOn: true)
        static let stop = Reception(kept: 0..<0, goesOn: false)
    }

    private let request: ResourceRequest
    private let options: HTTPOptions
    private let range: HTTPRange

    /// The status of the latest response; zero before the first response.
    private(set) var status = 0

    /// The redirect target of the latest response, as written by the server.
    private(set) var redirect: String?

    /// The number of received body bytes that belong to the requested range.
    private(set) var keptByteCount: Int64 = 0

    /// The reason why the client stopped the transfer; `nil` if it did not.
    ///
    /// The value is also `nil` if the client stopped the transfer because it had all requested
    /// bytes.
    private(set) var failure: TransportError.Cause?

    private var header = HTTPAnswerHeader()
    private var discarded: Int64 = 0
    private var hasBody = false

    init(request: ResourceRequest, options: HTTPOptions, range: HTTPRange) {
        self.request = request
        self.options = options
        self.range = range
    }

    /// Receives a header line.
    ///
    /// - Returns: Whether it is the first line of a response.
    @discardableResult
    mutating func receive(headerLine line: some Collection<UInt8>) -> Bool {
        guard !line.starts(with: "HTTP/".utf8) else {
            startAnswer(statusLine: line)
            return true
        }
        // Trailer fields arrive after the body, too late to describe it.
        if hasBody { return false }
        guard let colon = line.firstIndex(of: UInt8(ascii: ":")) else { return false }
        let name = String(decoding: line[..<colon], as: UTF8.self).lowercased()
        let value = String(decoding: line[line.index(after: colon)...], as: UTF8.self)
            .trimmingSpace
        if name == "location" { redirect = value } else { header.take(name, value) }
        if request.keepsFields { header.keep(name, value) }
        return false
    }

    private mutating func startAnswer(statusLine line: some Collection<UInt8>) {
        let digits = line.drop { $0 != UInt8(ascii: " ") }.dropFirst().prefix(3)
        status = Int(String(decoding: digits, as: UTF8.self)) ?? 0
        redirect = nil
        header = HTTPAnswerHeader()
        hasBody = false
        keptByteCount = 0
        discarded = 0
    }

    /// Records a piece of the body, and returns the bytes to keep.
    mutating func receive(pieceOf byteCount: Int) -> Reception {
        if request.cancellation?.isCancelled == true { return stop(.cancelled) }
        guard isTaken else {
            // The bytes of an error page are discarded. Receiving a short page completely keeps the
            // connection usable.
            discarded += Int64(byteCount)
            let limit: Int64 = redirect == nil ? 64 << 10 : 1 << 20
            return discarded > limit ? stop(.status(status)) : .drop
        }
        if !hasBody {
            hasBody = true
            if let objection { return stop(objection) }
        }
        if isWhole, let wanted = range.wanted {
            return receive(pieceOf: byteCount, around: wanted)
        }
        if status == 206, let count = header.contentRange?.bytes.count,
            keptByteCount + Int64(byteCount) > Int64(count)
        {
            return stop(.rangeNotSatisfied)
        }
        return keep(0..<byteCount)
    }

    /// Records a piece of the complete resource when only a part was requested.
    private mutating func receive(pieceOf byteCount: Int, around wanted: Range<Int64>) -> Reception
    {
        let count = wanted.upperBound - wanted.lowerBound
        let skipped = min(Int64(byteCount), wanted.lowerBound - discarded)
        discarded += skipped
        guard discarded <= options.maximumDiscardedByteCount else {
            return stop(.rangeNotSatisfied)
        }
        let kept = min(Int64(byteCount) - skipped, count - keptByteCount)
        return keep(Int(skipped)..<Int(skipped + kept), upTo: count)
    }

    private mutating func keep(_ bytes: Range<Int>, upTo end: Int64 = .max) -> Reception {
        guard start + keptByteCount + Int64(bytes.count) <= request.maximumByteCount else {
            return stop(.tooLarge(limit: request.maximumByteCount))
        }
        keptByteCount += Int64(bytes.count)
        return Reception(kept: bytes, goesOn: keptByteCount < end)
    }

    private mutating func stop(_ cause: TransportError.Cause) -> Reception {
        failure = cause
        return .stop
    }

    /// Records that the body cannot be decoded.
    mutating func fail(_ cause: TransportError.Cause) {
        failure = isWelcomeRefusal && cause != .cancelled ? .status(status) : cause
    }

    /// The maximum number of bytes that decoders pass to each other if a body has several codings.
    ///
    /// A coded body is hardly larger than the decoded body, so the limits of the decoded body
    /// apply.
    var interimByteLimit: Int64 {
        let (sum, overflow) = request.maximumByteCount.addingReportingOverflow(
            options.maximumDiscardedByteCount)
        return overflow ? .max : sum
    }

    /// Whether the body is the complete resource.
    ///
    /// A proxy that has changed the response sends the status 203 in place of 200. Reference:
    /// RFC 9110, section 15.3.4.
    private var isWhole: Bool { status == 200 || status == 203 }

    /// The codings to remove from the body, in the order in which the server applied them.
    ///
    /// There are none if the body is not used.
    var codings: [ContentCoding] {
        guard isTaken, codingObjection == nil else { return [] }
        return header.codings.compactMap { ContentCoding(named: $0) }
    }

    /// The reason why the coding of the body makes it unusable; `nil` if there is none.
    private var codingObjection: TransportError.Cause? {
        guard !header.codings.isEmpty else { return nil }
        // A part of a coded body cannot be used, because its offsets are not offsets in the
        // resource. Reference: RFC 9110, section 14.
        if status == 206 { return range.isRest ? .changed : .rangeNotSatisfied }
        if let name = header.codings.first(where: { ContentCoding(named: $0) == nil }) {
            return .failed("the body has the coding \(name), which is not supported")
        }
        let most = ContentCoding.most
        return header.codings.count > most ? .failed("the body has more than \(most) codings") : nil
    }

    /// Whether the body of the response is used; the bytes of any other body are discarded.
    private var isTaken: Bool {
        isWhole || status == 206 && range.isPart || isWelcomeRefusal
            || status == 204 && request.acceptsNoContent
    }

    /// Whether the response is a refusal and the request needs the text of the refusal.
    private var isWelcomeRefusal: Bool { request.accepts(refusal: status) }

    /// The reason why the body is unusable according to the header; `nil` if it is usable.
    private var objection: TransportError.Cause? {
        if !isWelcomeRefusal, let codingObjection { return codingObjection }
        switch status {
        case 200, 203:
            guard range.wanted == nil, let announced = header.byteCount else { return nil }
            let limit = request.maximumByteCount
            return announced > limit ? .tooLarge(limit: limit) : nil
        case 206:
            guard let came = header.contentRange, range.starts(with: came) else {
                return .rangeNotSatisfied
            }
            if let announced = header.byteCount, announced != Int64(came.bytes.count) {
                return .rangeNotSatisfied
            }
            return isSameVersion ? nil : .changed
        default: return nil
        }
    }

    /// Whether the response can continue the bytes that were already received.
    ///
    /// Servers that ignore `If-Range` send the rest of their current version. If the entity tag of
    /// the received bytes is known, the response must repeat it. A known date of the last
    /// modification may be missing in the response. Servers may also keep the entity tag of a
    /// resource that they replace, so the size of the resource must not change.
    private var isSameVersion: Bool {
        guard let version = range.version else { return true }
        guard hasKnownTotal else { return false }
        if HTTPValidator.isStrongTag(version) { return header.entityTag == version }
        return header.lastModified == version || header.lastModified == nil
    }

    /// Whether the resource has no bytes after the bytes that were already received.
    private var endsBeforeRest: Bool {
        guard status == 416, range.isRest, header.unsatisfiedTotal == range.start else {
            return false
        }
        return hasKnownTotal && (header.entityTag == nil || isSameVersion)
    }

    /// Whether the resource still has the size that was stated with the received bytes.
    ///
    /// A size that either response does not state is not compared.
    private var hasKnownTotal: Bool {
        guard let known = range.totalByteCount, let stated = statedTotalByteCount else {
            return true
        }
        return known == stated
    }

    /// The values of `Set-Cookie` in the latest response.
    var setCookies: [String] { header.cookies }

    /// The fields of the latest response, if the request requires them.
    var fields: [HeaderField] { header.fields }

    /// The date of the latest response in seconds since 1970; `nil` when it has none.
    var date: Int64? { header.date?.secondsSince1970 }

    /// The offset of the body's first byte within the requested range.
    var start: Int64 { status == 206 || status == 416 ? range.offset : 0 }

    /// The number of requested bytes received so far, over all attempts.
    var position: Int64 { start + keptByteCount }

    /// The number of body bytes received, including bytes that were not requested.
    var receivedByteCount: Int64 { keptByteCount + discarded }

    /// Whether all requested bytes were received, so that ending the transfer is not a failure.
    var hasWholeRange: Bool {
        failure == nil && range.byteCount == position
    }

    /// The reason why the response is unusable once the transfer has ended; `nil` if usable.
    var problem: TransportError.Cause? {
        if let failure { return failure }
        if isWelcomeRefusal { return nil }
        if status == 416 {
            guard endsBeforeRest else { return range.isRest ? .changed : .rangeNotSatisfied }
            guard let expected = range.byteCount, !request.acceptsShorterRange else { return nil }
            return .truncated(expected: expected, received: position)
        }
        guard isTaken else { return .status(status) }
        if let objection { return objection }
        guard let expected = range.byteCount else {
            guard status == 206, let came = header.contentRange else { return nil }
            let end = came.total ?? range.totalByteCount ?? came.bytes.upperBound
            return position < end ? .truncated(expected: end, received: position) : nil
        }
        if position == expected { return nil }
        if isWhole, position == 0 { return .rangeNotSatisfied }
        let end = (range.wanted?.lowerBound ?? 0) + position
        let endsThere = header.contentRange?.total.map { $0 == end } ?? true
        if request.acceptsShorterRange, endsThere { return nil }
        return .truncated(expected: expected, received: position)
    }

    /// The number of requested bytes if known, otherwise the announced number; `nil` if unknown.
    var expectedByteCount: Int64? {
        if let count = range.byteCount { return count }
        return status == 206 ? header.contentRange?.total : header.byteCount
    }

    /// The time in seconds that the response spent in caches; `nil` when it is not stated.
    var age: Int? { header.age }

    /// The validator of this version of the resource, if the response has one.
    var version: String? { header.entityTag ?? header.lastModified ?? keptVersion }

    /// The validator reported to a sink: a date is reported only if it is a strong validator.
    ///
    /// It is `nil` for a coded body: the validator identifies the coded bytes, and their offsets
    /// differ from the offsets of the decoded bytes.
    var sinkVersion: String? {
        guard header.codings.isEmpty else { return nil }
        if let tag = header.entityTag { return tag }
        guard header.lastModified != nil else { return keptVersion }
        return header.hasStrongDate ? header.lastModified : nil
    }

    /// The version of the bytes already received; `nil` unless the response continues these bytes.
    ///
    /// It is used if the response does not repeat the version.
    private var keptVersion: String? { status == 206 || status == 416 ? range.version : nil }

    /// The size of the complete resource; `nil` if the response does not state it.
    var totalByteCount: Int64? {
        switch status {
        case 206, 416: statedTotalByteCount
        default: range.wanted == nil ? keptByteCount : statedTotalByteCount
        }
    }

    /// The size of the complete resource, if the header of the response states it.
    var statedTotalByteCount: Int64? {
        switch status {
        case 206: header.contentRange?.total
        case 416: header.unsatisfiedTotal
        default: header.byteCount
        }
    }

    /// The time that the server requires clients to wait; `nil` when it states none.
    var retryAfter: Duration? {
        status == 503 || status == 429 ? header.retryAfter : nil
    }

    /// The number of bytes of memory to reserve in advance.
    ///
    /// The announced length is trusted only up to a limit, so that a false length cannot reserve
    /// too much memory.
    var reservedByteCount: Int {
        let most = min(request.maximumByteCount, Int64(options.largestBodyInMemory))
        return Int(min(header.announcedByteCount ?? 0, max(most, 0)))
    }
}

extension String {
    /// The text without the white space around it.
    var trimmingSpace: String {
        let isSpace = { (scalar: Unicode.Scalar) in scalar.value <= 0x20 }
        var scalars = unicodeScalars[...]
        while let first = scalars.first, isSpace(first) { scalars.removeFirst() }
        while let last = scalars.last, isSpace(last) { scalars.removeLast() }
        return String(scalars)
    }
}
