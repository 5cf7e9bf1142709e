public import VirtualTime

/// A header field of a request or a response.
public struct HeaderField: Sendable, Hashable {
    /// The name; comparison ignores case.
    public var name: String

    /// The value, without surrounding space.
    public var value: String

    /// Creates a header field.
    public init(name: String, value: String) {
        self.name = name
        self.value = value
    }
}

/// The body of a request to a server.
public struct ResourceUpload: Sendable, Hashable {
    /// The media type of the bytes.
    public var contentType: String

    /// The bytes of the body.
    public var bytes: [UInt8]

    /// Creates an upload.
    ///
    /// - Parameters:
    ///   - contentType: The media type of the bytes.
    ///   - bytes: The bytes of the body.
    public init(contentType: String, bytes: [UInt8]) {
        self.contentType = contentType
        self.bytes = bytes
    }
}

/// A request to a loader.
public struct ResourceRequest: Sendable {
    /// The location: a path, or an absolute `file:`, `data:`, `http:` or `https:` URL.
    ///
    /// A path is taken literally; only URLs are percent-decoded.
    public var url: String

    /// The requested bytes; `nil` means all of them.
    ///
    /// If the resource ends within the range, the request fails; see ``acceptsShorterRange``.
    public var byteRange: Range<Int64>?

    /// Whether a resource that ends within ``byteRange`` is accepted.
    public var acceptsShorterRange = false

    /// The bytes already received, to resume from; `nil` requests the complete range.
    ///
    /// Only a load into a sink uses the value. A loader that cannot verify that the rest belongs to
    /// the same version loads all bytes again and notifies the sink.
    public var resumption: ResourceResumption?

    /// The position of the segment in a broadcast; `nil` for other resources.
    package var place: BroadcastPlace?

    /// The purpose of the resource for the player.
    public var kind: ResourceKind

    /// The reason for the request; `nil` when it is unknown.
    ///
    /// Comparison of requests ignores the reason.
    package var cause: RequestCause?

    /// Additional header fields to send to a server, in order.
    public var headers: [HeaderField] = []

    /// Whether ``headers`` are sent only to the origin of ``url``.
    ///
    /// If so, a redirect to another origin drops all of them. Otherwise, a redirect to another
    /// origin drops only fields with credentials, such as `Cookie`.
    package var keepsHeadersAtOrigin = false

    /// The options and cookies of the asset to which the request belongs.
    ///
    /// They determine the fields and cookies that are added for each server. `nil` means a request
    /// of the tool or the app itself.
    package var access: AssetAccess?

    /// Whether the response includes its header fields; comparison of requests ignores the value.
    package var keepsFields = false

    /// The body to send to a server by `POST`; `nil` means `GET`.
    ///
    /// Only servers accept an upload; other sources refuse the request.
    public var upload: ResourceUpload?

    /// Whether a server should delete the resource, by `DELETE`; ``upload`` is then `nil`.
    package var deletes = false

    /// Whether an answer without content (204) is accepted as a response.
    package var acceptsNoContent = false

    /// Whether the body of a permanent refusal by a server is accepted as a response.
    ///
    /// Otherwise any status but success is an error, and the body is discarded. Temporary refusals
    /// (408, 429, and 500 or above) are errors, so that the request is repeated, unless
    /// ``acceptsTemporaryRefusal`` is set.
    public var acceptsRefusal = false

    /// Whether an accepted refusal may be temporary, too; the caller then decides on retries.
    package var acceptsTemporaryRefusal = false

    /// The location of the resource that refers to this resource, after redirects.
    ///
    /// `nil` means that the user gave the location. A remote resource may not refer to local files.
    public var referrer: String?

    /// The size limit of the resource, counted after decompression.
    public var maximumByteCount: Int64

    /// The time limits for a server; ignored, like ``cancellation``, when requests are compared.
    public var patience: TransferPatience

    /// The flag that cancels the request; `nil` means that the request cannot be cancelled.
    ///
    /// Comparison of requests ignores the flag.
    public var cancellation: CancellationFlag?

    /// Creates a request.
    ///
    /// - Parameters:
    ///   - url: The location of the resource.
    ///   - kind: The purpose of the resource for the player.
    ///   - byteRange: The requested bytes; `nil` means all of them.
    ///   - referrer: The location of the resource that refers to this resource.
    ///   - maximumByteCount: The size limit of the resource; `nil` means the default of the kind.
    ///   - cancellation: The flag that cancels the request.
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

    /// Returns whether a response with a given status is accepted, not treated as an error.
    package func accepts(status: Int) -> Bool {
        switch status {
        case 204: acceptsNoContent
        case 200...299: true
        default: accepts(refusal: status)
        }
    }

    /// Returns whether the body of a refusal with a given status is accepted as a response.
    func accepts(refusal status: Int) -> Bool {
        guard acceptsRefusal, (400..<600).contains(status) else { return false }
        return acceptsTemporaryRefusal || !TransportError.mayPass(status: status)
    }

    /// Throws when the request has been cancelled.
    func checkCancellation() throws(TransportError) {
        if cancellation?.isCancelled == true { throw TransportError(url: url, cause: .cancelled) }
    }
}

extension ResourceRequest: Hashable {
    private var identity: Identity {
        Identity(
            url: url, byteRange: byteRange, acceptsShorterRange: acceptsShorterRange,
            resumption: resumption, kind: kind, headers: headers,
            keepsHeadersAtOrigin: keepsHeadersAtOrigin,
            assetOptions: access?.ownOptions, upload: upload,
            deletes: deletes, acceptsNoContent: acceptsNoContent,
            acceptsRefusal: acceptsRefusal, acceptsTemporaryRefusal: acceptsTemporaryRefusal,
            referrer: referrer, maximumByteCount: maximumByteCount)
    }

    private struct Identity: Hashable {
        let url: String
        let byteRange: Range<Int64>?
        let acceptsShorterRange: Bool
        let resumption: ResourceResumption?
        let kind: ResourceKind
        let headers: [HeaderField]
        let keepsHeadersAtOrigin: Bool
        let assetOptions: AssetOptions?
        let upload: ResourceUpload?
        let deletes: Bool
        let acceptsNoContent: Bool
        let acceptsRefusal: Bool
        let acceptsTemporaryRefusal: Bool
        let referrer: String?
        let maximumByteCount: Int64
    }

    /// Returns whether two requests are equal.
    ///
    /// The comparison ignores the cancellation, the time limits, the cause, the position in a
    /// broadcast, whether the fields of the response's header are kept, and everything in the asset
    /// access except its options.
    public static func == (lhs: ResourceRequest, rhs: ResourceRequest) -> Bool {
        lhs.identity == rhs.identity
    }

    /// Hashes the properties that `==` compares.
    public func hash(into hasher: inout Hasher) {
        identity.hash(into: &hasher)
    }
}
