package import Transport

/// One attempt to fetch a resource, bound to its world.
package struct FetchAttempt: Sendable {
    /// The request, which can be cancelled.
    package let request: ResourceRequest
    /// The loader, with the faults of the attempt.
    package let loader: any ResourceLoader
    /// The index of earlier results; `nil` when this attempt must not use it.
    let index: SegmentIndex?
}
