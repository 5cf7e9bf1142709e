/// The identity of one version of a resource.
///
/// Equal identities mean equal bytes. Writing to a file changes its identity, within the precision
/// of the system's timestamps.
package enum ResourceIdentity: Hashable, Sendable {
    /// A file of this machine.
    case file(FileIdentity)
    /// A location that determines the bytes.
    ///
    /// The location contains the bytes, or the caller guarantees that they do not change.
    case location(String)
}

/// The identity of one version of a file.
package struct FileIdentity: Hashable, Sendable {
    let device: UInt64
    let number: UInt64
    package let byteCount: Int64
    /// The time of the last modification, in nanoseconds.
    let modification: Int64
    /// The time of the last attribute change, in nanoseconds; programs cannot set it back.
    let change: Int64

    /// A name of hexadecimal digits and hyphens.
    ///
    /// Files with different identities have different names.
    package var name: String {
        let signed = [byteCount, modification, change]
        return ([device, number] + signed.map { UInt64(bitPattern: $0) })
            .map { String($0, radix: 16) }.joined(separator: "-")
    }
}

/// A loader that can identify a resource without loading it.
package protocol ResourceIdentifying: ResourceLoader {
    /// Returns the identity of the resource that a request would load now.
    ///
    /// - Parameters:
    ///   - request: The request.
    ///   - trustsServers: Whether resources of servers are guaranteed not to change.
    /// - Returns: The identity of the complete resource, regardless of the requested range; `nil`
    ///   when it cannot be determined without the bytes, or when the request would fail.
    func identity(of request: ResourceRequest, trustsServers: Bool) -> ResourceIdentity?
}
