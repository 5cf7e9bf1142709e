/// What a client asks for along with a content key.
public struct LicenceTerms: Sendable, Equatable {
    /// For how long the client wants the key before it asks again; `nil` leaves that to the server.
    public var lease: Duration?

    /// Whether the client wants to keep the licence, in order to play without a network.
    public var isPersistent: Bool

    /// How long a kept licence should hold from its request; `nil` means for good.
    public var rentalDuration: Duration?

    /// How long a kept licence should hold from its first playback; `nil` means as long as it holds.
    public var playDuration: Duration?

    /// Whether the client has the key already and wants its lease to go on.
    public var isRenewal: Bool

    /// Whether everything between client and screen is protected, as HDCP does.
    public var isOutputProtected: Bool

    /// Who asks, as the server counts clients; `nil` when the client does not say.
    public var clientIdentifier: String?

    /// Creates terms.
    ///
    /// - Parameters:
    ///   - lease: For how long the client wants the key.
    ///   - isPersistent: Whether the client wants to keep the licence.
    ///   - rentalDuration: How long a kept licence should hold from its request.
    ///   - playDuration: How long a kept licence should hold from its first playback.
    ///   - isRenewal: Whether the client has the key already.
    ///   - isOutputProtected: Whether everything between client and screen is protected.
    ///   - clientIdentifier: Who asks.
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
