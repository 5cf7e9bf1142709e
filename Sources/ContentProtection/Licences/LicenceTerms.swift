/// The terms that a client requests with a content key.
public struct LicenceTerms: Sendable, Equatable {
    /// The requested duration of the key's lease; `nil` leaves the duration to the server.
    public var lease: Duration?

    /// Whether the client requests a licence to store, for playback without a network.
    public var isPersistent: Bool

    /// The time for which a stored licence is valid after its request; `nil` means permanently.
    public var rentalDuration: Duration?

    /// The time for which a stored licence is valid after its first playback; `nil` sets no limit.
    public var playDuration: Duration?

    /// Whether the client has the key already and requests to renew its lease.
    public var isRenewal: Bool

    /// Whether the connection from the client to the screen is protected, as with HDCP.
    public var isOutputProtected: Bool

    /// The identifier by which the server distinguishes this client from others, if any.
    public var clientIdentifier: String?

    /// Creates terms.
    ///
    /// - Parameters:
    ///   - lease: The time for which the client requests the key.
    ///   - isPersistent: Whether the client requests a licence to store.
    ///   - rentalDuration: The validity of a stored licence from its request.
    ///   - playDuration: The validity of a stored licence from its first playback.
    ///   - isRenewal: Whether the client has the key already.
    ///   - isOutputProtected: Whether the connection from the client to the screen is protected.
    ///   - clientIdentifier: The identifier of the client.
    public init(
        lease: Duration? = nil, isPersistent: Bool = false, rentalDuration: Duration? = nil,
        playDuration: Duration? = nil, isRenewal: Bool = false, isOutputProtected: Bool = true,
        clientIdentifier: String? = nil
    ) {
        self.lease = lease
        self.isPersistent = isPersistent
        self.rentalDuration = rentalDuration
        self.playDuration = playDuration
        self.isRenewal = isRenewal
        self.isOutputProtected = isOutputProtected
        self.clientIdentifier = clientIdentifier
    }
}
