/// The key of one content item, and the conditions on which a key server grants it.
public struct KeyPolicy: Sendable, Equatable {
    /// The time for which a client may use the content.
    public enum Terms: Sendable, Equatable {
        /// The client may use the content permanently.
        case purchase
        /// The client may use the content for a limited time after the first licence.
        ///
        /// The rental also ends when `playDuration`, if given, has elapsed since the first
        /// playback.
        case rental(Duration, playDuration: Duration?)
    }

    /// The permission to renew a lease.
    public enum Renewal: Sendable, Equatable {
        /// The server renews the lease at every request.
        case allowed
        /// The server never renews a lease.
        case denied
        /// The server renews the lease at most this many times.
        ///
        /// The count starts again with each licence that is not a renewal.
        case limited(Int)
    }

    /// A fault injected into the server's responses.
    public struct Fault: Sendable, Equatable {
        /// The kind of response that the server sends.
        public enum Answer: Sendable, Equatable {
            /// The response that the server sends without a fault.
            case genuine
            /// An error response with the given HTTP status code.
            case status(Int)
            /// A body that is neither a CKC nor a key.
            case malformed
            /// A well-formed response with a key that does not decrypt the content.
            case wrongKey
        }

        /// The kind of the response.
        public var answer: Answer
        /// The delay of the response.
        public var delay: Duration
        /// The number of initial requests that receive the fault; `nil` means all requests.
        public var first: Int?

        /// Creates a fault.
        ///
        /// - Parameters:
        ///   - answer: The kind of the response.
        ///   - delay: The delay of the response.
        ///   - first: The number of initial requests that receive the fault; `nil` means all
        ///     requests.
        public init(_ answer: Answer, delay: Duration = .zero, first: Int? = nil) {
            self.answer = answer
            self.delay = delay
            self.first = first
        }
    }

    /// The key of the content, 16 bytes.
    public var key: [UInt8]

    /// The initialization vector in licences, 16 bytes; `nil` when licences do not state one.
    public var initializationVector: [UInt8]?

    /// The time for which a client may use the content.
    public var terms: Terms

    /// The time after which a licence must be renewed; `nil` means never.
    ///
    /// A stored licence has no lease, since it is used without the server.
    public var lease: Duration?

    /// The permission to renew a lease.
    public var renewal: Renewal

    /// Whether the server denies licences to clients whose output is not protected.
    public var requiresProtectedOutput: Bool

    /// Whether a client may store a licence for playback without a network.
    ///
    /// Otherwise the server denies requests for a persistent licence.
    public var allowsPersistence: Bool

    /// The number of clients that may lease the content at the same time; `nil` sets no limit.
    ///
    /// A client counts until its lease ends, and permanently if it has no lease. A client that
    /// stores a licence counts until that licence ends.
    public var concurrency: Int?

    /// The injected fault; `nil` when there is none.
    public var fault: Fault?

    /// Creates a policy.
    ///
    /// - Parameters:
    ///   - key: The key of the content, 16 bytes.
    ///   - initializationVector: The initialization vector, 16 bytes.
    ///   - terms: The time for which a client may use the content.
    ///   - lease: The time after which a licence must be renewed.
    ///   - renewal: The permission to renew a lease.
    ///   - requiresProtectedOutput: Whether the output must be protected.
    ///   - allowsPersistence: Whether a client may store a licence.
    ///   - concurrency: The number of clients that may lease the content at the same time.
    ///   - fault: The injected fault.
    public init(
        key: [UInt8], initializationVector: [UInt8]? = nil, terms: Terms = .purchase,
        lease: Duration? = nil, renewal: Renewal = .allowed, requiresProtectedOutput: Bool = false,
        allowsPersistence: Bool = true, concurrency: Int? = nil, fault: Fault? = nil
    ) {
        precondition(
            key.count == Licence.keySize
                && initializationVector?.count ?? Licence.keySize == Licence.keySize,
            "key and initialization vector have 16 bytes")
        self.key = key
        self.initializationVector = initializationVector
        self.terms = terms
        self.lease = lease
        self.renewal = renewal
        self.requiresProtectedOutput = requiresProtectedOutput
        self.allowsPersistence = allowsPersistence
        self.concurrency = concurrency
        self.fault = fault
    }
}
