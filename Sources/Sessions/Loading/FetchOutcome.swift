import Transport
package import VirtualTime

/// The outcome of one attempt to fetch and read a resource.
package struct FetchOutcome<Value: Sendable>: Sendable {
    /// The result, or the error.
    package let result: Result<Value, SessionError>
    /// The number of bytes received, even if they could not be parsed.
    private(set) var byteCount: Int64
    /// Whether the bytes were read from a local store, so that no network transfers them.
    private(set) var isStored: Bool
    /// The instant until which a simulated server delays the response.
    ///
    /// `nil` means that the server sends the response at once.
    let heldUntil: Instant?
    /// Whether the fetch ended before all bytes arrived, so that the request counts as cancelled.
    var isGivenUp = false
    /// Whether the response states the version of the resource, as with `ETag` or `Last-Modified`.
    var isVersioned = false

    /// Creates the outcome of an attempt.
    ///
    /// - Parameters:
    ///   - result: The result, or the error.
    ///   - byteCount: The number of bytes received.
    ///   - isStored: Whether the bytes were read from a local store.
    ///   - heldUntil: The instant until which a simulated server delays the response; `nil` if the
    ///     server sends the response at once.
    package init(
        result: Result<Value, SessionError>, byteCount: Int64, isStored: Bool = false,
        heldUntil: Instant? = nil
    ) {
        self.heldUntil = heldUntil ?? Self.hold(of: result)
        self.result = result
        self.byteCount = byteCount
        self.isStored = isStored
    }

    /// Reduces the byte count by the bytes that an earlier request has already received.
    ///
    /// - Parameters:
    ///   - count: The number of bytes that the earlier request has received.
    ///   - isWhole: Whether these bytes are the whole response, so that nothing is transferred.
    mutating func leaveOut(_ count: Int64, isWhole: Bool) {
        byteCount = isWhole ? 0 : max(byteCount - count, 0)
        if isWhole { isStored = true }
    }

    /// Adds the number of bytes that the request reuses from an earlier response.
    mutating func takeOver(_ count: Int64) { byteCount += count }

    /// Returns the instant until which an error response is delayed; `nil` when it is sent at once.
    private static func hold(of result: Result<Value, SessionError>) -> Instant? {
        guard case .failure(.transport(let error)) = result else { return nil }
        return error.heldUntil
    }
}
