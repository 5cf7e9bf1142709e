import Transport

/// Requests that wait for the response to an earlier request for the same resource, as at the lock of
/// a cache.
struct AwaitedResponses {
    private var waiting: [ResourcePart: [() -> Void]] = [:]

    /// Lets later requests for a resource wait for the response to a request that begins now.
    mutating func begin(_ request: ResourceRequest) {
        waiting[ResourcePart(of: request), default: []] += []
    }

    /// Returns whether later requests for the same resource wait.
    func contains(_ request: ResourceRequest) -> Bool {
        !waiting.isEmpty && waiting[ResourcePart(of: request)] != nil
    }

    /// Adds a request that waits.
    ///
    /// - Parameters:
    ///   - request: The request.
    ///   - proceed: Makes the request.
    mutating func add(_ request: ResourceRequest, _ proceed: @escaping () -> Void) {
        waiting[ResourcePart(of: request), default: []].append(proceed)
    }

    /// Ends the wait for a request that has ended or was cancelled.
    ///
    /// - Returns: The requests that waited, to be made in this order.
    mutating func end(_ request: ResourceRequest) -> [() -> Void] {
        waiting.removeValue(forKey: ResourcePart(of: request)) ?? []
    }
}
