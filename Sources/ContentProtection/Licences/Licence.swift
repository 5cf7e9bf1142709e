/// A licence from a key server: a content key and its validity.
///
/// The lease and the expiry are counted from the response of the server, and the play duration from
/// the first playback. A licence contains no dates, because the virtual clock of the client is
/// unrelated to the clock of the server.
public struct Licence: Sendable, Equatable {
    /// The length of a content key and of an initialization vector in bytes.
    static let keySize = 16

    /// The key of the content, 16 bytes.
    public var contentKey: [UInt8]

    /// The initialization vector, 16 bytes; `nil` when the licence does not state one.
    public var initializationVector: [UInt8]?

    /// The time after which the key must be requested again; `nil` means never.
    public var lease: Duration?

    /// The time after which the licence ends permanently; `nil` means never.
    public var expiresAfter: Duration?

    /// The period after the first playback for which the licence is valid; `nil` sets no limit.
    public var playDuration: Duration?

    /// Whether the licence may be stored for playback without a network.
    public var isPersistent: Bool

    /// Creates a licence.
    ///
    /// - Parameters:
    ///   - contentKey: The key of the content, 16 bytes.
    ///   - initializationVector: The initialization vector, 16 bytes.
    ///   - lease: The time after which the key must be requested again.
    ///   - expiresAfter: The time after which the licence ends permanently.
    ///   - playDuration: The period after the first playback for which the licence is valid.
    ///   - isPersistent: Whether the licence may be stored.
    public init(
        contentKey: [UInt8], initializationVector: [UInt8]? = nil, lease: Duration? = nil,
        expiresAfter: Duration? = nil, playDuration: Duration? = nil, isPersistent: Bool = false
    ) {
        self.contentKey = contentKey
        self.initializationVector = initializationVector
        self.lease = lease
        self.expiresAfter = expiresAfter
        self.playDuration = playDuration
        self.isPersistent = isPersistent
    }
}
