/// The policies of a key server by content identifier.
public struct KeyPolicies: Sendable, Equatable {
    /// The identifier of the policy for content without its own policy.
    public static let anyContent = "*"

    private var policies: [String: KeyPolicy]

    /// Creates policies.
    ///
    /// - Parameter policies: The policies by content identifier; `*` matches all other content.
    public init(_ policies: [String: KeyPolicy]) {
        self.policies = policies
    }

    /// The identifiers with a policy, in order.
    public var identifiers: [String] { policies.keys.sorted() }

    /// Returns the key of a content; `nil` when no policy grants it.
    package func key(of content: String) -> [UInt8]? { policy(for: content)?.policy.key }

    /// Returns the policy for a content identifier, and the identifier of the policy: the content's
    /// or `*`.
    func policy(for content: String) -> (name: String, policy: KeyPolicy)? {
        if let policy = policies[content] { return (content, policy) }
        return policies[Self.anyContent].map { (Self.anyContent, $0) }
    }
}
