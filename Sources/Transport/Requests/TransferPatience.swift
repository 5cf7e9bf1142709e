/// How long a transfer from a server may take.
public struct TransferPatience: Sendable, Hashable {
    /// The longest time from the request to the last byte; `nil` sets no bound.
    public var total: Duration?
    /// How long the transfer may be slower than ``HTTPOptions/slowestBytesPerSecond``, the wait for the
    /// answer included; `nil` means ``HTTPOptions/slowTimeout``.
    public var slowness: Duration?

    /// Creates bounds.
    ///
    /// - Parameters:
    ///   - total: The longest time from the request to the last byte.
    ///   - slowness: How long the transfer may be slow.
    public init(total: Duration? = nil, slowness: Duration? = nil) {
        self.total = total
        self.slowness = slowness
    }
}
