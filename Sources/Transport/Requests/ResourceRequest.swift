public import VirtualTime

/// A header field of a request, or of its answer.
public struct HeaderField: Sendable, Hashable {
    /// The name; names are compared without regard to case.
    public var name: String

    /// The value, without the space around it.
    public var value: String

    /// Creates a header field.
    public init(name: String, value: String) {
        self.name = name
        self.value = value
    }
}

/// What a request brings to a server.
public struct ResourceUpload: Sendable, Hashable {
    /// The media type of the bytes.
    public var contentType: String

    /// The bytes.
    public var bytes: [UInt8]

    /// Creates an upload.
    ///
    /// - Parameters:
    ///   - contentType: The media type of the bytes.
    ///   - bytes: The bytes.
    public init(contentType: String, bytes: [UInt8]) {
        self.contentType = contentType
        self.bytes = bytes
    }
}

/// What a loader is asked for.
public struct ResourceRequest: Sendable {
    /// Where the resource is: a path, or an absolute `file:`, `data:`, `http:` or `https:` URL.
    ///
    /// A path is taken literally; only URLs are percent-decoded.
    public var url: String

    /// The bytes that are wanted; `nil` means all of them.
    ///
    /// A resource that ends before the range does is an error, see ``acceptsShorterRange``.
    public var byteRange: Range<Int64>?

    /// Whether a resource that ends within ``byteRange`` is welcome as far as it goes.
    public var acceptsShorterRange = false

    /// What is there already, when only the rest is wanted; `nil` means that everything is.
    ///
    /// It counts when a resource is loaded into a sink, and is an offer: a loader that cannot tell
    /// for sure that the rest belongs to what is there gets everything anew, and tells the sink so.
    public var resumption: ResourceResumption?

    /// What the resource is to the player.
    public var kind: ResourceKind

    /// Header fields to send to a server beside those that the loader sends by itself, in order.
    public var headers: [HeaderField] = []

    /// What is sent to a server, by `POST`; `nil` means that something is only asked for.
    ///
    /// Only servers take it; everything else refuses such a request.
    public var upload: ResourceUpload?

    /// Whether an answer of a server that refuses for good is welcome, for what it says.
    ///
    /// Otherwise any status but that of success is an error, and the body is thrown away. What may
    /// pass (408, 429, and 500 or above) is an error always, so that it is asked for again.
    public var acceptsRefusal = false

    /// The location of the resource that led to this one, after redirects; `nil` for what the user
    /// asked for.
    ///
    /// What came from elsewhere may not lead to local files.
    public var referrer: String?

    /// The number of bytes beyond which a resource is refused, counted after decompression.
    public var maximumByteCount: Int64

    /// How long a server may take; like ``cancellation`` it does not take part in comparing requests.
    public var patience: TransferPatience

    /// Says that nobody waits for the answer any more; `nil` means that it cannot be said.
    ///
    /// It does not take part in comparing requests.
    public var cancellation: CancellationFlag?

    /// Creates a request.
    ///
    /// - Parameters:
    ///   - url: Where the resource is.
    ///   - kind: What it is to the player.
    ///   - byteRange: The bytes that are wanted; `nil` means all of them.
    ///   - referrer: The location of the resource that led to this one.
    ///   - maximumByteCount: The number of bytes beyond which the resource is refused; `nil` means
    ///     what is usual for the kind.
    ///   - cancellation: Says that nobody waits for the answer any more.
    public init(
        url: String, kind: ResourceKind, byteRange: Range<Int64>? = nil, referrer: String? = nil,
        maximumByteCount: Int64? = nil, cancellation: CancellationFlag? = nil
    ) {
        self.url = url
        self.kind = kind
        self.byteRange = byteRange
        self.referrer = referrer
        self.maximumByteCount = maximumByteCount ?? kind.defaultMaximumByteCount
        patience = kind.defaultPatience
        self.cancellation = cancellation
    }

    /// Throws when nobody waits for the answer any more.
    func checkCancellation() throws(TransportError) {
        if cancellation?.isCancelled == true { throw TransportError(url: url, cause: .cancelled) }
    }
}

extension ResourceRequest: Hashable {
    private var identity: Identity {
        Identity(
            url: url, byteRange: byteRange, acceptsShorterRange: acceptsShorterRange,
            resumption: resumption, kind: kind, headers: headers, upload: upload,
            acceptsRefusal: acceptsRefusal, referrer: referrer, maximumByteCount: maximumByteCount)
    }

    private struct Identity: Hashable {
        let url: String
        let byteRange: Range<Int64>?
        let acceptsShorterRange: Bool
        let resumption: ResourceResumption?
        let kind: ResourceKind
        let headers: [HeaderField]
        let upload: ResourceUpload?
        let acceptsRefusal: Bool
        let referrer: String?
        let maximumByteCount: Int64
    }

    /// Whether two requests ask for the same, whoever may cancel them.
    public static func == (lhs: ResourceRequest, rhs: ResourceRequest) -> Bool {
        lhs.identity == rhs.identity
    }

    /// Takes in all but who may cancel the request.
    public func hash(into hasher: inout Hasher) {
        identity.hash(into: &hasher)
    }
}
