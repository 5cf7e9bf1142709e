/// The policies of a key server, each for one content identifier.
public struct KeyPolicies: Sendable, Equatable {
    /// The identifier of the policy for content that has no policy of its own.
    public static let anyContent = "*"

    private var policies: [String: KeyPolicy]

    /// Creates policies.
    ///
    /// - Parameter policies: The policies by content identifier; `*` matches all other content.
    public init(_ policies: [String: KeyPolicy]) {
        self.policies = policies
    }

    /// The content identifiers that have a policy, in ascending order.
    public var identifiers: [String] { policies.keys.sorted() }

    /// Returns the key for a content identifier; `nil` when no policy applies to it.
    package func key(of content: String) -> [UInt8]? { policy(for: content)?.policy.key }

    /// Returns the policy for a content identifier, and the name under which it is stored.
    ///
    /// The name is the content identifier itself, or `*` for the policy for all other content. The
    /// result is `nil` when no policy applies.
    func policy(for content: String) -> (name: String, policy: KeyPolicy)? {
        if let policy = policies[content] { return (content, policy) }
        return policies[Self.anyContent].map { (Self.anyContent, $0) }
    }
}
