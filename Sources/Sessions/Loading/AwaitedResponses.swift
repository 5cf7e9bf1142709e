import Transport

/// Requests that wait for the response to an earlier request for the same resource, as at the lock of
/// a cache.
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

    /// Returns whether later requests for the same resource wait.
    func contains(_ request: ResourceRequest) -> Bool {
        !waits.isEmpty && waits[ResourcePart(of: request)] != nil
    }

    /// Returns the request that later ones for the same resource wait for; `nil` for none.
    func source(of request: ResourceRequest) -> FetchToken? {
        waits[ResourcePart(of: request)]?.source
    }

    /// Adds a request that waits.
    ///
    /// - Parameters:
    ///   - request: The request.
    ///   - proceed: Makes the request.
    mutating func add(_ request: ResourceRequest, _ proceed: @escaping () -> Void) {
        waits[ResourcePart(of: request)]?.proceeds.append(proceed)
    }

    /// Ends the wait for a request that has ended or was cancelled.
    ///
    /// - Returns: The requests that waited, to be made in this order.
    mutating func end(_ request: ResourceRequest) -> [() -> Void] {
        waits.removeValue(forKey: ResourcePart(of: request))?.proceeds ?? []
    }
}
