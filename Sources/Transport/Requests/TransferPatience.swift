/// The time limits of a transfer from a server.
public struct TransferPatience: Sendable, Hashable {
    /// The longest time from the request to the last byte; `nil` sets no limit.
    public var total: Duration?
    /// The longest time for which the transfer may be slow, including the wait for the response.
    ///
    /// A transfer is slow below ``HTTPOptions/slowestBytesPerSecond``. `nil` means
    /// ``HTTPOptions/slowTimeout``.
    public var slowness: Duration?

    /// Creates limits.
    ///
    /// - Parameters:
    ///   - total: The longest time from the request to the last byte.
    ///   - slowness: The longest time for which the transfer may be slow.
    public init(total: Duration? = nil, slowness: Duration? = nil) {
        self.total = total
        self.slowness = slowness
    }
}
