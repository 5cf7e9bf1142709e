public import Transport

/// Selects the source of a session's bytes for each request.
///
/// The session calls it on the event loop of the `PlaybackWorld`, in the same turn of the loop as
/// the request. The inputs of the choice, such as the stored files and the network, are fixed in
/// that turn and do not depend on thread timing.
public protocol LoaderSource: AnyObject {
    /// Returns the loader for a request that is made now.
    func loader() -> any ResourceLoader

    /// Returns whether a resource is stored locally now, so that it needs no network.
    ///
    /// - Parameter url: The absolute location of the resource.
    /// - Returns: Whether it is stored.
    func isStored(_ url: String) -> Bool
}
