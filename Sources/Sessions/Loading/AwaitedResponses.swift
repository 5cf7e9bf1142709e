import Transport

/// Requests that wait for the response to an earlier request for the same resource.
///
/// The waiting requests are made when the earlier request has ended, and can then reuse its
/// response.
struct AwaitedResponses {
    private struct Wait {
        weak var source: FetchToken?
        var proceeds: [() -> Void] = []
    }

    private var waits: [ResourcePart: Wait] = [:]

    /// Makes later requests for a resource wait for the response to a request that begins now.
    mutating func begin(_ request: ResourceRequest, _ token: FetchToken) {
        waits[ResourcePart(of: request), default: Wait()].source = token
    }

    /// Returns whether requests for a resource have to wait for the response to an earlier request.
    func contains(_ request: ResourceRequest) -> Bool {
        !waits.isEmpty && waits[ResourcePart(of: request)] != nil
    }

    /// Returns the token of the earlier request for whose response a request waits.
    ///
    /// The result is `nil` if there is no earlier request or its token has been released.
    func source(of request: ResourceRequest) -> FetchToken? {
        waits[ResourcePart(of: request)]?.source
    }

    /// Adds a request that waits for the response to an earlier request.
    ///
    /// - Parameters:
    ///   - request: The waiting request.
    ///   - proceed: Makes the request when the wait is over.
    mutating func add(_ request: ResourceRequest, _ proceed: @escaping () -> Void) {
        waits[ResourcePart(of: request)]?.proceeds.append(proceed)
    }

    /// Removes and returns the requests that wait for a request that has ended or was cancelled.
    ///
    /// - Returns: Closures that make the waiting requests, in the order in which to call them.
    mutating func end(_ request: ResourceRequest) -> [() -> Void] {
        waits.removeValue(forKey: ResourcePart(of: request))?.proceeds ?? []
    }
}
