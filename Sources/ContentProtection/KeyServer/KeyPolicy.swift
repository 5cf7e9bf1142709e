/// What a key server grants for one content, and on which terms.
public struct KeyPolicy: Sendable, Equatable {
    /// For how long a client has the content.
    public enum Terms: Sendable, Equatable {
        /// For good.
        case purchase
        /// For a time from the client's first licence, and for a time from its first playback if
        /// that is given.
        case rental(Duration, playDuration: Duration?)
    }

    /// Whether a lease may go on.
    public enum Renewal: Sendable, Equatable {
        /// As often as the client asks.
        case allowed
        /// Never.
        case denied
        /// So many times after each licence that is no renewal.
        case limited(Int)
    }

    /// Something that the server does wrong on purpose.
    public struct Fault: Sendable, Equatable {
        /// What the answer is like.
        public enum Answer: Sendable, Equatable {
            /// As it should be.
            case genuine
            /// A failure with this status.
            case status(Int)
            /// A body that is neither a CKC nor a key.
            case malformed
            /// Well-formed, with a key that does not decrypt the content.
            case wrongKey
        }

        /// What the answer is like.
        public var answer: Answer
        /// How long the server waits before it answers.
        public var delay: Duration
        /// How many requests for the content meet the fault, from the first on; `nil` means all.
        public var first: Int?

        /// Creates a fault.
        ///
        /// - Parameters:
        ///   - answer: What the answer is like.
        ///   - delay: How long the server waits before it answers.
        ///   - first: How many requests for the content meet the fault.
        public init(_ answer: Answer, delay: Duration = .zero, first: Int? = nil) {
            self.answer = answer
            self.delay = delay
            self.first = first
        }
    }

    /// The key of the content, 16 bytes.
    public var key: [UInt8]

    /// The initialization vector that goes with the key, 16 bytes; `nil` when the content has it.
    public var initializationVector: [UInt8]?

    /// For how long a client has the content.
    public var terms: Terms

    /// For how long a licence holds before it must be renewed; `nil` means that it need not be.
    ///
    /// A licence that is kept has no lease, since it must do without the server.
    public var lease: Duration?

    /// Whether a lease may go on.
    public var renewal: Renewal

    /// Whether a client is denied that does not say that its output is protected.
    public var requiresProtectedOutput: Bool

    /// Whether a client may keep a licence in order to play without a network; one that asks for
    /// that in vain is denied.
    public var allowsPersistence: Bool

    /// How many clients may have the content on lease at the same time; `nil` means any number.
    ///
    /// Without a lease a client that had a licence once would count for good. One that keeps a
    /// licence counts until that ends.
    public var concurrency: Int?

    /// What the server does wrong on purpose; `nil` means nothing.
    public var fault: Fault?

    /// Creates a policy.
    ///
    /// - Parameters:
    ///   - key: The key of the content, 16 bytes.
    ///   - initializationVector: The initialization vector, 16 bytes.
    ///   - terms: For how long a client has the content.
    ///   - lease: For how long a licence holds before it must be renewed.
    ///   - renewal: Whether a lease may go on.
    ///   - requiresProtectedOutput: Whether the output must be protected.
    ///   - allowsPersistence: Whether a client may keep a licence.
    ///   - concurrency: How many clients may have the content on lease at the same time.
    ///   - fault: What the server does wrong on purpose.
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
