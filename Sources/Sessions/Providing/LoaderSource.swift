public import Transport

/// Says where the bytes of a session come from, anew for each request.
///
/// It is asked on the loop of the world, in the turn in which a request is made. So what the answer
/// rests on, such as what is stored by then and whether there is a network, is settled in that turn,
/// and does not depend on when a thread gets to the request.
public protocol LoaderSource: AnyObject {
    /// The loader for a request that is made now.
    func loader() -> any ResourceLoader

    /// Whether a resource lies on this machine now, so that it can be read without a network.
    ///
    /// - Parameter url: The absolute location of the resource.
    /// - Returns: Whether it does.
    func isStored(_ url: String) -> Bool
}
