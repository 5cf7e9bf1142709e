import Containers
import Playlists
import Sessions
import Transport

/// Requests one byte of a resource, and returns the start of the response.
struct AvailabilityProbe: ReadingJob {
    /// The maximum size in bytes of a response.
    ///
    /// A server that ignores ranges sends the whole resource.
    private static let longest: Int64 = 64 << 20

    /// The size and the first byte of the body of a response.
    struct Value: Sendable {
        let byteCount: Int64
        /// The first byte; `nil` if the body is empty.
        let firstByte: UInt8?

        /// Returns a description of a body that cannot be the start of a resource; `nil` otherwise.
        ///
        /// A resource that is encrypted as a whole may begin with any byte.
        func contradiction(to resource: ProbedResource) -> String? {
            guard let firstByte else { return "0 bytes" }
            guard !resource.isEncryptedAsWhole, ForeignContent.isText(beginningWith: firstByte)
            else { return nil }
            let character = Character(Unicode.Scalar(firstByte))
            return "text that begins with "
                + (character.isWhitespace ? "white space" : "'\(character)'")
        }
    }

    let request: ResourceRequest

    /// Prepares a request.
    ///
    /// - Parameters:
    ///   - resource: The resource.
    ///   - url: The absolute location of the playlist.
    init(_ resource: ProbedResource, of url: String) {
        var request = ResourceRequest(
            url: URIReference.resolve(resource.uri, against: url), kind: resource.kind)
        // An empty range may start at the largest number, and one more byte would then overflow.
        let start = min(resource.start, .max - 1)
        request.byteRange = start..<start + 1
        request.referrer = url
        request.maximumByteCount = Self.longest
        self.request = request
    }

    func run(_ attempt: FetchAttempt) -> FetchOutcome<Value> {
        do throws(SessionError) {
            let response = try SegmentJob.load(attempt.request, with: attempt.loader)
            let body = response.body
            let first = try first(of: body)
            return FetchOutcome(
                result: .success(Value(byteCount: body.byteCount, firstByte: first)),
                byteCount: body.byteCount, isStored: response.isStored,
                heldUntil: response.heldUntil)
        } catch {
            return FetchOutcome(result: .failure(error), byteCount: 0)
        }
    }

    private func first(of body: ResourceBody) throws(SessionError) -> UInt8? {
        do throws(TransportError) {
            return try body.part(0..<1).bytes(limit: 1).first
        } catch {
            throw .transport(error)
        }
    }
}
