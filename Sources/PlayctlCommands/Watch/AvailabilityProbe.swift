import Containers
import Formats
import Playlists
import Sessions
import Transport

/// Requests the start of a segment or part, or a whole initialization section, and checks it.
struct AvailabilityProbe: ReadingJob {
    /// The result of checking a response.
    struct Value: Sendable {
        /// A description of bytes that cannot be the resource; `nil` if there is none.
        let contradiction: String?
        /// The container; `nil` if it was not recognized, or if its bytes are encrypted.
        let format: ContainerFormat?
        /// The times at the start of a segment; `nil` if the bytes state none.
        var times: SegmentStart.Times?
        /// The ticks of a second of each track, if the resource is an initialization section.
        var timescales: [Int: Int64] = [:]
    }

    /// The maximum size in bytes of a response with the start of a segment.
    ///
    /// A server that ignores ranges sends the whole segment, of which only the start is received.
    private static let longestSegment: Int64 = 64 << 20
    /// The maximum size in bytes of an initialization section.
    private static let longestSection: Int64 = 16 << 20
    /// The maximum number of characters of a text that a finding quotes.
    private static let longestQuotation = 40

    let request: ResourceRequest
    private let resource: ProbedResource

    /// Prepares a request.
    ///
    /// - Parameters:
    ///   - resource: The resource.
    ///   - url: The absolute location of the playlist.
    init(_ resource: ProbedResource, of url: String) {
        var request = ResourceRequest(
            url: URIReference.resolve(resource.uri, against: url), kind: resource.kind)
        request.referrer = url
        if resource.isInitialization {
            request.byteRange = resource.byteRange
            request.maximumByteCount = Self.longestSection
        } else {
            request.byteRange = Self.start(of: resource.byteRange)
            request.acceptsShorterRange = resource.byteRange == nil
            request.maximumByteCount = Self.longestSegment
        }
        self.request = request
        self.resource = resource
    }

    /// Returns the range of the first bytes of a segment, which is never empty.
    private static func start(of listed: Range<Int64>?) -> Range<Int64> {
        guard let listed else { return 0..<Int64(SegmentStart.windowSize) }
        // Without this limit, an empty range that starts at the largest number would cause an
        // overflow.
        let start = min(listed.lowerBound, .max - 1)
        let count = min(max(listed.upperBound - start, 1), Int64(SegmentStart.windowSize))
        return start..<start + count
    }

    func run(_ attempt: FetchAttempt) -> FetchOutcome<Value> {
        do throws(SessionError) {
            let response = try SegmentJob.load(attempt.request, with: attempt.loader)
            return FetchOutcome(
                result: .success(try value(of: response)),
                byteCount: response.body.byteCount, isStored: response.isStored,
                heldUntil: response.heldUntil)
        } catch {
            return FetchOutcome(result: .failure(error), byteCount: 0)
        }
    }

    private func value(of response: ResourceResponse) throws(SessionError) -> Value {
        let start: [UInt8]
        do throws(TransportError) {
            start = try response.body.part(0..<Int64(SegmentStart.windowSize)).bytes()
        } catch {
            throw .transport(error)
        }
        var value = Value(
            contradiction: contradiction(start, in: response),
            format: resource.isEncryptedAsWhole ? nil : ContainerFormat.recognized(in: start))
        guard value.contradiction == nil, !resource.isEncryptedAsWhole else { return value }
        if resource.isInitialization {
            value.timescales =
                OpenedInitialization(TransportInput(body: response.body)).timescales
        } else {
            value.times = SegmentStart(start, of: nil).times
        }
        return value
    }

    /// Returns a description of a response that cannot be the resource; otherwise `nil`.
    private func contradiction(_ start: [UInt8], in response: ResourceResponse) -> String? {
        guard !start.isEmpty else { return "0 bytes" }
        if let listed = resource.byteRange, let total = response.totalByteCount,
            total < listed.upperBound
        {
            return "\(total) bytes, and a byte range that ends at \(listed.upperBound)"
        }
        let size = resource.byteRange.map { $0.upperBound - $0.lowerBound }
        if resource.isOfBlocks, let size = size ?? response.totalByteCount, size % 16 != 0 {
            return "\(size) bytes, which are not whole blocks of 16 bytes"
        }
        return problem(start, of: response.body, size ?? response.totalByteCount).map {
            Self.text(of: $0, in: start)
        }
    }

    private func problem(
        _ start: [UInt8], of body: ResourceBody, _ size: Int64?
    ) -> ContainerError? {
        // If all bytes are encrypted, only a web page or a long text can be excluded as the
        // resource.
        if resource.isEncryptedAsWhole { return ForeignContent.error(of: start, isEncrypted: true) }
        if resource.isInitialization {
            return OpenedInitialization(TransportInput(body: body)).problem
        }
        return SegmentStart(start, of: size)
            .problem(hasInitialization: resource.section != nil)
    }

    /// Returns the description of bytes that are not the resource.
    private static func text(of error: ContainerError, in start: [UInt8]) -> String {
        guard case .unrecognized(let kind) = error.reason, error.offset == 0 else {
            return "\(error)"
        }
        guard let kind else {
            let bytes = start.prefix(8).map { Hexadecimal.text([$0]) }
            return "no media container: the first bytes are \(bytes.joined(separator: " "))"
        }
        let words = SafeText.quoted(
            String(decoding: start.prefix(longestQuotation), as: UTF8.self))
        return "\(kind) that begins with '\(words)'"
    }
}
