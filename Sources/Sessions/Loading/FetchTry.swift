package import Transport
package import VirtualTime

/// One try to fetch a resource, as its world starts it.
package struct FetchTry {
    /// The threads that carry it out.
    package let workers: Workers
    /// Raised when nobody waits for it any more.
    package let cancellation: CancellationFlag
    /// What it meets; `nil` when nothing goes wrong and nothing is kept of it.
    let fate: AttemptFate?

    /// What was read before; `nil` when it does not count for this try.
    let index: SegmentIndex?

    /// The loader to carry the try out with.
    ///
    /// - Parameter loader: Where bytes come from.
    /// - Returns: That loader, with what goes wrong around it.
    package func loader(_ loader: any ResourceLoader) -> any ResourceLoader {
        fate?.loader(around: loader) ?? loader
    }
}
