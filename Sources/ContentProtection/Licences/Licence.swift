/// What a key server grants: a content key, and for how long.
///
/// All durations count from the answer of the server, and none is a date: the clock of a client
/// here is virtual and knows nothing of the server's.
public struct Licence: Sendable, Equatable {
    /// How many bytes a content key and an initialization vector have.
    static let keySize = 16

    /// The key of the content, 16 bytes.
    public var contentKey: [UInt8]

    /// The initialization vector, 16 bytes; `nil` when the content says which.
    public var initializationVector: [UInt8]?

    /// When the key must be asked for again; `nil` means never.
    public var lease: Duration?

    /// When the licence ends for good; `nil` means never.
    public var expiresAfter: Duration?

    /// How long the licence holds from its first playback; `nil` means as long as it holds.
    public var playDuration: Duration?

    /// Whether the licence may be kept, in order to play without a network.
    public var isPersistent: Bool

    /// Creates a licence.
    ///
    /// - Parameters:
    ///   - contentKey: The key of the content, 16 bytes.
    ///   - initializationVector: The initialization vector, 16 bytes.
    ///   - lease: When the key must be asked for again.
    ///   - expiresAfter: When the licence ends for good.
    ///   - playDuration: How long the licence holds from its first playback.
    ///   - isPersistent: Whether the licence may be kept.
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
