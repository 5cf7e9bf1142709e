/// What tells a resource, as it is now, from all others and from what it may become.
///
/// Two equal identities stand for the same bytes. A file that is written to has another identity
/// afterwards, as far as its system notes the time.
package enum ResourceIdentity: Hashable, Sendable {
    /// A file of this machine.
    case file(FileIdentity)
    /// Something whose location is all that there is to it: it holds the bytes, or somebody has
    /// promised that they do not change.
    case location(String)
}

/// What tells a file, as it is now, from all others.
package struct FileIdentity: Hashable, Sendable {
    let device: UInt64
    let number: UInt64
    let byteCount: Int64
    /// When it was written to last, in nanoseconds.
    let modification: Int64
    /// When anything about it changed last, which nobody can set back, in nanoseconds.
    let change: Int64
}

/// A loader that can tell what it would get without getting it.
package protocol ResourceIdentifying: ResourceLoader {
    /// Tells what a request would get now.
    ///
    /// - Parameters:
    ///   - request: The request.
    ///   - trustsServers: Whether somebody promises that what servers offer does not change.
    /// - Returns: The identity of the whole resource, whatever part is asked for; `nil` when only the
    ///   bytes themselves would tell, or when the request would fail.
    func identity(of request: ResourceRequest, trustsServers: Bool) -> ResourceIdentity?
}
