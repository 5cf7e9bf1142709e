public import Playlists
public import Transport
public import VirtualTime

/// Stands between one load of a session and bytes that are encrypted: the socket of content
/// protection.
///
/// A provider puts a factory of it into its plan. The session makes one each time that it loads,
/// so that loading again asks for licences again, and lets go of it when it ends. It lives on the
/// loop of the world and does its requests through the ``ProtectionHost`` that it was made with.
public protocol SessionProtection: AnyObject {
    /// Takes note of the keys that a multivariant playlist announces, to have them early.
    ///
    /// - Parameters:
    ///   - keys: The keys of `EXT-X-SESSION-KEY`.
    ///   - playlistURL: The absolute location of the playlist.
    func prepare(_ keys: [EncryptionKey], playlistURL: String)

    /// What decrypts bytes, if all that it needs is at hand.
    ///
    /// - Parameters:
    ///   - keys: The keys in effect, each of which leads to the same clear bytes; never empty.
    ///   - playlistURL: The absolute location of the playlist that names them.
    /// - Returns: What decrypts, or `nil` while it has to be asked for with
    ///   ``unlock(_:playlistURL:completion:)``.
    func transform(for keys: [EncryptionKey], playlistURL: String) -> (any SegmentTransform)?

    /// What decrypts media that alone says that it is encrypted: single files, and segments for which
    /// no playlist lists a key; `nil` where nothing does.
    var unlistedTransform: (any SegmentTransform)? { get }

    /// Gets what is needed to decrypt.
    ///
    /// - Parameters:
    ///   - keys: The keys in effect; never empty.
    ///   - playlistURL: The absolute location of the playlist that names them.
    ///   - completion: Called once, in a later turn: with `nil` when ``transform(for:playlistURL:)``
    ///     now has something, or with the reason why it never will.
    func unlock(
        _ keys: [EncryptionKey], playlistURL: String,
        completion: @escaping (SessionError?) -> Void)
}

extension SessionProtection {
    /// Most protections know no keys but those of playlists.
    public var unlistedTransform: (any SegmentTransform)? { nil }
}

/// What a session lends to its protection: its time, its requests and its voice.
public struct ProtectionHost {
    /// What moves the time of the world.
    public let loop: EventLoop
    /// The source that is played.
    public let source: Source
    /// How long to wait for a key system to come back with a key.
    package let keyTimeout: Duration
    private let fetch: (ResourceRequest, @escaping (Answer) -> Void) -> AnyObject
    private let tell: (SessionError) -> Void
    /// What the app of the session brought along.
    package let certificates: ApplicationCertificates?

    /// What came of a request: the answer, whose body is in memory, or the last error.
    public typealias Answer = Result<ResourceResponse, SessionError>

    /// Creates a host.
    ///
    /// - Parameters:
    ///   - loop: What moves the time of the world.
    ///   - source: The source that is played.
    ///   - keyTimeout: How long to wait for a key.
    ///   - certificates: What the app brought along; `nil` where it could not.
    ///   - fetch: Makes a request; it is abandoned when what this returns is released.
    ///   - tell: Tells that something went wrong while playback may go on.
    package init(
        loop: EventLoop, source: Source, keyTimeout: Duration,
        certificates: ApplicationCertificates? = nil,
        fetch: @escaping (ResourceRequest, @escaping (Answer) -> Void) -> AnyObject,
        tell: @escaping (SessionError) -> Void
    ) {
        self.loop = loop
        self.source = source
        self.keyTimeout = keyTimeout
        self.certificates = certificates
        self.fetch = fetch
        self.tell = tell
    }

    /// Makes a request on the account of the session, through its loaders and its network.
    ///
    /// Failures that may pass are retried as the recovery policy says.
    ///
    /// - Parameters:
    ///   - request: What is wanted.
    ///   - completion: Gets the answer in a later turn.
    /// - Returns: The hold on the request: releasing it abandons the request.
    public func fetch(
        _ request: ResourceRequest, completion: @escaping (Answer) -> Void
    ) -> AnyObject {
        fetch(request, completion)
    }

    /// Tells the lifecycle event `Error`; playback goes on.
    ///
    /// - Parameter error: What went wrong.
    public func report(_ error: SessionError) { tell(error) }
}
