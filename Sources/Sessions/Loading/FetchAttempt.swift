package import Transport

/// One attempt to fetch a resource for one playback world.
package struct FetchAttempt: Sendable {
    /// The request, which can be cancelled.
    package let request: ResourceRequest
    /// The loader for the attempt; it also injects the faults of the attempt.
    package let loader: any ResourceLoader
    /// The cache of earlier results; `nil` when this attempt must not use it.
    let index: SegmentIndex?
}
