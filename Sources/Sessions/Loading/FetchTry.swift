package import Transport

/// One try to fetch a resource, bound to the world that makes it.
package struct FetchTry: Sendable {
    /// The request, which is given up when nobody waits for its answer any more.
    package let request: ResourceRequest
    /// The loader to ask, with the faults that the try meets.
    package let loader: any ResourceLoader
    /// What was read before; `nil` when it does not count for this try.
    let index: SegmentIndex?
}
