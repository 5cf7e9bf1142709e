/// The policies of a key server by content identifier.
public struct KeyPolicies: Sendable, Equatable {
    /// The identifier of the policy for all content that has none of its own.
    public static let anyContent = "*"

    private var policies: [String: KeyPolicy]

    /// Creates policies.
    ///
    /// - Parameter policies: The policies by content identifier; `*` stands for all other content.
    public init(_ policies: [String: KeyPolicy]) {
        self.policies = policies
    }

    /// The identifiers that have a policy, in order.
    public var identifiers: [String] { policies.keys.sorted() }

    /// The policy of a content, and the identifier under which it stands: the content's or `*`.
    func policy(for content: String) -> (name: String, policy: KeyPolicy)? {
        if let policy = policies[content] { return (content, policy) }
        return policies[Self.anyContent].map { (Self.anyContent, $0) }
    }
}
