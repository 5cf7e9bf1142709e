public import Playlists
public import Transport
public import VirtualTime

/// The protection for one load of a session: the extension point of content protection.
///
/// A provider adds a factory of protections to its plan. The session creates one protection for
/// each load, so that a new load requests licences again. The session releases the protection when
/// the session ends. The protection runs on the event loop of the `PlaybackWorld` and issues its
/// requests through its ``ProtectionHost``.
public protocol SessionProtection: AnyObject {
    /// Records the keys that a multivariant playlist announces, to request them before their use.
    ///
    /// - Parameters:
    ///   - keys: The keys of `EXT-X-SESSION-KEY`.
    ///   - playlistURL: The absolute location of the playlist.
    func prepare(_ keys: [EncryptionKey], playlistURL: String)

    /// Returns the transform that decrypts bytes, if its keys are available.
    ///
    /// - Parameters:
    ///   - keys: The keys in effect, each of which is sufficient; never empty.
    ///   - playlistURL: The absolute location of their playlist.
    /// - Returns: The transform, or `nil` while its keys must be requested with
    ///   ``unlock(_:playlistURL:completion:)``.
    func transform(for keys: [EncryptionKey], playlistURL: String) -> (any SegmentTransform)?

    /// The transform for media that may be encrypted although no playlist lists its key.
    ///
    /// Such media is a single file, or a segment without a listed key. The value is `nil` when
    /// there is no such transform.
    var unlistedTransform: (any SegmentTransform)? { get }

    /// Obtains the keys required for decryption.
    ///
    /// - Parameters:
    ///   - keys: The keys in effect; never empty.
    ///   - playlistURL: The absolute location of their playlist.
    ///   - completion: Called once, in a later turn of the event loop: with `nil` when
    ///     ``transform(for:playlistURL:)`` succeeds, or with the permanent error.
    func unlock(
        _ keys: [EncryptionKey], playlistURL: String,
        completion: @escaping (SessionError?) -> Void)
}

extension SessionProtection {
    /// The default value `nil`, because most protections use only keys that playlists list.
    public var unlistedTransform: (any SegmentTransform)? { nil }
}

/// The services of a session for its protection: time, requests and reports.
public struct ProtectionHost {
    /// The event loop of the `PlaybackWorld`.
    public let loop: EventLoop
    /// The source that is played.
    public let source: Source
    /// The time limit for a key system to return a key.
    package let keyTimeout: Duration
    private let fetch: (ResourceRequest, @escaping (Answer) -> Void) -> Hold
    private let deliver: (Report) -> Void
    private let exchange: Exchange?
    /// The certificates supplied by the app.
    package let certificates: ApplicationCertificates?
    /// Whether the device is a simulator, which FairPlay refuses.
    package let isSimulator: Bool

    /// The result of a request: the response, with its body in memory, or the last error.
    public typealias Answer = Result<ResourceResponse, SessionError>

    /// A report of a protection to its session.
    package enum Report {
        /// An error after which playback may continue.
        case failed(SessionError)
        /// The lease of the key at a location ended before it was renewed, or is valid again.
        case lease(keyURL: String, isValid: Bool)
        /// The licence of the key at a location ended, and cannot be renewed during playback.
        case licenceEnded(keyURL: String)
    }

    /// A closure that exchanges messages with a server of the simulated world.
    ///
    /// It receives the location that errors state, and the arguments of
    /// ``exchange(_:send:completion:)``.
    package typealias Exchange = (
        _ url: String, _ send: @escaping () -> Duration,
        _ completion: @escaping (SessionError?) -> Void
    ) -> Hold

    /// Creates a host.
    ///
    /// - Parameters:
    ///   - loop: The loop of the world.
    ///   - source: The source that is played.
    ///   - keyTimeout: The time limit for a key.
    ///   - certificates: The certificates supplied by the app; `nil` if there is no app.
    ///   - isSimulator: Whether the device is a simulator.
    ///   - exchange: Exchanges messages with a server of the simulated world; `nil` if there is no
    ///     network between them.
    ///   - fetch: Issues a request; releasing the returned token cancels it.
    ///   - report: Receives the reports of the protection.
    package init(
        loop: EventLoop, source: Source, keyTimeout: Duration,
        certificates: ApplicationCertificates? = nil, isSimulator: Bool = false,
        exchange: Exchange? = nil,
        fetch: @escaping (ResourceRequest, @escaping (Answer) -> Void) -> Hold,
        report: @escaping (Report) -> Void
    ) {
        self.loop = loop
        self.source = source
        self.keyTimeout = keyTimeout
        self.certificates = certificates
        self.isSimulator = isSimulator
        self.fetch = fetch
        deliver = report
        self.exchange = exchange
    }

    /// Issues a request of the session, through its loaders and its network.
    ///
    /// The recovery policy retries temporary failures.
    ///
    /// - Parameters:
    ///   - request: The request.
    ///   - completion: Receives the response or the last error in a later turn of the event loop.
    /// - Returns: A hold; releasing it cancels the request.
    public func fetch(
        _ request: ResourceRequest, completion: @escaping (Answer) -> Void
    ) -> Hold {
        fetch(request, completion)
    }

    /// Exchanges messages with a server of the simulated world that is called directly.
    ///
    /// The exchange needs a connection that the asset allows, and fails like a request, but is not
    /// counted as a request.
    ///
    /// - Parameters:
    ///   - url: The location that errors state.
    ///   - send: Passes the message to the server, and returns the time until its response.
    ///   - completion: Called once: with `nil` when the response has arrived, or with the last
    ///     error.
    /// - Returns: A hold; releasing it cancels the exchange.
    package func exchange(
        _ url: String, send: @escaping () -> Duration,
        completion: @escaping (SessionError?) -> Void
    ) -> Hold {
        if let exchange { return exchange(url, send, completion) }
        return loop.schedule(after: send()) { completion(nil) }
    }

    /// Reports the lifecycle event `Error`; playback continues.
    ///
    /// - Parameter error: The error.
    public func report(_ error: SessionError) { deliver(.failed(error)) }

    /// Reports that a lease ended before it was renewed, or was renewed later; playback continues.
    ///
    /// The ledger states the end of the lease if media is played until the renewal.
    ///
    /// - Parameters:
    ///   - keyURL: The location of the key.
    ///   - isValid: Whether the lease is valid again.
    package func reportLease(ofKeyAt keyURL: String, isValid: Bool) {
        deliver(.lease(keyURL: keyURL, isValid: isValid))
    }

    /// Reports that a licence ended, whose key may be used until the load ends.
    ///
    /// The ledger states the end of the licence if media is played after it.
    ///
    /// - Parameter keyURL: The location of the key.
    package func reportEndOfLicence(ofKeyAt keyURL: String) {
        deliver(.licenceEnded(keyURL: keyURL))
    }
}
